/** Keyboard navigation in a matrix. */
import type { Area, CellPlace, Selection } from './types.ts';

export type Shape = { readonly rows: number; readonly columns: number; readonly pageRows: number };

/** The corners of a selection in order. */
export function areaOf({ from, to }: Selection): Area {
  return {
    top: Math.min(from.row, to.row),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.row, to.row),
    right: Math.max(from.column, to.column),
  };
}

export function isIn(area: Area, { row, column }: CellPlace): boolean {
  return row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;
}

/** The number of cells of an area. */
export function sizeOf({ top, left, bottom, right }: Area): number {
  return (bottom - top + 1) * (right - left + 1);
}

type Key = { readonly key: string; readonly ctrl: boolean };

/** The target of a key; undefined for keys that do not move. */
export function moved(at: CellPlace, { key, ctrl }: Key, shape: Shape): CellPlace | undefined {
  const to = steps[key]?.(at, shape, ctrl);
  return to && within(to, shape);
}

/** The nearest existing place. */
export function within({ row, column }: CellPlace, { rows, columns }: Shape): CellPlace {
  return { row: clamp(row, rows), column: clamp(column, columns) };
}

const clamp = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at));

type Step = (at: CellPlace, shape: Shape, ctrl: boolean) => CellPlace;

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: ({ row, column }, _shape, ctrl) => ({ row: ctrl ? 0 : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, ctrl) => ({ row: ctrl ? rows - 1 : row + 1, column }),
  ArrowLeft: ({ row, column }, _shape, ctrl) => ({ row, column: ctrl ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, ctrl) => ({ row, column: ctrl ? columns - 1 : column + 1 }),
  Home: ({ row }, _shape, ctrl) => ({ row: ctrl ? 0 : row, column: 0 }),
  End: ({ row }, { rows, columns }, ctrl) => ({ row: ctrl ? rows - 1 : row, column: columns - 1 }),
  PageUp: ({ row, column }, { pageRows }) => ({ row: row - pageRows, column }),
  PageDown: ({ row, column }, { pageRows }) => ({ row: row + pageRows, column }),
};
