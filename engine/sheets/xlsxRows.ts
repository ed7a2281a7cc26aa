/**
 * Streams the rows of a workbook's first sheet. Own code, because the library ignores backpressure: with a
 * slow reader a million rows would be buffered.
 */
import { brokenCell, readableText } from './brokenCell.ts';
import { columnOf } from './cellAddress.ts';
import { mergedCells, mergedRanges } from './mergedCells.ts';
import { type OpenWorkbook, openWorkbook } from './openWorkbook.ts';
import { SheetError } from './SheetError.ts';
import { longestPiece, textIn } from './sharedTexts.ts';
import type { SheetCell, SheetLimits, SheetRow } from './types.ts';
import { unpackPart } from './unpackPart.ts';
import { isOpened, nextElement, openingOf, openings, prefixOf } from './xmlElements.ts';
import { attribute, cellText } from './xmlText.ts';

/** Yields batches of rows; `yieldTurn` is called while unpacking. */
export async function* xlsxRows(
  bytes: Uint8Array,
  limits: SheetLimits,
  yieldTurn?: () => Promise<void>,
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  const book = await openWorkbook(bytes, limits, yieldTurn);
  const merged = mergedCells(await mergedRanges(bytes, book.sheet, { left: limits.unpacked, yieldTurn }));
  const sheet: Sheet = { book, limits, merged, prefix: undefined, held: '', looked: 0, number: 0, cells: 0 };
  for await (const piece of unpackPart(bytes, book.sheet, { left: limits.unpacked, yieldTurn })) {
    sheet.held += piece;
    if (sheet.prefix === undefined && sheet.held.length > longestPiece)
      throw new SheetError('wrong', 'The workbook has no table.');
    if (sheet.prefix === undefined && !isOpened(sheet.held)) continue;
    sheet.prefix ??= prefixOf(sheet.held);
    const rows = takeRows(sheet, sheet.prefix);
    if (rows.length > 0) yield rows;
    passEmpty(sheet, sheet.prefix, piece.length);
    if (sheet.held.length > longestPiece) throw new SheetError('large', 'A row is too long.');
  }
  if (sheet.prefix !== undefined && openingOf(sheet.held, `${sheet.prefix}row`, 0) >= 0)
    throw unclosed(sheet);
}

const unclosed = ({ number }: Sheet) =>
  new SheetError('wrong', 'A row or a cell is never closed.', undefined, number + 1);

type Sheet = {
  readonly book: OpenWorkbook;
  readonly limits: SheetLimits;
  readonly merged: ReturnType<typeof mergedCells>;
  prefix: string | undefined;
  /** Text that is not a complete row yet, and how much of it was searched for an end. */
  held: string;
  looked: number;
  number: number;
  cells: number;
};

function takeRows(sheet: Sheet, prefix: string): readonly SheetRow[] {
  const rows: SheetRow[] = [];
  const ending = `</${prefix}row>`;
  const { held } = sheet;
  let from = 0;
  let end = held.indexOf(ending, Math.max(0, sheet.looked - ending.length));
  for (; end >= 0; end = held.indexOf(ending, from)) {
    const { opening, cells, passed } = rowIn(held.slice(from, end), prefix);
    from = end + ending.length;
    sheet.number = rowNumber(opening, sheet.number + passed);
    refuseMany(sheet);
    rows.push({ number: sheet.number, values: sheet.merged(sheet.number, cellsOf(cells, prefix, sheet)) });
  }
  sheet.held = held.slice(from);
  sheet.looked = sheet.held.length;
  return rows;
}

/**
 * Empty formatted rows have no closing tag, and there may be a million of them. Any other row ends before the
 * next one opens, which is searched for in what has `come`.
 */
function passEmpty(sheet: Sheet, prefix: string, come: number): void {
  const { held } = sheet;
  const name = `${prefix}row`;
  let [from, counted, last] = [0, 0, ''];
  let start = openingOf(held, name, 0);
  for (; start >= 0; start = openingOf(held, name, from)) {
    const close = held.indexOf('>', start);
    if (close < 0) break;
    if (held[close - 1] !== '/') {
      if (openingOf(held, name, Math.max(close, held.length - come - name.length - 1)) >= 0)
        throw unclosed(sheet);
      break;
    }
    [from, counted, last] = [close + 1, counted + 1, held.slice(start, close)];
  }
  // The tag name itself may be split at the end.
  if (start < 0) from = Math.max(from, held.length - name.length - 1);
  sheet.number = rowNumber(last, sheet.number + counted);
  refuseMany(sheet);
  sheet.held = held.slice(from);
  sheet.looked = sheet.held.length;
}

function refuseMany({ number, limits }: Sheet): void {
  if (number > limits.rows) throw new SheetError('large', `There are more than ${limits.rows} rows.`);
}

/** The last opened row is the one that ends here; those before it are empty. */
function rowIn(text: string, prefix: string) {
  const rows = openings(text, `${prefix}row`);
  const start = text.lastIndexOf(`<${prefix}row`);
  return { opening: rows.at(-1) ?? '', cells: text.slice(text.indexOf('>', start) + 1), passed: rows.length };
}

function rowNumber(opening: string, counted: number): number {
  const said = Number(attribute(opening, 'r'));
  return Number.isInteger(said) && said > 0 ? said : counted;
}

function cellsOf(cells: string, prefix: string, sheet: Sheet): readonly SheetCell[] {
  const values: SheetCell[] = [];
  const { limits } = sheet;
  let next = 0;
  const name = `${prefix}c`;
  let from = 0;
  for (let cell = nextElement(cells, name, 0); cell; cell = nextElement(cells, name, from)) {
    const { tag, inner } = cell;
    from = cell.end;
    const column = columnOf(attribute(tag, 'r') ?? '') ?? next;
    next = column + 1;
    const value = inner === undefined ? null : cellValue({ tag, inner, prefix }, sheet.book);
    if (value === null) continue;
    if (column >= limits.columns)
      throw new SheetError('large', `There are more than ${limits.columns} columns.`);
    sheet.cells += 1;
    if (sheet.cells > limits.cells)
      throw new SheetError('large', `There are more than ${limits.cells} cells.`);
    while (values.length < column) values.push(null);
    values[column] = value;
  }
  if (openingOf(cells, name, from) >= 0) throw unclosed(sheet);
  return values;
}

type Cell = { readonly tag: string; readonly inner: string; readonly prefix: string };

function cellValue({ tag, inner, prefix }: Cell, book: OpenWorkbook): SheetCell {
  const type = attribute(tag, 't') ?? 'n';
  if (type === 'inlineStr') return readableText(textIn(inner, prefix));
  const result = nextElement(inner, `${prefix}v`, 0);
  const raw = result?.inner ?? '';
  // Only the result of a formula counts. A text result may be empty, a number may not.
  if (raw === '' && inner.includes(`<${prefix}f`) && (type !== 'str' || !result))
    return brokenCell('uncalculated', formulaIn(inner, prefix));
  if (type === 'str') return readableText(cellText(raw));
  if (raw === '') return null;
  if (type === 's') return sharedText(book, Number(raw));
  if (type === 'b') return raw === '1' || raw === 'true';
  if (type === 'e') return brokenCell('error', cellText(raw));
  if (type === 'd') return cellText(raw).replace(/T00:00:00(\.0+)?Z?$/, '');
  const value = Number(raw);
  if (!Number.isFinite(value)) return readableText(cellText(raw));
  return book.show(value, Number(attribute(tag, 's') ?? 0));
}

function sharedText({ texts }: OpenWorkbook, number: number): SheetCell {
  const text = texts[number];
  if (text === undefined) throw new SheetError('wrong', 'The texts that cells refer to are not in the file.');
  return readableText(text);
}

function formulaIn(inner: string, prefix: string): string {
  return `=${cellText(nextElement(inner, `${prefix}f`, 0)?.inner ?? '')}`.slice(0, 100);
}
