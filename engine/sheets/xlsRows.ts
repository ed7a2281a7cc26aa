/** Reads old workbooks (xls, BIFF8). Own code: libraries drop number formats, so 5 % would be 0.05. */
import { brokenCell, readableText } from './brokenCell.ts';
import { createCellFormats, type ShowNumber } from './cellFormats.ts';
import { compoundFile } from './compoundFile.ts';
import { SheetError } from './SheetError.ts';
import type { SheetCell, SheetLimits, SheetRow } from './types.ts';
import { XlsReader, type XlsRecord, xlsRecords } from './xlsRecords.ts';

/** The format cannot be streamed, but has at most 65,536 rows. Encrypted workbooks share the container. */
export async function* xlsRows(
  bytes: Uint8Array,
  limits: SheetLimits,
  yieldTurn?: () => Promise<void>,
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  const streams = compoundFile(bytes);
  if (streams.has('EncryptedPackage')) throw locked();
  const stream = streams.get('Workbook');
  if (!stream) throw new SheetError('wrong', 'The file is no workbook of Excel 97 to 2003.');
  const sheet: Sheet = { rows: new Map(), limits, cells: 0, texts: [] };
  try {
    await readBook(sheet, stream, yieldTurn);
  } catch (cause) {
    // Reading past the end of a record means a broken file.
    throw cause instanceof RangeError ? new SheetError('wrong', 'The workbook is broken.', cause) : cause;
  }
  const numbers = [...sheet.rows.keys()].toSorted((one, other) => one - other);
  for (let at = 0; at < numbers.length; at += atOnce)
    yield numbers.slice(at, at + atOnce).map((number) => {
      return { number: number + 1, values: Array.from(sheet.rows.get(number) ?? [], (cell) => cell ?? null) };
    });
}

const atOnce = 500;
const locked = () => new SheetError('locked', 'The workbook is locked with a password.');

type Sheet = {
  readonly rows: Map<number, SheetCell[]>;
  readonly limits: SheetLimits;
  cells: number;
  texts: readonly string[];
};

const ids = {
  bof: 0x809,
  eof: 0x0a,
  filePass: 0x2f,
  date1904: 0x22,
  format: 0x41e,
  style: 0xe0,
  boundSheet: 0x85,
  texts: 0xfc,
  sharedText: 0xfd,
  number: 0x203,
  rk: 0x27e,
  manyRk: 0xbd,
  truth: 0x205,
  label: 0x204,
  formula: 0x06,
  formulaText: 0x207,
} as const;

const biff8 = 0x600;

/** Reads the globals of the workbook first, then the cells of its first sheet. */
async function readBook(sheet: Sheet, stream: Uint8Array, yieldTurn?: () => Promise<void>): Promise<void> {
  const book: Book = { styles: [], codes: new Map(), is1904: false, start: undefined };
  let show: ShowNumber | undefined;
  let count = 0;
  let pending: Place | undefined;
  for (const record of xlsRecords(stream)) {
    count += 1;
    if (count % 2000 === 0) await yieldTurn?.();
    if (count === 1) refuseOther(record);
    if (!show) {
      if (record.id === ids.eof) show = await createCellFormats({ ...book, yieldTurn });
      else if (record.id === ids.texts) sheet.texts = sharedTexts(record);
      else takeFact(book, record);
    } else if (record.at > (book.start ?? stream.length)) {
      if (record.id === ids.eof) return;
      pending = takeCell(sheet, { record, show, pending });
    }
  }
  throw new SheetError('wrong', 'The workbook breaks off, or has no table.');
}

type Book = { styles: number[]; codes: Map<number, string>; is1904: boolean; start: number | undefined };

function refuseOther({ id, blocks }: XlsRecord): void {
  if (id !== ids.bof || new XlsReader(blocks).u16() !== biff8)
    throw new SheetError('wrong', 'The file is no workbook of Excel 97 to 2003.');
}

function takeFact(book: Book, { id, blocks }: XlsRecord): void {
  const read = new XlsReader(blocks);
  if (id === ids.filePass) throw locked();
  if (id === ids.date1904) book.is1904 = read.u16() === 1;
  if (id === ids.format) book.codes.set(read.u16(), read.text(read.u16()));
  if (id === ids.boundSheet) book.start ??= read.u32();
  if (id !== ids.style) return;
  read.skip(2);
  book.styles.push(read.u16());
}

function sharedTexts({ blocks }: XlsRecord): readonly string[] {
  const read = new XlsReader(blocks);
  read.skip(4);
  const count = read.u32();
  const texts: string[] = [];
  while (texts.length < count && !read.isEnd()) texts.push(read.richText());
  return texts;
}

type Place = { readonly row: number; readonly column: number };
type Taking = { readonly record: XlsRecord; readonly show: ShowNumber; readonly pending: Place | undefined };

/** Returns the place of a formula whose text result follows in the next record. */
function takeCell(sheet: Sheet, { record, show, pending }: Taking): Place | undefined {
  const read = new XlsReader(record.blocks);
  if (record.id === ids.formulaText) {
    if (pending) put(sheet, pending, readableText(read.text(read.u16())));
    return undefined;
  }
  const kind = record.id === ids.manyRk ? 'many' : cellReaders[record.id];
  if (!kind) return pending;
  const place = { row: read.u16(), column: read.u16() };
  if (kind === 'many') {
    for (let { column } = place; read.left() >= 8; column += 1) {
      const style = read.u16();
      put(sheet, { row: place.row, column }, show(read.rk(), style));
    }
    return undefined;
  }
  const style = read.u16();
  const value = kind(read, (number) => show(number, style), sheet);
  if (value === undefined) return place;
  put(sheet, place, value);
  return undefined;
}

type ReadCell = (read: XlsReader, show: (value: number) => SheetCell, sheet: Sheet) => SheetCell | undefined;

const cellReaders: Readonly<Record<number, ReadCell>> = {
  [ids.sharedText]: (read, _, { texts }) => readableText(texts[read.u32()] ?? ''),
  [ids.label]: (read) => readableText(read.text(read.u16())),
  [ids.number]: (read, show) => show(read.f64()),
  [ids.rk]: (read, show) => show(read.rk()),
  [ids.truth]: (read) => {
    const value = read.u8();
    return read.u8() === 1 ? errorOf(value) : value !== 0;
  },
  [ids.formula]: (read, show) => {
    const result = read.bytes(8);
    const [kind, , value = 0, , , , ...mark] = result;
    if (mark.some((byte) => byte !== 0xff))
      return show(new DataView(result.buffer, result.byteOffset, 8).getFloat64(0, true));
    if (kind === 0) return undefined;
    if (kind === 1) return value !== 0;
    return kind === 2 ? errorOf(value) : '';
  },
};

function put(sheet: Sheet, { row, column }: Place, value: SheetCell): void {
  const { limits, rows } = sheet;
  if (row >= limits.rows) throw new SheetError('large', `There are more than ${limits.rows} rows.`);
  if (column >= limits.columns)
    throw new SheetError('large', `There are more than ${limits.columns} columns.`);
  sheet.cells += 1;
  if (sheet.cells > limits.cells) throw new SheetError('large', `There are more than ${limits.cells} cells.`);
  const cells = rows.get(row) ?? [];
  rows.set(row, cells);
  cells[column] = value;
}

const errors: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

const errorOf = (code: number) => brokenCell('error', errors[code] ?? '#ERR!');
