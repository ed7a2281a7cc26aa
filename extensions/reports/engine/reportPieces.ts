/** A report as a row of pieces, from above to below: what stands beside each other, tables line by line. Writers put them on pages. */

import { type ChartData, chartData } from './chartData.ts';
import { type Around, fieldPlaces, filterRows } from './dataOf.ts';
import { reportContext } from './reportContext.ts';
import { type FormulaScope, isSaid, type Saying, saidValue } from './runFormula.ts';
import { shownStyle, shownText } from './shownText.ts';
import { type Line, type Reader, tableLines } from './tableLines.ts';
import type { Box, DataRows, Image, ReportItem, ReportLayout, Row, ShownStyle, Tablix } from './types.ts';

type PlacedText = { readonly kind: 'text'; readonly text: string; readonly style: ShownStyle };
export type Placed = { readonly box: Box } & {
  readonly what: PlacedText | Image | { readonly kind: 'chart'; readonly chart: ChartData };
};

export type Piece =
  | { readonly kind: 'items'; readonly items: readonly Placed[]; readonly gap: number }
  | {
      readonly kind: 'table';
      readonly left: number;
      readonly gap: number;
      readonly widths: readonly number[];
      readonly heads: readonly Line[];
      readonly name: string;
    }
  | { readonly kind: 'line'; readonly line: Line }
  /** What follows begins a page. */
  | { readonly kind: 'break' }
  /** Nothing stands here: others may come between. */
  | { readonly kind: 'pause' }
  /** The table has no row: what it says instead. */
  | { readonly kind: 'none'; readonly text: string };

export type ReportRun = {
  readonly layout: ReportLayout;
  readonly saying: Saying;
  readonly data: ReadonlyMap<string, DataRows>;
  readonly reader: Reader;
  /** Fields whose columns are left out. */
  readonly withoutFields: ReadonlySet<string>;
};

export function* reportPieces(given: ReportRun): Generator<Piece> {
  const run = inContext(given);
  for (const piece of piecesOf(run)) {
    run.saying.meter?.rest();
    yield piece;
  }
}

/** With what the formulas of the report may name. */
const inContext = (run: ReportRun): ReportRun =>
  run.saying.report
    ? run
    : { ...run, saying: { ...run.saying, report: reportContext(run.layout, run.data) } };

function* piecesOf(run: ReportRun): Generator<Piece> {
  const items = [...run.layout.body].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  let below = 0;
  for (let at = 0; at < items.length; ) {
    const first = items[at] as ReportItem;
    const gap = Math.max(0, first.box.top - below);
    if (first.item.kind === 'tablix') {
      below = first.box.top + first.box.height;
      at += 1;
      if (!isHidden(first, run)) yield* tablePieces(first.item, { run, left: first.box.left, gap });
      continue;
    }
    const beside = besides(items, at);
    at += beside.length;
    below = Math.max(...beside.map(({ box }) => box.top + box.height));
    const placed = beside.flatMap((item) => placedOf(item, run, first.box.top));
    if (placed.length > 0) yield { kind: 'items', items: placed, gap };
  }
}

/** Those that begin before the first of them ends. */
function besides(items: readonly ReportItem[], at: number): readonly ReportItem[] {
  const first = items[at] as ReportItem;
  let end = at + 1;
  let bottom = first.box.top + first.box.height;
  for (; end < items.length; end += 1) {
    const next = items[end] as ReportItem;
    if (next.item.kind === 'tablix' || next.box.top >= bottom - 1) break;
    bottom = Math.max(bottom, next.box.top + next.box.height);
  }
  return items.slice(at, end);
}

/** Items of a head or a foot, which stand where they are put. */
export function placedItems(
  items: readonly ReportItem[],
  given: ReportRun,
  globals: Saying['globals'],
): readonly Placed[] {
  const run = inContext(given);
  const saying = { ...run.saying, globals: { ...run.saying.globals, ...globals } };
  return items.flatMap((item) => placedOf(item, { ...run, saying }, 0));
}

function isHidden({ hidden }: ReportItem, run: ReportRun): boolean {
  return isSaid(hidden, scopeOf(run, undefined));
}

function placedOf(one: ReportItem, run: ReportRun, top: number): readonly Placed[] {
  const { item } = one;
  if (item.kind === 'tablix' || isHidden(one, run)) return [];
  const box = { ...one.box, top: one.box.top - top };
  if (item.kind === 'image') return [{ box, what: item }];
  if (item.kind === 'text') {
    const scope = scopeOf(run, undefined);
    const { text, value } = shownText([item], scope);
    return [{ box, what: { kind: 'text', text, style: shownStyle(item.style, scope, value) } }];
  }
  const data = run.data.get(item.dataSet) ?? [...run.data.values()][0];
  if (!data) return [];
  return [
    { box, what: { kind: 'chart', chart: chartData(item, data.rows, aroundOf(run, data, item.dataSet)) } },
  ];
}

/** Beside a table, fields and sums are those of the first data set. */
function scopeOf(run: ReportRun, name: string | undefined): FormulaScope {
  const [first] = run.layout.dataSets;
  const data = run.data.get(name ?? first?.name ?? '');
  const around = data
    ? aroundOf(run, data, name ?? first?.name ?? '')
    : { saying: run.saying, fields: new Map<string, number>(), extents: [] };
  return { ...around, row: undefined };
}

function aroundOf(run: ReportRun, data: DataRows, name: string): Around {
  return { saying: run.saying, fields: fieldPlaces(data), extents: [{ name, rows: data.rows }] };
}

const pause: Piece = { kind: 'pause' };

type Putting = { readonly run: ReportRun; readonly left: number; readonly gap: number };

function* tablePieces(tablix: Tablix, { run, left, gap }: Putting): Generator<Piece> {
  const data = run.data.get(tablix.dataSet) ?? [...run.data.values()][0];
  if (!data) return;
  const around = aroundOf(run, data, tablix.dataSet);
  let kept: readonly Row[] = data.rows;
  if (tablix.filters.length > 0) {
    const parts = filterRows(data.rows, tablix.filters, around);
    let part = parts.next();
    for (; !part.done; part = parts.next()) yield pause;
    kept = part.value;
  }
  const noRows = saidValue(tablix.noRows, { ...around, row: undefined });
  if (kept.length === 0 && noRows !== null) {
    yield { kind: 'none', text: String(noRows) };
    return;
  }
  const without = columnsWithout(tablix, run, around);
  const heads: Line[] = [];
  let isOpen = false;
  const widths = [...tablix.headerWidths, ...tablix.widths.filter((_, index) => !without.has(index))];
  const opening = { kind: 'table', left, gap, widths, heads, name: tablix.name } as const;
  for (const line of tableLines({ tablix, data, saying: run.saying, reader: run.reader, without })) {
    if (!line) yield pause;
    else if (line.isHead) heads.push(line);
    else {
      if (!isOpen) yield opening;
      isOpen = true;
      yield { kind: 'line', line };
    }
  }
  if (!isOpen) yield opening;
}

/** Columns that the definition hides, and those whose field the reader has left out. */
function columnsWithout(tablix: Tablix, run: ReportRun, around: Around): ReadonlySet<number> {
  const scope = { ...around, row: undefined };
  const shownBy = fieldsByColumn(tablix);
  const left = tablix.widths.flatMap((_, index) => {
    const hidden = tablix.columnHidden[index] ?? null;
    if (isSaid(hidden, scope)) return [index];
    const fields = shownBy[index] ?? [];
    return fields.length > 0 && fields.every((name) => run.withoutFields.has(name)) ? [index] : [];
  });
  // A table of which nothing is left would say less than nothing.
  return new Set(left.length === tablix.widths.length ? [] : left);
}

function fieldsByColumn({ rows, widths }: Tablix): readonly (readonly string[])[] {
  return widths.map((_, index) =>
    rows.flatMap(({ cells }) =>
      (cells[index]?.contents ?? []).flatMap((content) =>
        content.kind !== 'text'
          ? []
          : content.values.flatMap((said) =>
              typeof said === 'object' && said?.kind === 'field' ? [said.name] : [],
            ),
      ),
    ),
  );
}
