import type { Column } from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import type { DataRecord } from '#engine';
import type { GridFeatures } from './gridFeatures.ts';

/** The offset of a pinned column, which stays while the others scroll. */
export function pinStyle(column: Column<GridFeatures, DataRecord, unknown>): CSSProperties | undefined {
  return column.getIsPinned() === 'start' ? { insetInlineStart: column.getStart('start') } : undefined;
}
