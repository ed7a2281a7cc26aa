/** Sum, Count and the like over the rows of a group; what is empty does not count. */
import type { SheetValue } from '#engine';
import { compareValues } from './formulaOperators.ts';
import type { Row } from './types.ts';

type Of = (row: Row) => SheetValue;
type Aggregate = (rows: readonly Row[], of: Of) => SheetValue;

const aggregates: Readonly<Record<string, Aggregate>> = {
  sum: (rows, of) => sum(rows, of).total,
  avg: (rows, of) => {
    const { total, count } = sum(rows, of);
    return total === null ? null : exact(total / count);
  },
  min: (rows, of) => extreme(rows, of, -1),
  max: (rows, of) => extreme(rows, of, 1),
  count: (rows, of) => filled(rows, of).length,
  countdistinct: (rows, of) => new Set(filled(rows, of)).size,
  first: (rows, of) => (rows[0] ? of(rows[0]) : null),
  last: (rows, of) => (rows.length > 0 ? of(rows[rows.length - 1] as Row) : null),
};

export function aggregate(name: string, rows: readonly Row[], of: Of | undefined): SheetValue {
  if (name === 'countrows' || !of) return rows.length;
  return aggregates[name]?.(rows, of) ?? null;
}

const filled = (rows: readonly Row[], of: Of): readonly SheetValue[] =>
  rows.map(of).filter((value) => value !== null && value !== '');

/** Added in parts and what the parts lose, so that a long list of amounts of cents comes out even. */
function sum(rows: readonly Row[], of: Of): { readonly total: number | null; readonly count: number } {
  let [total, lost, count] = [0, 0, 0];
  for (const row of rows) {
    const value = of(row);
    const number = typeof value === 'string' && value !== '' ? Number(value) : value;
    if (typeof number !== 'number' || Number.isNaN(number)) continue;
    const next = total + number;
    lost += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total;
    total = next;
    count += 1;
  }
  return { total: count === 0 ? null : exact(total + lost), count };
}

/** Without the noise behind the digits that a number of this kind can hold. */
const exact = (value: number): number => Number(value.toPrecision(15));

function extreme(rows: readonly Row[], of: Of, sign: number): SheetValue {
  let found: SheetValue = null;
  for (const row of rows) {
    const value = of(row);
    if (value === null || value === '') continue;
    if (found === null || compareValues(value, found) * sign > 0) found = value;
  }
  return found;
}
