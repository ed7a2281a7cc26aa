/**
 * The rows of a workbook's first sheet, one at a time. Own code, because the library reads on while its rows are not
 * taken: with a slow taker a million of them would be held.
 */
import { columnOf } from './cellAddress.ts';
import { type OpenWorkbook, openWorkbook } from './openWorkbook.ts';
import { SheetError } from './SheetError.ts';
import { dateText } from './serialDate.ts';
import { longestPiece, textIn } from './sharedTexts.ts';
import type { SheetLimits, SheetRow, SheetValue } from './types.ts';
import { unpackPart } from './unpackPart.ts';
import { elements, nextElement, openings, prefixOf } from './xmlElements.ts';
import { attribute, cellText } from './xmlText.ts';

export async function* xlsxRows(
  bytes: Uint8Array,
  limits: SheetLimits,
): AsyncGenerator<SheetRow, void, undefined> {
  const book = await openWorkbook(bytes, limits);
  let held = '';
  let prefix: string | undefined;
  let number = 0;
  for await (const piece of unpackPart(bytes, book.sheet, { left: limits.unpacked })) {
    held += piece;
    if (prefix === undefined && held.length > longestPiece)
      throw new SheetError('wrong', 'The workbook has no table.');
    if (prefix === undefined && !held.includes('worksheet')) continue;
    prefix ??= prefixOf(held);
    const ending = `</${prefix}row>`;
    let from = 0;
    for (let end = held.indexOf(ending); end >= 0; end = held.indexOf(ending, from)) {
      const { opening, cells, passed } = rowIn(held.slice(from, end), prefix);
      from = end + ending.length;
      number = rowNumber(opening, number + passed);
      if (number > limits.rows) throw new SheetError('large', `There are more than ${limits.rows} rows.`);
      yield { number, values: cellsOf(cells, { book, limits, prefix }) };
    }
    held = held.slice(from);
    if (held.length <= longestPiece) continue;
    // Rows that are empty but formatted have no ending of their own; there may be a million of them at the end.
    const empty = emptyRows(held, prefix);
    number = rowNumber(empty.last, number + empty.count);
    held = held.slice(empty.end);
    if (held.length > longestPiece) throw new SheetError('large', 'A row is too long.');
  }
}

/** All rows but the last, where none of them ends otherwise than by itself. */
function emptyRows(held: string, prefix: string) {
  const tags = openings(held, `${prefix}row`).slice(0, -1);
  const end = tags.length > 0 ? held.lastIndexOf(`<${prefix}row`) : 0;
  return { count: tags.length, last: tags.at(-1) ?? '', end };
}

/** The last row opened is the one that ends here; those before it are empty. */
function rowIn(text: string, prefix: string) {
  const rows = openings(text, `${prefix}row`);
  const start = text.lastIndexOf(`<${prefix}row`);
  return { opening: rows.at(-1) ?? '', cells: text.slice(text.indexOf('>', start) + 1), passed: rows.length };
}

function rowNumber(opening: string, counted: number): number {
  const said = Number(attribute(opening, 'r'));
  return Number.isInteger(said) && said > 0 ? said : counted;
}

type Sheet = { readonly book: OpenWorkbook; readonly limits: SheetLimits; readonly prefix: string };

function cellsOf(cells: string, sheet: Sheet): readonly SheetValue[] {
  const values: SheetValue[] = [];
  let next = 0;
  for (const { tag, inner } of elements(cells, `${sheet.prefix}c`)) {
    const column = columnOf(attribute(tag, 'r') ?? '') ?? next;
    next = column + 1;
    const value = inner === undefined ? null : cellValue(tag, inner, sheet);
    if (value === null) continue;
    if (column >= sheet.limits.columns)
      throw new SheetError('large', `There are more than ${sheet.limits.columns} columns.`);
    while (values.length < column) values.push(null);
    values[column] = value;
  }
  return values;
}

function cellValue(tag: string, inner: string, { book, prefix }: Sheet): SheetValue {
  const type = attribute(tag, 't') ?? 'n';
  if (type === 'inlineStr') return textIn(inner, prefix);
  // What the formula is does not matter; what it gave does.
  const raw = nextElement(inner, `${prefix}v`, 0)?.inner ?? '';
  if (type === 'str') return cellText(raw);
  if (raw === '') return null;
  if (type === 's') return book.texts[Number(raw)] ?? null;
  if (type === 'b') return raw === '1' || raw === 'true';
  const value = Number(raw);
  if (type !== 'n' || !Number.isFinite(value)) return cellText(raw);
  const isDate = book.dates[Number(attribute(tag, 's') ?? 0)] === true;
  return (isDate && dateText(value, book.is1904)) || asShown(value);
}

/** 0.1 + 0.2 is stored as 0.30000000000000004 and shown as 0.3; what people saw is what they sent. */
const asShown = (value: number): number => Number(value.toPrecision(15));
