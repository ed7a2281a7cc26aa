/** Streams a table as a workbook: rows are requested as the reader takes bytes. */
import type { CellValue, ColumnDef } from 'hucre/xlsx';
import type { SheetColumn, SheetFormat, SheetTable, SheetValue } from './types.ts';
import { escapeCell } from './xmlText.ts';

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function writeXlsx(table: SheetTable): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      reader ??= (await open(table)).getReader();
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader?.cancel(reason),
  });
}

/** The library is large and rarely needed, so it is loaded on demand. */
async function open({
  name,
  sheet = name,
  columns,
  rows,
  fixed,
}: SheetTable): Promise<ReadableStream<Uint8Array>> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  return writeXlsxStream(cells(columns, rows), {
    name: sheetName(sheet),
    columns: columns.map(columnOf),
    freezePane: { rows: 1, ...(fixed ? { columns: fixed } : {}) },
  });
}

/** Removes characters that sheet names must not contain. */
export function sheetName(name: string): string {
  const plain = name
    .replace(/[\\/?*[\]:]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31)
    .trim();
  return plain === '' ? 'Sheet' : plain;
}

const numberFormats: Readonly<Record<SheetFormat, string | undefined>> = {
  // Keeps entered values as text: 007 keeps its zeros.
  text: '@',
  integer: '0',
  number: undefined,
  // Shows more decimals when stored, because reading back uses the displayed value.
  money: '#,##0.00##',
  date: 'yyyy-mm-dd',
  moment: 'yyyy-mm-dd hh:mm:ss',
  boolean: undefined,
};

export function columnOf({ title, width, format, numberFormat }: SheetColumn): ColumnDef {
  return {
    header: escapeCell(title),
    width: width ?? Math.min(40, Math.max(12, title.length + 2)),
    numFmt: numberFormat ?? numberFormats[format],
  };
}

async function* cells(
  columns: readonly SheetColumn[],
  rows: SheetTable['rows'],
): AsyncGenerator<CellValue[], void, undefined> {
  for await (const row of rows) yield row.map((value, at) => cellOf(value, columns[at]?.format));
}

/** Excel rejects files with longer texts. */
const longestText = 32_767;

/** A text is always written as text, never as a formula. */
export function cellOf(value: SheetValue, format: SheetFormat | undefined): CellValue {
  if (typeof value !== 'string') return value;
  const isDate = format === 'date' || format === 'moment';
  const moment = isDate ? new Date(value) : undefined;
  if (moment && !Number.isNaN(moment.getTime())) return moment;
  return escapeCell(value.slice(0, longestText));
}
