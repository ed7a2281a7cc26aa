/** Values of a pivot: their order, and which of too many have a column of their own. */
import { describe, expect, it } from 'vitest';
import { atOnce } from './dataOf.ts';
import { FormulaError } from './FormulaError.ts';
import type { Pivot, PivotAxis } from './pivot.ts';
import { pivotData } from './pivotData.ts';
import type { Row } from './types.ts';

const axis = (name: string, more: Partial<PivotAxis> = {}): PivotAxis => ({
  ...{ name, title: name, isPeriod: false, isDescending: false },
  ...more,
});
const pivot = (more: Partial<Pivot> = {}): Pivot => ({
  ...{ rows: [axis('line')], columns: axis('value'), most: 3 },
  words: { others: 'Others', earlier: 'Earlier', none: '(none)', count: 'Count', heading: () => '' },
  ...more,
});
const fields = ['line', 'value', 'net'].map((name) => ({ name, format: 'text' as const }));
const run = (rows: readonly Row[], asked: Pivot) => atOnce(pivotData({ fields, rows }, asked, 'en-CA'));

/** What the columns are called, from left to right. */
function columnsOf(rows: readonly Row[], asked: Pivot): readonly unknown[] {
  const { data } = run(rows, asked);
  const places = new Map(data.rows.map((row) => [Number(row.at(-2)), row.at(-1)]));
  return [...places].sort(([a], [b]) => a - b).map(([, label]) => label);
}

describe('the columns of a pivot', () => {
  it('are in the order of the list of choices, then of names; none is last', () => {
    const rows = ['b', null, 'Draft', '', 'a10', 'a9', 'Active'].map((value): Row => ['x', value, 1]);
    const columns = axis('value', { order: ['Draft', 'Active'] });
    expect(columnsOf(rows, pivot({ columns, most: 60 }))).toEqual([
      ...['Draft', 'Active', 'a9', 'a10', 'b', '(none)'],
    ]);
    expect(columnsOf(rows, pivot({ columns: { ...columns, isDescending: true }, most: 60 }))).toEqual([
      ...['b', 'a10', 'a9', 'Active', 'Draft', '(none)'],
    ]);
  });

  it('of too many values are the largest by the first total, in their order; the others are one, and last', () => {
    const rows = [1, 9, 2, 8, 3].map((net, at): Row => ['x', `v${at}`, net]);
    const total = { field: 'net', name: 'sum' };
    expect(columnsOf(rows, pivot({ total }))).toEqual(['v1', 'v3', 'v4', 'Others']);
    const { values, merged } = run(rows, pivot({ total }));
    expect([values, merged]).toEqual([5, 2]);
    // Without a total by how many rows they have.
    expect(columnsOf([...rows, ['x', 'v0', 0], ['x', 'v2', 0]], pivot({ most: 2 }))).toEqual([
      ...['v0', 'v2', 'Others'],
    ]);
  });

  it('of too many periods are the latest; the earlier are one, before them, and after them where the latest are first', () => {
    const days = ['2030-01-01', '2031-01-01', '2032-01-01', '2033-01-01'];
    const all = [...fields, { name: 'value period', format: 'text' as const }];
    const rows = days.map((day): Row => ['x', day, 1, day.slice(0, 4)]);
    const said = (isDescending: boolean) => {
      const columns = axis('value', { isPeriod: true, isDescending });
      const { data } = atOnce(pivotData({ fields: all, rows }, pivot({ columns, most: 2 }), 'en-CA'));
      return [...data.rows].sort((a, b) => Number(a.at(-2)) - Number(b.at(-2))).map((row) => row.at(-1));
    };
    expect(said(false)).toEqual(['Earlier', 'Earlier', '2032', '2033']);
    expect(said(true)).toEqual(['2033', '2032', 'Earlier', 'Earlier']);
  });

  it('times its lines are bounded', () => {
    const rows = Array.from({ length: 60_000 }, (_, at): Row => [`l${at}`, `v${at % 12}`, 1]);
    expect(() => run(rows, pivot({ most: 60 }))).toThrow(FormulaError);
    expect(run(rows, pivot({ most: 6 })).merged).toBe(6);
  });
});
