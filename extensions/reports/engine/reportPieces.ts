/** A report as a row of pieces, from above to below: what is next to each other, tables line by line. Writers put them on pages. */

import type { SheetValue } from '#engine';
import { shownJumps } from './actions.ts';
import { bandsOf, boxAround, isBelow, overlapping } from './bands.ts';
import { chartData } from './chartData.ts';
import { fieldPlaces, filterRows, type InParts } from './dataOf.ts';
import type { Around, PageItems } from './formulaScope.ts';
import { everyPart } from './formulaTypes.ts';
import { KeptTogether } from './keptTogether.ts';
import type { Line, Nested } from './line.ts';
import { matrixOf } from './matrixColumns.ts';
import type { Piece, Placed } from './pieces.ts';
import { reportContext } from './reportContext.ts';
import { type FormulaScope, isSaid, type Saying, saidValue } from './runFormula.ts';
import { shownImage } from './shownImage.ts';
import { shownStyle, shownText } from './shownText.ts';
import { saidWithoutRows, tableLines } from './tableLines.ts';
import type { Breaks, DataRows, ReportItem, ReportLayout, Subreport, Tablix } from './types.ts';
import { isVisible, type Reader, turnedIn } from './visibility.ts';

export type ReportRun = {
  readonly layout: ReportLayout;
  readonly saying: Saying;
  readonly data: ReadonlyMap<string, DataRows>;
  readonly reader: Reader;
  /** Fields whose columns are left out. */
  readonly withoutFields: ReadonlySet<string>;
  /** What the reader has to know of the rows. */
  readonly notes?: readonly string[];
};

export function* reportPieces(given: ReportRun): Generator<Piece> {
  const run = inContext(given);
  yield* keptTogether(run, piecesOf(run));
}

function* keptTogether({ saying }: ReportRun, pieces: Iterable<Piece>): Generator<Piece> {
  const kept = new KeptTogether();
  for (const piece of pieces) {
    saying.meter?.rest();
    yield* kept.push(piece);
  }
  yield* kept.end();
}

/** With what the formulas of the report may name. */
const inContext = (run: ReportRun): ReportRun =>
  run.saying.report
    ? run
    : { ...run, saying: { ...run.saying, report: reportContext(run.layout, run.data) } };

function* piecesOf(run: ReportRun): Generator<Piece> {
  let below = 0;
  // A page begins before what comes next, so that none is empty at the end.
  let owed: Pick<Breaks, 'resets'> | undefined;
  for (const band of bandsOf(run.layout.body)) {
    const { top, height } = boxAround(band.map(({ box }) => box));
    const gap = Math.max(0, top - below);
    below = top + height;
    const shown = band.filter((one) => !isHidden(one, run));
    if (shown.length === 0) continue;
    const begun = shown.flatMap((one) => (one.box.top - top <= 1 ? (startBreak(one) ?? []) : []));
    const pageOf = [...(owed ? [owed] : []), ...begun];
    if (pageOf.length > 0) yield breakOf(pageOf);
    owed = shown.find((one) => one.breaks?.end)?.breaks;
    if (shown.some(isRegion) && band.length > 1) yield besidePiece(band, { run, gap });
    else yield* itemPieces(shown, { run, gap, top });
    owed ??= shown.flatMap((one) => endBreak(one) ?? [])[0];
  }
}

const isRegion = ({ item }: ReportItem): boolean => item.kind === 'tablix' || item.kind === 'subreport';

/** A region by itself, or items that do not continue on another page. */
function* itemPieces(
  items: readonly ReportItem[],
  { run, gap, top }: { readonly run: ReportRun; readonly gap: number; readonly top: number },
): Generator<Piece> {
  const [first] = items;
  if (first?.item.kind === 'tablix') yield* tablePieces(first.item, { run, left: first.box.left, gap });
  else if (first?.item.kind === 'subreport')
    yield subreportPiece(first.item, scopeOf(run, undefined), first.box.left);
  else {
    const placed = items.flatMap((item) => placedOf(item, run, top));
    if (placed.length > 0) yield { kind: 'items', items: placed, gap };
  }
}

/** What is hidden stays as a place of no height, so that what is below it moves up. */
function besidePiece(
  band: readonly ReportItem[],
  { run, gap }: { readonly run: ReportRun; readonly gap: number },
): Piece {
  const around = boxAround(band.map(({ box }) => box));
  const regions = band.filter(isRegion).map((one) => [one]);
  const groups = [...regions, ...overlapping(band.filter((one) => !isRegion(one)))]
    .map((items) => ({ items, box: boxAround(items.map(({ box }) => box)), within: items[0]?.within ?? [] }))
    .sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  const flows = groups.map((one, own) => {
    const shown = one.items.filter((item) => !isHidden(item, run));
    const breaks = one.box.top - around.top > 1 ? shown.flatMap((item) => startBreak(item) ?? []) : [];
    return {
      box: { ...one.box, top: one.box.top - around.top },
      after: groups.flatMap((other, at) => (at < own && isBelow(one, other) ? [at] : [])),
      pieces: keptTogether(run, flowPieces(shown, { run, breaks, top: one.box.top })),
    };
  });
  return { kind: 'beside', gap, height: around.height, flows };
}

function* flowPieces(
  items: readonly ReportItem[],
  { run, breaks, top }: { readonly run: ReportRun; readonly breaks: readonly Breaks[]; readonly top: number },
): Generator<Piece> {
  if (items.length === 0) return;
  if (breaks.length > 0) yield breakOf(breaks);
  yield* itemPieces(items, { run, gap: 0, top });
}

const subreportPiece = ({ report, parameters }: Subreport, scope: FormulaScope, left: number): Piece => ({
  ...{ kind: 'subreport', report, left },
  filters: Object.fromEntries(
    parameters.map(({ name, value }) => [name, String(saidValue(value, scope) ?? '')]),
  ),
});

/** Of the first page, unless a group names it. */
export function firstPageName(given: ReportRun): string | undefined {
  const name = saidValue(given.layout.pageName, scopeOf(inContext(given), undefined));
  return name === null ? undefined : String(name).slice(0, longestName);
}

const longestName = 300;

const breakOf = (breaks: readonly Pick<Breaks, 'resets'>[]): Piece =>
  breaks.some(({ resets }) => resets) ? { kind: 'break', resets: true } : { kind: 'break' };

/** Of the item, or of a table whose first rows are a group that begins a page. */
function startBreak({ item, breaks }: ReportItem): Breaks | undefined {
  if (breaks?.start) return breaks;
  const own = item.kind === 'tablix' ? item.members[item.headMembers]?.group?.breaks : undefined;
  return own?.start ? own : undefined;
}

/** Of a table whose group ends a page. */
const endBreak = ({ item }: ReportItem): Breaks | undefined =>
  item.kind === 'tablix' ? item.members.find(({ group }) => group?.breaks?.end)?.group?.breaks : undefined;

/** A page whose head and foot are drawn. */
export type PageOf = {
  readonly number: number;
  readonly total: number;
  /** Where pages are numbered anew in between: its number and how many pages there are until the next time. */
  readonly section?: { readonly number: number; readonly total: number };
  /** What the page is called. */
  readonly name?: string | undefined;
  /** What its text boxes say, by name. */
  readonly said?: PageItems;
};

/** Items of a head or a foot, which stand where they are put; none on a page that they are not printed on. */
export function placedItems(
  part: 'header' | 'footer',
  given: ReportRun,
  { number, total, section = { number, total }, name, said }: PageOf,
): readonly Placed[] {
  const run = inContext(given);
  const { layout } = run;
  const on = part === 'header' ? layout.headerOn : layout.footerOn;
  const isLeftOut = number === 1 ? on?.first === false : number === total && on?.last === false;
  if (isLeftOut) return [];
  const pages = { pagenumber: section.number, totalpages: section.total, pagename: name ?? null };
  const overall = { overallpagenumber: number, overalltotalpages: total };
  const report = run.saying.report && { ...run.saying.report, ...(said ? { pageItems: said } : {}) };
  const saying = {
    ...run.saying,
    globals: { ...run.saying.globals, ...pages, ...overall },
    ...(report ? { report } : {}),
  };
  return layout[part].flatMap((item) => placedOf(item, { ...run, saying }, 0));
}

/** By itself, or with a rectangle that contains it. */
function isHidden({ hidden, toggle, around = [] }: ReportItem, run: ReportRun): boolean {
  const scope = scopeOf(run, undefined);
  const { outside } = turnedIn(run.layout);
  return [{ hidden, toggle }, ...around].some((one) => {
    const key = one.toggle !== undefined && outside.has(one.toggle) ? `${one.toggle}@` : undefined;
    return !isVisible(one, key, { scope, reader: run.reader });
  });
}

function placedOf(one: ReportItem, run: ReportRun, top: number): readonly Placed[] {
  const { item } = one;
  if (item.kind === 'tablix' || isHidden(one, run)) return [];
  const box = { ...one.box, top: one.box.top - top };
  if (item.kind === 'subreport') return [];
  if (item.kind === 'shape')
    return [{ box, what: { kind: 'shape', style: shownStyle(item.style, scopeOf(run, undefined)) } }];
  const { jumps: to } = item.kind === 'chart' ? {} : item;
  const jumps = to ? { jumps: shownJumps(to, scopeOf(run, undefined)) } : {};
  if (item.kind === 'image') {
    const image = shownImage(item, scopeOf(run, undefined));
    return image ? [{ box, what: image, ...jumps }] : [];
  }
  if (item.kind === 'text') {
    const scope = scopeOf(run, undefined);
    const { value, ...said } = shownText([item], scope);
    const style = shownStyle(item.style, scope, value);
    const { turning } = turnedIn(run.layout);
    const key = `${item.name}@`;
    const isOpen = turning.get(item.name) === run.reader.toggled.has(key);
    const toggle = turning.has(item.name) ? { toggle: { key, isOpen } } : {};
    return [{ box, what: { kind: 'text', ...said, style, name: item.name, value, ...toggle }, ...jumps }];
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

const saidOn = new WeakMap<ReportLayout, boolean>();

/** Whether head or foot name text boxes of the page, so that these must be kept. */
export function namesItems(layout: ReportLayout): boolean {
  const found =
    saidOn.get(layout) ??
    [...layout.header, ...layout.footer].some(
      ({ item }) =>
        item.kind === 'text' &&
        item.values.some(
          (one) =>
            typeof one === 'object' &&
            one !== null &&
            [...everyPart(one)].some(({ kind }) => kind === 'item'),
        ),
    );
  saidOn.set(layout, found);
  return found;
}

/** Keeps what the text boxes of a page say. */
export function keepSaid(said: Map<string, SheetValue[]>, name: string | undefined, value: SheetValue): void {
  if (name === undefined) return;
  const kept = said.get(name);
  if (kept) kept.push(value);
  else said.set(name, [value]);
}

const pause: Piece = { kind: 'pause' };

/** Long work between pieces: others may come between its parts. */
function* paused<Result>(parts: InParts<Result>): Generator<Piece, Result> {
  let part = parts.next();
  for (; !part.done; part = parts.next()) yield pause;
  return part.value;
}

type Putting = {
  readonly run: ReportRun;
  readonly left: number;
  readonly gap: number;
  readonly within?: Extract<Nested, { kind: 'tablix' }>['within'];
};

function* tablePieces(tablix: Tablix, { run, left, gap, within: given }: Putting): Generator<Piece> {
  const data = run.data.get(tablix.dataSet) ?? [...run.data.values()][0];
  if (!data) return;
  // A table in a cell of another data set is over all of its rows.
  const within = given?.extents[0]?.rows === data.rows ? given : undefined;
  const plain = aroundOf(run, data, tablix.dataSet);
  const around = within ? { ...plain, extents: within.extents } : plain;
  const rows = within?.rows ?? data.rows;
  const kept = yield* paused(filterRows(rows, tablix.filters, around));
  const noRows = saidWithoutRows(tablix, { ...around, row: undefined });
  if (kept.length === 0 && noRows !== null) {
    yield { kind: 'none', text: noRows, left };
    return;
  }
  const without = columnsWithout(tablix, run, around);
  const heads: Line[] = [];
  let isOpen = false;
  const region = [...around.extents, { name: tablix.name, rows: kept, kind: 'region' as const }];
  const making = { tablix, around, region, rows: kept, reader: run.reader, without, ...turnedIn(run.layout) };
  const matrix = yield* paused(matrixOf(making));
  const widths = [
    ...tablix.headerWidths,
    ...(matrix?.columns.map(({ width }) => width) ?? tablix.widths.filter((_, index) => !without.has(index))),
  ];
  const opening = {
    kind: 'table',
    left,
    gap,
    widths,
    headers: tablix.headerWidths.length,
    heads,
    name: tablix.name,
    ...(matrix ? { isMatrix: true } : {}),
    ...(tablix.headsOnce ? { headsOnce: true } : {}),
    ...(tablix.isRuled ? { isRuled: true } : {}),
  } as const;
  const { saying, reader, layout } = run;
  const table = {
    ...{ tablix, data, saying, reader, without, matrix },
    ...{ ...turnedIn(layout), ...(within ? { within } : {}) },
  };
  let again: Piece = opening;
  for (const line of tableLines(table)) {
    if (!line) yield pause;
    else if (line.isHead) heads.push(line);
    else {
      if (!isOpen) yield again;
      isOpen = true;
      yield { kind: 'line', line };
      for (const nested of line.nested ?? []) {
        if (nested.kind === 'subreport') yield subreportPiece(nested.subreport, nested.scope, left);
        else yield* tablePieces(nested.tablix, { run, left, gap: 0, within: nested.within });
        // What follows goes on without the heads.
        again = { ...opening, gap: 0, heads: [] };
        isOpen = false;
      }
    }
  }
  if (!isOpen && again === opening) yield opening;
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

/** Fields that a column shows; of one that only sums up, those. */
function fieldsByColumn({ rows, widths }: Tablix): readonly (readonly string[])[] {
  return widths.map((_, index) => {
    const said = rows
      .flatMap(({ cells }) => cells[index]?.contents ?? [])
      .flatMap((content) => (content.kind === 'text' ? content.values : []))
      .flatMap((one) => (typeof one === 'object' && one !== null ? [one] : []));
    const shown = said.flatMap((one) => (one.kind === 'field' ? [one.name] : []));
    const summed = said.flatMap((one) =>
      one.kind === 'aggregate' && one.of?.kind === 'field' ? [one.of.name] : [],
    );
    return shown.length > 0 ? shown : summed;
  });
}
