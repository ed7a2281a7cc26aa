/** The rows of a report that shows its largest groups: in the order of their totals, the others as one group. */
import type { SheetValue } from '#engine';
import type { DataRows, Row, TopGroups } from './types.ts';

export function topGroups(data: DataRows, { group, total, most, others }: TopGroups): DataRows {
  const by = data.fields.findIndex((field) => field.name === group);
  if (by < 0) return data;
  const ranked = rankedGroups(data, by, total);
  const rest = ranked.slice(most).flatMap(({ rows }) => rows);
  const renamed = rest.map((row) => row.map((value, at) => (at === by ? others : value)));
  return { ...data, rows: [...ranked.slice(0, most).flatMap(({ rows }) => rows), ...renamed] };
}

type Ranked = { readonly value: SheetValue; readonly rows: readonly Row[] };

/** The values of a column, the largest first: by the total of another, or by how many rows they have. */
export function rankedGroups(data: DataRows, by: number, total: TopGroups['total']): readonly Ranked[] {
  const of = data.fields.findIndex(({ name }) => name === total?.field);
  const groups = new Map<SheetValue, Row[]>();
  for (const row of data.rows) {
    const value = row[by] ?? null;
    const own = groups.get(value);
    if (own) own.push(row);
    else groups.set(value, [row]);
  }
  const sized = [...groups].map(([value, rows]) => ({
    ...{ value, rows },
    size: sizeOf(
      rows.map((row) => row[of] ?? null),
      of < 0 ? 'rows' : (total?.name ?? 'rows'),
    ),
  }));
  return sized.sort((a, b) => b.size - a.size);
}

function sizeOf(values: readonly SheetValue[], total: string): number {
  if (total === 'rows') return values.length;
  if (total === 'count') return values.filter((value) => value !== null).length;
  const numbers = values.filter((value): value is number => typeof value === 'number');
  if (numbers.length === 0) return Number.NEGATIVE_INFINITY;
  const extreme = (than: (one: number, other: number) => number) => numbers.reduce((a, b) => than(a, b));
  if (total === 'max') return extreme(Math.max);
  if (total === 'min') return extreme(Math.min);
  const sum = numbers.reduce((all, one) => all + one, 0);
  return total === 'avg' ? sum / numbers.length : sum;
}
