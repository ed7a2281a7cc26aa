/** Totals of periods beside those of the periods that they are compared with. */
import type { SheetFormat, SheetValue } from '#engine';
import { accumulator } from './aggregates.ts';
import type { InParts } from './dataOf.ts';
import { FormulaError } from './FormulaError.ts';
import {
  type Comparison,
  comparedTo,
  comparedWith,
  figureField,
  figures,
  onlyLine,
  periodLabel,
  periodLater,
} from './periods.ts';
import type { DataRows, Row } from './types.ts';

type Asked = Comparison & {
  readonly said: (first: string) => string;
  /** Rows of periods that are not shown. */
  readonly earlier: readonly Row[];
  /** The first period that is shown; otherwise the first that has rows. */
  readonly from: string | undefined;
};

/** A longer time without a row is not filled with lines. */
const longestGap = 120;

/** Lines that are added, in all. */
const mostLines = 100_000;

/** A period without rows after the first of its line counts as zero in sums and counts, and has no average. */
export function* comparePeriods(data: DataRows, asked: Asked): InParts<DataRows> {
  const lines = new ComparedLines(data, asked);
  for (const [isShown, rows] of [[true, data.rows] as const, [false, asked.earlier] as const])
    for (const row of rows) {
      lines.add(row, isShown);
      yield;
    }
  const rows: Row[] = [];
  for (const row of lines.rows()) {
    rows.push(row);
    yield;
  }
  return { fields: [...data.fields, ...addedFields(data, asked)], rows };
}

function addedFields({ fields }: DataRows, { groups, period, totals }: Asked): DataRows['fields'] {
  const formatOf = (column: string, total: string): SheetFormat => {
    const own = fields.find(({ name }) => name === column)?.format ?? 'number';
    if (total === 'count') return 'integer';
    return total === 'avg' && own === 'integer' ? 'number' : own;
  };
  const added = groups.slice(groups.indexOf(period)).flatMap((_, by) =>
    totals.flatMap(({ column, total }) =>
      figures.map((figure) => ({
        name: figureField(column, figure, groups.indexOf(period) + by),
        format: figure === 'percent' ? ('number' as const) : formatOf(column, total),
      })),
    ),
  );
  return [{ name: onlyLine, format: 'boolean' }, ...added];
}

/** The lines of one group by their periods. */
type Line = { first: string; readonly periods: Map<string, Row[]> };

/** Rows of the innermost groups, whatever their period. */
type Series = { readonly sample: Row; readonly shown: Row[]; readonly periods: Set<string> };

class ComparedLines {
  private readonly asked: Asked;
  private readonly fields: DataRows['fields'];
  private readonly groups: readonly number[];
  private readonly totals: readonly { readonly place: number; readonly total: string }[];
  private readonly period: number;
  /** From the level of the period to the innermost. */
  private readonly levels: readonly {
    readonly level: number;
    readonly lines: Map<string, Line>;
    readonly said: Set<string>;
  }[];
  private readonly series = new Map<string, Series>();
  /** Columns that have a value: the reader may not see the others. */
  private readonly filled = new Set<number>();
  private first: string | undefined;
  private last: string | undefined;

  constructor({ fields }: DataRows, asked: Asked) {
    const place = (name: string) => fields.findIndex((field) => field.name === name);
    [this.asked, this.fields, this.period] = [asked, fields, place(asked.period)];
    this.groups = asked.groups.map(place);
    this.totals = asked.totals.map(({ column, total }) => ({ place: place(column), total }));
    const outermost = asked.groups.indexOf(asked.period);
    this.levels = asked.groups
      .slice(outermost)
      .map((_, by) => ({ level: outermost + by, lines: new Map(), said: new Set() }));
  }

  add(row: Row, isShown: boolean): void {
    const series = this.seriesOf(row);
    if (isShown) series.shown.push(row);
    for (const { place } of this.totals) if ((row[place] ?? null) !== null) this.filled.add(place);
    const period = row[this.period];
    if (typeof period !== 'string') return;
    series.periods.add(period);
    if (isShown && (this.first === undefined || period < this.first)) this.first = period;
    if (isShown && (this.last === undefined || period > this.last)) this.last = period;
    for (const { level, lines } of this.levels) {
      const key = this.keyOf(row, level);
      const line: Line = lines.get(key) ?? { first: period, periods: new Map<string, Row[]>() };
      if (period < line.first) line.first = period;
      const rows = line.periods.get(period);
      if (rows) rows.push(row);
      else line.periods.set(period, [row]);
      lines.set(key, line);
    }
  }

  /** The first row of each line carries its figures. */
  *rows(): Generator<Row> {
    let added = 0;
    for (const one of this.series.values()) {
      const carried = new Set<SheetValue>();
      for (const row of one.shown) {
        const period = row[this.period];
        if (typeof period === 'string' && !carried.has(period)) yield this.carrying(row, period, false);
        else yield row;
        carried.add(period ?? null);
      }
      for (const period of this.missing(one, carried)) {
        added += 1;
        if (added > mostLines) throw new FormulaError('report.compare.too-many', String(mostLines));
        yield this.carrying(this.withoutRows(one, period), period, true);
      }
    }
  }

  private seriesOf(row: Row): Series {
    const key = this.keyOf(row, this.groups.length - 1);
    const found = this.series.get(key) ?? { sample: row, shown: [], periods: new Set<string>() };
    this.series.set(key, found);
    return found;
  }

  /** The groups down to a level, without the period. */
  private keyOf(row: Row, level: number): string {
    const places = this.groups.slice(0, level + 1).filter((place) => place !== this.period);
    return JSON.stringify(places.map((place) => row[place] ?? null));
  }

  /** Periods in between, and those that are compared with one that has rows. */
  private missing({ periods }: Series, carried: ReadonlySet<SheetValue>): readonly string[] {
    const { per, compared, from = this.first } = this.asked;
    const { last } = this;
    if (from === undefined || last === undefined) return [];
    const found = new Set<string>();
    const own = [...periods].sort();
    for (const [at, period] of own.entries()) {
      found.add(comparedTo(period, per, compared) ?? period);
      for (const next of this.between(period, own[at + 1] ?? period)) found.add(next);
    }
    return [...found].filter((one) => one >= from && one <= last && !carried.has(one)).sort();
  }

  private readonly gaps = new Map<string, readonly string[]>();

  private between(period: string, until: string): readonly string[] {
    const known = this.gaps.get(period + until);
    if (known) return known;
    const { per } = this.asked;
    const found: string[] = [];
    const isShort = (periodLater(period, per, longestGap + 1) ?? until) >= until;
    for (let next = periodLater(period, per, 1); isShort && next && next < until; ) {
      found.push(next);
      next = periodLater(next, per, 1);
    }
    this.gaps.set(period + until, found);
    return found;
  }

  private withoutRows({ sample }: Series, period: string): Row {
    const label = periodLabel(this.asked.period);
    const zeros = this.totals.filter(({ place, total }) => total === 'sum' && this.filled.has(place));
    const places = new Set(zeros.map(({ place }) => place));
    return this.fields.map(({ name }, place): SheetValue => {
      if (place === this.period) return period;
      if (name === label) return this.asked.said(period);
      if (this.groups.includes(place)) return sample[place] ?? null;
      return places.has(place) ? 0 : null;
    });
  }

  private carrying(row: Row, period: string, isOnlyLine: boolean): Row {
    const own = this.levels.flatMap(({ level, lines, said }): readonly SheetValue[] => {
      const key = this.keyOf(row, level);
      const isFirst = !said.has(`${period}${key}`);
      said.add(`${period}${key}`);
      const line = lines.get(key);
      return this.totals.flatMap((_, at) =>
        isFirst && line ? this.figuresOf(line, period, at) : [null, null, null],
      );
    });
    return [...row, isOnlyLine, ...own];
  }

  private figuresOf(line: Line, period: string, at: number): readonly SheetValue[] {
    const against = this.againstOf(period);
    if (against === undefined || against < line.first) return [null, null, null];
    const [before, now] = [this.totalOf(line, against, at), this.totalOf(line, period, at)];
    if (before === null || now === null) return [before, null, null];
    const difference = differenceOf(now, before);
    return [before, difference, before === 0 ? null : difference / Math.abs(before)];
  }

  private readonly against = new Map<string, string | undefined>();

  private againstOf(period: string): string | undefined {
    const { per, compared } = this.asked;
    if (!this.against.has(period)) this.against.set(period, comparedWith(period, per, compared));
    return this.against.get(period);
  }

  private totalOf({ periods }: Line, period: string, at: number): number | null {
    const { place, total } = this.totals[at] ?? { place: -1, total: '' };
    if (!this.filled.has(place)) return null;
    const rows = periods.get(period);
    if (!rows) return total === 'sum' || total === 'count' ? 0 : null;
    const added = accumulator(total);
    for (const row of rows) added.add(row[place] ?? null);
    const value = added.value();
    return typeof value === 'number' ? value : null;
  }
}

/** To the digits that its values have: 1000000.1 less 1000000 is 0.1. */
function differenceOf(now: number, before: number): number {
  const size = Math.max(Math.abs(now), Math.abs(before), 1);
  const places = 14 - Math.floor(Math.log10(size));
  return Number((now - before).toFixed(Math.min(14, Math.max(0, places))));
}
