/** Where a person is taken first when a form cannot be saved. */
import { pointerOf } from './cells.ts';
import type { Cell, FormCore } from './FormCore.ts';

/** The pointer of the first cell with an error: placed fields in the order placed, then the others. */
export function firstError(core: FormCore): string | undefined {
  const faulty = [...core.issues.faulty].filter((cell) => cell.errors > 0);
  if (faulty.length === 0) return undefined;
  const order = new Map(
    [...(core.placed ?? core.plan.byPattern.keys())].map((pattern, place) => [pattern, place]),
  );
  const rank = (cell: Cell) => rankOf(cell, order);
  const first = faulty.reduce((best, cell) => (compareRanks(rank(cell), rank(best)) < 0 ? cell : best));
  return pointerOf(core, first);
}

function rankOf(cell: Cell, order: ReadonlyMap<string, number>): readonly number[] {
  const own = order.get(cell.plan.field.path);
  const inner = cell.row ? [cell.row.index, own ?? Number.MAX_SAFE_INTEGER] : [];
  const top = cell.row ? topOf(cell) : cell;
  return [order.get(top.plan.field.path) ?? own ?? Number.MAX_SAFE_INTEGER, ...inner];
}

function topOf(cell: Cell): Cell {
  return cell.row ? topOf(cell.row.list) : cell;
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? -1) - (right[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
