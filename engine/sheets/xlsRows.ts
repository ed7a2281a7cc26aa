/** The rows of the first sheet of an old workbook (xls, BIFF8). Own code, because libraries give its values without their formats: 5 % would be 0.05. */
import { brokenCell, readableText } from './brokenCell.ts';
import { createCellFormats, type ShowNumber } from './cellFormats.ts';
import { compoundFile } from './compoundFile.ts';
import { SheetError } from './SheetError.ts';
import type { SheetCell, SheetLimits, SheetRow } from './types.ts';
import { createXlsReader, type XlsRecord, xlsRecords } from './xlsRecords.ts';

/** The format has no streams; its tables end at 65,536 rows. A new workbook that is locked wears the same coat. */
export async function* xlsRows(
  bytes: Uint8Array,
  limits: SheetLimits,
  breathe?: () => Promise<void>,
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  const streams = compoundFile(bytes);
  if (streams.has('EncryptedPackage')) throw locked();
  const stream = streams.get('Workbook');
  if (!stream) throw new SheetError('wrong', 'The file is no workbook of Excel 97 to 2003.');
  const sheet: Sheet = { rows: new Map(), limits, cells: 0, texts: [] };
  try {
    await readBook(sheet, stream, breathe);
  } catch (cause) {
    // Whatever lies past the end of a record is broken.
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

/** First what concerns the whole book, then the cells of its first sheet. */
async function readBook(sheet: Sheet, stream: Uint8Array, breathe?: () => Promise<void>): Promise<void> {
  const styles: number[] = [];
  const codes = new Map<number, string>();
  let is1904 = false;
  let start: number | undefined;
  let show: ShowNumber | undefined;
  let count = 0;
  let pending: Place | undefined;
  for (const record of xlsRecords(stream)) {
    count += 1;
    if (count % 2000 === 0) await breathe?.();
    const { id, at } = record;
    const read = createXlsReader(record.blocks);
    if (count === 1 && (id !== ids.bof || read.u16() !== biff8))
      throw new SheetError('wrong', 'The file is no workbook of Excel 97 to 2003.');
    if (id === ids.filePass) throw locked();
    if (show) {
      if (at <= (start as number)) continue;
      if (id === ids.eof) return;
      pending = takeCell(sheet, { record, show, pending });
    } else if (id === ids.date1904) is1904 = read.u16() === 1;
    else if (id === ids.format) codes.set(read.u16(), read.text(read.u16()));
    else if (id === ids.style) styles.push((read.skip(2), read.u16()));
    else if (id === ids.boundSheet) start ??= read.u32();
    else if (id === ids.texts) sheet.texts = sharedTexts(record);
    else if (id === ids.eof) show = await createCellFormats({ styles, codes, is1904 });
    if (show && start === undefined) throw new SheetError('wrong', 'The workbook has no table.');
  }
  throw new SheetError('wrong', 'The workbook breaks off.');
}

function sharedTexts({ blocks }: XlsRecord): readonly string[] {
  const read = createXlsReader(blocks);
  read.skip(4);
  const count = read.u32();
  const texts: string[] = [];
  while (texts.length < count && !read.isEnd()) texts.push(read.richText());
  return texts;
}

type Place = { readonly row: number; readonly column: number };
type Taking = { readonly record: XlsRecord; readonly show: ShowNumber; readonly pending: Place | undefined };

/** Gives the place of a formula whose text follows in the next record. */
function takeCell(sheet: Sheet, { record, show, pending }: Taking): Place | undefined {
  const read = createXlsReader(record.blocks);
  if (record.id === ids.formulaText) {
    if (pending) put(sheet, pending, readableText(read.text(read.u16())));
    return undefined;
  }
  if (!cellRecords.has(record.id)) return pending;
  const place = { row: read.u16(), column: read.u16() };
  if (record.id === ids.manyRk) {
    for (let column = place.column; read.left() >= 8; column += 1) {
      const style = read.u16();
      put(sheet, { row: place.row, column }, show(read.rk(), style));
    }
    return undefined;
  }
  const style = read.u16();
  if (record.id === ids.sharedText) put(sheet, place, readableText(sheet.texts[read.u32()] ?? ''));
  else if (record.id === ids.label) put(sheet, place, readableText(read.text(read.u16())));
  else if (record.id === ids.number) put(sheet, place, show(read.f64(), style));
  else if (record.id === ids.rk) put(sheet, place, show(read.rk(), style));
  else if (record.id === ids.truth) {
    const value = read.u8();
    put(sheet, place, read.u8() === 1 ? errorOf(value) : value !== 0);
  } else {
    const result = read.bytes(8);
    if (result[6] !== 0xff || result[7] !== 0xff)
      put(sheet, place, show(new DataView(result.buffer, result.byteOffset, 8).getFloat64(0, true), style));
    else if (result[0] === 0) return place;
    else if (result[0] === 1) put(sheet, place, result[2] !== 0);
    else if (result[0] === 2) put(sheet, place, errorOf(result[2] ?? 0));
    else put(sheet, place, '');
  }
  return undefined;
}

const cellRecords: ReadonlySet<number> = new Set([
  ids.sharedText,
  ids.number,
  ids.rk,
  ids.manyRk,
  ids.truth,
  ids.label,
  ids.formula,
]);

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
