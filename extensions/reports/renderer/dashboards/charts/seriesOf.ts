/** Turns panel rows into axis labels and series of values. */
import type { Cell, PanelColumn, PanelData } from '../types.ts';

type Series = {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** The row of each value, the first if several are added up. */
  readonly rows: readonly (number | null)[];
};

type Writing = {
  readonly data: PanelData;
  readonly write: (column: PanelColumn, value: Cell | undefined) => string;
};

const none: PanelColumn = { Name: '', Title: '', Kind: 'integer', Scale: null, Aggregate: null };

export function seriesOf({ data, write }: Writing): {
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** The measured column. */
  readonly column: PanelColumn;
} {
  const { Columns: columns = [], Rows: rows = [] } = data;
  const at = (place: number | null | undefined) => columns[place ?? -1] ?? none;
  const column = at(data.Value);
  const others = data.HasOthers ? rows.at(-1) : undefined;
  const text = (row: readonly Cell[], place: number | null | undefined) =>
    row === others && place === data.Label ? String(row[place ?? -1]) : write(at(place), row[place ?? -1]);
  const labels = [...new Set(rows.map((row) => text(row, data.Label)))];
  const isSplit = typeof data.Split === 'number';
  const names = isSplit ? [...new Set(rows.map((row) => text(row, data.Split)))] : [column.Title];
  const places = new Map(labels.map((label, place) => [label, place]));
  const empty = () => labels.map((): number | null => null);
  const found = new Map(names.map((name) => [name, { name, values: empty(), rows: empty() }]));
  for (const [index, row] of rows.entries()) {
    const own = found.get(isSplit ? text(row, data.Split) : column.Title);
    const place = places.get(text(row, data.Label)) ?? 0;
    const value = row[data.Value ?? -1];
    if (!own || typeof value !== 'number') continue;
    own.values[place] = (own.values[place] ?? 0) + value;
    own.rows[place] ??= index;
  }
  return { labels, column, series: [...found.values()] };
}
