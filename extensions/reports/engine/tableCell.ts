/** A cell of a line: what it shows, how it looks, and what the reader may do with it. */
import type { SheetFormat, SheetValue } from '#engine';
import { type ShownJumps, shownJumps } from './actions.ts';
import { type ChartData, chartData } from './chartData.ts';
import type { FormulaScope } from './formulaScope.ts';
import { runFormula } from './runFormula.ts';
import { type ShownImage, shownImage } from './shownImage.ts';
import { formatOf, formatsOf, type ShownParagraph, shownStyle, shownText } from './shownText.ts';
import { saidWith } from './tones.ts';
import type { Box, Cell, Chart, Content, DataRows, Image, Row, ShownStyle, Text } from './types.ts';
import { isVisible, type Reader } from './visibility.ts';

export type LineCell = {
  readonly text: string;
  /** Where parts of the text have looks of their own. */
  readonly paragraphs?: readonly ShownParagraph[];
  readonly value: SheetValue;
  readonly format: SheetFormat;
  readonly span: number;
  readonly style: ShownStyle;
  /** A format string that is written in the definition. */
  readonly code?: string;
  /** The text box. */
  readonly name?: string;
  readonly image?: ShownImage;
  readonly chart?: ChartData;
  /** The field that it shows, or that it sums up. */
  readonly of?: { readonly field: string; readonly total?: string };
  /** Where it leads, and how it is found. */
  readonly jumps?: ShownJumps;
  /** Of a rectangle, each text and picture where it is. */
  readonly parts?: readonly CellPart[];
  /** What it shows and hides, and whether that is shown. */
  readonly toggle?: { readonly key: string; readonly isOpen: boolean };
  /** What the reader may sort by, and how it is now. */
  readonly sort?: { readonly name: string; readonly direction?: 'up' | 'down' };
};

export type CellPart = {
  readonly box: Box;
  readonly text: string;
  readonly paragraphs?: readonly ShownParagraph[];
  readonly style: ShownStyle;
  readonly image?: ShownImage;
  readonly chart?: ChartData;
  readonly jumps?: ShownJumps;
};

type Standing = {
  readonly run: {
    readonly data: DataRows;
    readonly reader: Reader;
    readonly turning: ReadonlyMap<string, boolean>;
  };
  readonly scope: FormulaScope;
  readonly isFirstOnPage: boolean;
  readonly keyOf: (toggle: string | undefined) => string | undefined;
};

export function tableCell(cell: Cell | undefined, { run, scope, isFirstOnPage, keyOf }: Standing): LineCell {
  const { reader, turning, data } = run;
  const isShown = ({ visibility }: Content) =>
    !visibility || isVisible(visibility, keyOf(visibility.toggle), { scope, reader });
  const contents = (cell?.contents ?? []).filter(isShown);
  // What a row on an earlier page says does not count.
  const isAgain = (one: Text) => one.hideDuplicates && !isFirstOnPage && isRepeated(one, scope);
  const texts = contents.filter((one): one is Text => one.kind === 'text' && !isAgain(one));
  const picture = contents.find((one): one is Image => one.kind === 'image');
  const image = picture && shownImage(picture, scope);
  const drawn = contents.find((one): one is Chart => one.kind === 'chart');
  const chart = drawn && chartData(drawn, rowsAt(scope), scope);
  const [first] = texts;
  const { value, text, paragraphs } = saidIn(texts, scope, data);
  const style = styleOf(cell, first, { scope, value });
  const key = first && turning.has(first.name) ? keyOf(first.name) : undefined;
  const isHidden = turning.get(first?.name ?? '') === true;
  return {
    ...{ value, format: formatOf(first, data), span: 1, style },
    text: style.tone ? saidWith(style.tone, text) : text,
    ...(paragraphs ? { paragraphs } : {}),
    ...(chart ? { chart } : {}),
    ...shownField(texts),
    ...(typeof first?.style.format === 'string' ? { code: first.style.format } : {}),
    ...(first ? { name: first.name } : {}),
    ...(image ? { image } : {}),
    ...jumpsOf(first ?? picture, scope),
    ...(cell?.boxes ? { parts: partsOf(cell, isShown, { scope, data }) } : {}),
    ...(key === undefined ? {} : { toggle: { key, isOpen: isHidden === reader.toggled.has(key) } }),
    ...(first?.sort ? { sort: sortState(first.name, reader) } : {}),
  };
}

/** A total over no rows says so, also where it would be 0. */
function saidIn(texts: readonly Text[], scope: FormulaScope, data: DataRows) {
  const said = shownText(texts, scope, formatsOf(data));
  const empty = texts[0]?.style.empty;
  if (empty === undefined) return said;
  const isEmpty = said.value === null || rowsAt(scope).length === 0;
  return isEmpty ? { text: empty, value: null, paragraphs: undefined } : said;
}

/** A header has the height of all lines of its group, which are not known here. */
export const growingCell = (cell: LineCell): LineCell =>
  cell.style.isFixed ? { ...cell, style: { ...cell.style, isFixed: false } } : cell;

/** Of a cell that is a field, or one aggregate of a field over the rows of its line. */
function shownField(texts: readonly Text[]): Pick<LineCell, 'of'> {
  const [said, ...more] = texts.flatMap(({ values }) => values);
  if (more.length > 0 || typeof said !== 'object' || said === null) return {};
  if (said.kind === 'field') return { of: { field: said.name } };
  if (said.kind !== 'aggregate' || said.of?.kind !== 'field' || said.scope) return {};
  return { of: { field: said.of.name, total: said.name } };
}

/** The rows of the group or the row that a chart in a cell stands in. */
const rowsAt = ({ isDetail, row, extents }: FormulaScope): readonly Row[] =>
  isDetail && row ? [row] : (extents.at(-1)?.rows ?? []);

/** A text takes the ground of the rectangle that it stands in. */
function styleOf(
  cell: Cell | undefined,
  first: Text | undefined,
  { scope, value }: { readonly scope: FormulaScope; readonly value: SheetValue },
): ShownStyle {
  const around = cell?.style ? shownStyle(cell.style, scope) : {};
  return first && !cell?.boxes ? { ...around, ...shownStyle(first.style, scope, value) } : around;
}

const jumpsOf = (one: Text | Image | undefined, scope: FormulaScope) =>
  one?.jumps ? { jumps: shownJumps(one.jumps, scope) } : {};

function partsOf(
  { contents, boxes = [] }: Cell,
  isShown: (one: Content) => boolean,
  { scope, data }: { readonly scope: FormulaScope; readonly data: DataRows },
): readonly CellPart[] {
  return contents.flatMap((one, at): readonly CellPart[] => {
    const box = boxes[at];
    if (!box || !isShown(one) || one.kind === 'tablix' || one.kind === 'subreport') return [];
    if (one.kind === 'chart')
      return [{ box, text: '', style: {}, chart: chartData(one, rowsAt(scope), scope) }];
    if (one.kind === 'image') {
      const image = shownImage(one, scope);
      return image ? [{ box, text: '', style: {}, image, ...jumpsOf(one, scope) }] : [];
    }
    const { value, ...said } = shownText([one], scope, formatsOf(data));
    return [{ box, ...said, style: shownStyle(one.style, scope, value), ...jumpsOf(one, scope) }];
  });
}

const sortState = (name: string, { sort }: Reader) =>
  sort?.name === name ? ({ name, direction: sort.isDescending ? 'down' : 'up' } as const) : { name };

const places = new WeakMap<readonly Row[], Map<Row, number>>();

/** Whether the row before, within the scope, says the same. */
function isRepeated(text: Text, scope: FormulaScope): boolean {
  const { extents, row, isDetail } = scope;
  const at = extents.findLastIndex(({ name }) => name === text.hideDuplicates);
  // Of the data set those rows that the region shows.
  const within = at === 0 && extents[1]?.kind === 'region' ? extents[1] : extents[at];
  if (!within || !row) return false;
  const rows = isDetail ? within.rows : extents.at(-1) === within ? undefined : within.rows;
  const [own] = isDetail ? [row] : (extents.at(-1)?.rows ?? []);
  if (!rows || !own) return false;
  let numbers = places.get(rows);
  if (!numbers) {
    numbers = new Map(rows.map((one, index) => [one, index]));
    places.set(rows, numbers);
  }
  const before = rows[(numbers.get(own) ?? 0) - 1];
  if (!before) return false;
  const said = (of: Row) =>
    text.values.map((one) =>
      typeof one === 'object' && one !== null ? runFormula(one, { ...scope, row: of }) : one,
    );
  return JSON.stringify(said(row)) === JSON.stringify(said(before));
}
