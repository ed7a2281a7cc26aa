import { type ColumnDef, type ReactTable, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { ColumnModel, DataRecord, FieldKind, GridSnapshot, GridState } from '#engine';
import { type GridFeatures, gridFeatures } from './gridFeatures.ts';
import { readPath } from './readPath.ts';

export type GridTable = ReactTable<GridFeatures, DataRecord>;

/** The table of a grid: declared columns in the person's order, widths and pins. */
export function useGridTable(
  grid: GridState,
  snapshot: GridSnapshot,
  rows: readonly DataRecord[],
): GridTable {
  const { block } = grid;
  const columns = useMemo(() => block.columns.map(columnDef), [block]);
  const state = useMemo(() => tableState(snapshot), [snapshot]);
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
    size: column.width ?? widths[column.kind] ?? 180,
    minSize: 56,
    maxSize: 1200,
    meta: { column },
  };
}

const widths: Partial<Record<FieldKind, number>> = {
  boolean: 90,
  integer: 100,
  decimal: 110,
  percent: 100,
  money: 120,
  date: 120,
  datetime: 170,
  choice: 140,
  multiline: 280,
};

function tableState(snapshot: GridSnapshot) {
  return {
    columnSizing: { ...snapshot.widths },
    columnVisibility: Object.fromEntries(snapshot.hidden.map((path) => [path, false])),
    columnOrder: [...snapshot.order],
    columnPinning: { start: [...snapshot.pinned], end: [] },
    sorting: snapshot.sort.map(({ path, direction }) => ({ id: path, desc: direction === 'desc' })),
  };
}
