/** The rows of a pivot: with what the line and the column of each are called, and where these stand. */
import type { SheetValue } from '#engine';
import type { InParts } from './dataOf.ts';
import { FormulaError } from './FormulaError.ts';
import { periodLabel } from './periods.ts';
import { axisLabel, axisPlace, type Pivot, type PivotAxis } from './pivot.ts';
import { rankedGroups } from './topGroups.ts';
import type { DataRows, Row } from './types.ts';

type Pivoted = {
  readonly data: DataRows;
  /** How many values the column has, and how many of them have no column of their own. */
  readonly values: number;
  readonly merged: number;
};

/** More cells are read by nobody, and take long. */
const mostCells = 500_000;

export function* pivotData(data: DataRows, pivot: Pivot, locale: string): InParts<Pivoted> {
  const rows = yield* placesOf(data, pivot.rows, { pivot, locale });
  const found = valuesIn(data, pivot.columns);
  const shown = new Set(shownValues(data, pivot, found));
  const merged = found.size - shown.size;
  const columns = axisOf(pivot.columns, found, { pivot, locale, shown });
  const lines = new Set<string>();
  const made: Row[] = [];
  const at = placeIn(data, pivot.columns.name);
  for (const [index, row] of data.rows.entries()) {
    const own = rows[index] ?? [];
    lines.add(own.map(([place]) => place).join());
    const column = columns.get(valueAt(row, at)) ?? [0, null];
    made.push([...row, ...own.flat(), ...column]);
    yield;
  }
  const wide = shown.size + (merged > 0 ? 2 : 1);
  if (lines.size * wide > mostCells) throw new FormulaError('report.pivot.too-large', String(mostCells));
  const added = [...pivot.rows, pivot.columns].flatMap(({ name }) => [
    { name: axisPlace(name), format: 'integer' as const },
    { name: axisLabel(name), format: 'text' as const },
  ]);
  return { data: { fields: [...data.fields, ...added], rows: made }, values: found.size, merged };
}

type Placed = readonly [place: number, label: SheetValue];
type Asked = { readonly pivot: Pivot; readonly locale: string; readonly shown?: ReadonlySet<SheetValue> };

function* placesOf(
  data: DataRows,
  axes: readonly PivotAxis[],
  asked: Asked,
): InParts<readonly (readonly Placed[])[]> {
  const known = axes.map((axis) => ({
    at: placeIn(data, axis.name),
    places: axisOf(axis, valuesIn(data, axis), asked),
  }));
  const found: (readonly Placed[])[] = [];
  for (const row of data.rows) {
    found.push(known.map(({ at, places }): Placed => places.get(valueAt(row, at)) ?? [0, null]));
    yield;
  }
  return found;
}

const placeIn = ({ fields }: DataRows, name: string): number =>
  fields.findIndex((field) => field.name === name);

/** An empty text is no value either. */
const valueAt = (row: Row, at: number): SheetValue => (row[at] === '' ? null : (row[at] ?? null));

/** In the order of the rows; each with what it is called. */
function valuesIn(data: DataRows, { name, isPeriod }: PivotAxis): ReadonlyMap<SheetValue, SheetValue> {
  const at = placeIn(data, name);
  const said = isPeriod ? placeIn(data, periodLabel(name)) : at;
  const found = new Map<SheetValue, SheetValue>();
  for (const row of data.rows)
    if (!found.has(valueAt(row, at))) found.set(valueAt(row, at), row[said] ?? null);
  return found;
}

/** The latest periods, or the largest of other values. */
function shownValues(
  data: DataRows,
  { columns, most, total }: Pivot,
  found: ReadonlyMap<SheetValue, SheetValue>,
): readonly SheetValue[] {
  if (found.size <= most) return [...found.keys()];
  if (columns.isPeriod) {
    const days = [...found.keys()].filter((day) => day !== null).sort();
    return [...days.slice(-most), ...(found.has(null) ? [null] : [])];
  }
  const ranked = rankedGroups(data, placeIn(data, columns.name), total);
  const values = [...new Set(ranked.map(({ value }) => (value === '' ? null : value)))];
  return values.slice(0, most);
}

function axisOf(
  axis: PivotAxis,
  found: ReadonlyMap<SheetValue, SheetValue>,
  { pivot: { words }, locale, shown }: Asked,
): ReadonlyMap<SheetValue, Placed> {
  const values = [...found.keys()].filter((value) => !shown || shown.has(value));
  const ordered = axis.isAsFound ? values : inOrder(values, axis, locale);
  const places = new Map<SheetValue, Placed>(
    ordered.map((value, at) => [value, [at + 1, found.get(value) ?? words.none]]),
  );
  const rest: Placed = isBefore(axis) ? [0, words.earlier] : [ordered.length + 1, restWord(axis, words)];
  for (const value of found.keys()) if (!places.has(value)) places.set(value, rest);
  return places;
}

const isBefore = ({ isPeriod, isDescending }: PivotAxis): boolean => isPeriod && !isDescending;

const restWord = ({ isPeriod }: PivotAxis, { others, earlier }: Pivot['words']): string =>
  isPeriod ? earlier : others;

/** As listed, then by number, day or name; none last. */
function inOrder(
  values: readonly SheetValue[],
  { order = [], isDescending }: PivotAxis,
  locale: string,
): readonly SheetValue[] {
  const listed = new Map(order.map((text, at) => [text, at]));
  const names = new Intl.Collator(locale, { numeric: true });
  const rank = (value: SheetValue) => listed.get(String(value)) ?? listed.size;
  const compare = (a: SheetValue, b: SheetValue): number =>
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : rank(a) - rank(b) || names.compare(String(a), String(b));
  const filled = values.filter((value) => value !== null);
  const sorted = [...filled].sort((a, b) => (isDescending ? compare(b, a) : compare(a, b)));
  return filled.length < values.length ? [...sorted, null] : sorted;
}
