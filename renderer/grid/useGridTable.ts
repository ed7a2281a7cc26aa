import { type ColumnDef, type ReactTable, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { ColumnModel, DataRecord, GridSnapshot, GridState } from '#engine';
import { kindViews } from '../fields/registry.ts';
import { type GridFeatures, gridFeatures } from './gridFeatures.ts';
import { readPath } from './readPath.ts';

export type GridTable = ReactTable<GridFeatures, DataRecord>;

/** The table of a grid: declared columns in the person's order, widths and pins. */
export function useGridTable(
  grid: GridState,
  snapshot: GridSnapshot,
  rows: readonly DataRecord[],
  /** The columns of the layout, in order; absent: those that the person chose. */
  only?: readonly string[],
): GridTable {
  const { block } = grid;
  const columns = useMemo(() => block.columns.map(columnDef), [block]);
  const state = useMemo(() => tableState(snapshot, only), [snapshot, only]);
  return useTable<GridFeatures, DataRecord>({
    features: gridFeatures,
    columns,
    data: rows,
    state,
    getRowId: (row) => String(row.Id),
    manualSorting: true,
    columnResizeMode: 'onChange',
    onColumnSizingChange: (updater) => {
      const sizes = typeof updater === 'function' ? updater(state.columnSizing) : updater;
      for (const [path, width] of Object.entries(sizes)) {
        if (width !== state.columnSizing[path]) grid.setColumn(path, { width });
      }
    },
  });
}

function columnDef(column: ColumnModel): ColumnDef<GridFeatures, DataRecord> {
  return {
    id: column.path,
    accessorFn: (row) => readPath(row, column.shows ?? column.path),
    size: column.width ?? kindViews[column.kind].width ?? 180,
    minSize: 56,
    maxSize: 1200,
    meta: { column },
  };
}

function tableState(snapshot: GridSnapshot, only: readonly string[] | undefined) {
  const { order } = snapshot;
  const hidden = only ? order.filter((path) => !only.includes(path)) : snapshot.hidden;
  return {
    columnSizing: { ...snapshot.widths },
    columnVisibility: Object.fromEntries(hidden.map((path) => [path, false])),
    columnOrder: [...(only ?? order)],
    columnPinning: { start: [...snapshot.pinned], end: [] },
    sorting: snapshot.sort.map(({ path, direction }) => ({ id: path, desc: direction === 'desc' })),
  };
}
