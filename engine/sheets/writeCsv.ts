/** Streams a table as CSV. Excel needs the byte order mark to detect UTF-8. */
import { guardFormula } from './formulaGuard.ts';
import type { SheetTable, SheetValue } from './types.ts';

export const csvType = 'text/csv; charset=utf-8';

const pieceLength = 64 * 1024;

export function writeCsv(table: SheetTable): ReadableStream<Uint8Array> {
  const pieces = textPieces(table);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await pieces.return();
    },
  });
}

async function* textPieces({ columns, rows }: SheetTable): AsyncGenerator<string, void, undefined> {
  let piece = `\uFEFF${line(columns.map(({ title }) => title))}`;
  for await (const row of rows) {
    piece += line(row);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const line = (values: readonly SheetValue[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: SheetValue): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? guardFormula(value) : String(value);
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
