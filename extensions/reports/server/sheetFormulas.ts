/** Totals of a sheet as formulas over the rows above or below them, where these give the same value. */
import { columnName } from '#engine';
import type { LineCell, Row } from '#extensions/reports/engine';

/** Undefined where the cell before it spans. */
export type ShownCell = LineCell | undefined;
export type ShownLine = {
  readonly cells: readonly ShownCell[];
  readonly rows: readonly Row[];
  readonly depth: number;
  /** Headings of a further table, and the empty line above them. */
  readonly isHead?: boolean;
  /** Of tables beside each other, what each has on this line. */
  readonly layers?: readonly ShownLine[];
};

/** Functions of SUBTOTAL, which leaves out the subtotals in its range. */
const functions: Readonly<Record<string, number>> = { avg: 1, count: 3, max: 4, min: 5, sum: 9 };

type Found = {
  /** By line and column. */
  readonly formulas: ReadonlyMap<number, ReadonlyMap<number, string>>;
  readonly isSummaryBelow: boolean;
};

/** `heads`: so many rows are above the lines. */
export function sheetFormulas(lines: readonly ShownLine[], heads: number): Found {
  const count = lines.reduce((most, { layers = [] }) => Math.max(most, layers.length), 0);
  if (count === 0) return formulasOf(lines, heads);
  const all = [
    formulasOf(lines, heads),
    ...Array.from({ length: count }, (_, at) =>
      formulasOf(
        lines.map(({ layers }) => layers?.[at] ?? blank),
        heads,
      ),
    ),
  ];
  const formulas = new Map<number, ReadonlyMap<number, string>>();
  for (const found of all)
    for (const [at, own] of found.formulas) formulas.set(at, new Map([...(formulas.get(at) ?? []), ...own]));
  return { formulas, isSummaryBelow: all.some(({ isSummaryBelow }) => isSummaryBelow) };
}

const blank: ShownLine = { cells: [], rows: [], depth: 0 };

function formulasOf(lines: readonly ShownLine[], heads: number): Found {
  const details = new Map<Row, number>();
  for (const [at, { rows, cells }] of lines.entries()) {
    const [row] = rows;
    const isDetail = rows.length === 1 && row && cells.some((cell) => cell?.of && !cell.of.total);
    if (isDetail && row && !details.has(row)) details.set(row, at);
  }
  const formulas = new Map<number, Map<number, string>>();
  let [below, above] = [0, 0];
  // Deeper lines first: their formulas are part of the ranges of those around them.
  const order = [...lines.keys()].sort((a, b) => (lines[b]?.depth ?? 0) - (lines[a]?.depth ?? 0));
  for (const at of order)
    for (const [column, cell] of (lines[at]?.cells ?? []).entries()) {
      if (!cell?.of?.total) continue;
      const range = rangeOf(lines, details, { at, column, formulas });
      if (!range) continue;
      const own = formulas.get(at) ?? new Map<number, string>();
      const name = columnName(column);
      // Rows count from 1.
      const [first, last] = [range.first + heads + 1, range.last + heads + 1];
      own.set(column, `SUBTOTAL(${functions[cell.of.total]},${name}${first}:${name}${last})`);
      formulas.set(at, own);
      if (at > range.last) below += 1;
      else above += 1;
    }
  return { formulas, isSummaryBelow: below > 0 && below >= above };
}

type Place = {
  readonly at: number;
  readonly column: number;
  readonly formulas: ReadonlyMap<number, ReadonlyMap<number, string>>;
};

function rangeOf(
  lines: readonly ShownLine[],
  details: ReadonlyMap<Row, number>,
  { at, column, formulas }: Place,
): { readonly first: number; readonly last: number } | undefined {
  const { rows = [], cells = [] } = lines[at] ?? {};
  const { of, value } = cells[column] ?? {};
  if (!of?.total || !Object.hasOwn(functions, of.total) || rows.length === 0) return undefined;
  let [first, last] = [Number.POSITIVE_INFINITY, -1];
  const own = new Set<number>();
  const values: unknown[] = [];
  for (const row of rows) {
    const line = details.get(row);
    const cell = line === undefined ? undefined : lines[line]?.cells[column];
    if (line === undefined || cell?.of?.field !== of.field || cell.of.total) return undefined;
    own.add(line);
    [first, last] = [Math.min(first, line), Math.max(last, line)];
    values.push(cell.value);
  }
  if (at >= first && at <= last) return undefined;
  for (let line = first; line <= last; line += 1) {
    const cell = lines[line]?.cells[column];
    const isEmpty = cell === undefined || cell.value === null || cell.value === '';
    const isText = typeof cell?.value === 'string' && of.total !== 'count';
    if (!own.has(line) && !isEmpty && !isText && !formulas.get(line)?.has(column)) return undefined;
  }
  return isSame(totalOf(of.total, values), value) ? { first, last } : undefined;
}

function totalOf(total: string, values: readonly unknown[]): number | undefined {
  const filled = values.filter((value) => value !== null && value !== '');
  if (total === 'count') return filled.length;
  const numbers = filled.filter((value): value is number => typeof value === 'number');
  if (numbers.length !== filled.length || numbers.length === 0) return undefined;
  const sum = numbers.reduce((all, one) => all + one, 0);
  if (total === 'sum') return sum;
  if (total === 'avg') return sum / numbers.length;
  return numbers.reduce((one, other) => (total === 'max' ? Math.max(one, other) : Math.min(one, other)));
}

const isSame = (one: number | undefined, other: unknown): boolean =>
  one !== undefined &&
  typeof other === 'number' &&
  Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
