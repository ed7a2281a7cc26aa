import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ColumnModel } from '#engine';

/** The TanStack Table features in use; the server filters, sorts and pages. */
export const gridFeatures = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: {} as { column: ColumnModel },
});

export type GridFeatures = typeof gridFeatures;
