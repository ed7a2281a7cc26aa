/** A table as a workbook, streamed: rows are asked for as the reader takes bytes. */
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

/** The library is large and seldom needed, in the browser above all. */
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

/** What no sheet may be called is left out of its name. */
function sheetName(name: string): string {
  const plain = name
    .replace(/[\\/?*[\]:]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31)
    .trim();
  return plain === '' ? 'Sheet' : plain;
}

const numberFormats: Readonly<Record<SheetFormat, string | undefined>> = {
  // What is typed below stays what was typed: 007 keeps its zeros.
  text: '@',
  integer: '0',
  number: undefined,
  // What is stored with more decimals is shown with them: it is read back as it is shown.
  money: '#,##0.00##',
  date: 'yyyy-mm-dd',
  moment: 'yyyy-mm-dd hh:mm:ss',
  boolean: undefined,
};

function columnOf({ title, width, format, numberFormat }: SheetColumn): ColumnDef {
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

/** More than a cell may hold, and Excel calls the whole file broken. */
const longestText = 32_767;

/** A text is written as a text, never as a formula, whatever it starts with. */
function cellOf(value: SheetValue, format: SheetFormat | undefined): CellValue {
  if (typeof value !== 'string') return value;
  const isDate = format === 'date' || format === 'moment';
  const moment = isDate ? new Date(value) : undefined;
  if (moment && !Number.isNaN(moment.getTime())) return moment;
  return escapeCell(value.slice(0, longestText));
}
