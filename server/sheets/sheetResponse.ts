/** A table as a streamed download that is not cached. */
import { csvType, type SheetTable, writeCsv, writeXlsx, xlsxType } from '#engine';
import { attachment, cleanFileName } from '../files/fileName.ts';

export type SheetKind = 'xlsx' | 'csv';

type WriteBody = () => ReadableStream<Uint8Array>;

/** `hold` wraps the body of a table that may be long. */
export function sheetResponse(
  table: SheetTable,
  kind: SheetKind,
  hold = (write: WriteBody) => write(),
): Response {
  const type = kind === 'xlsx' ? xlsxType : csvType;
  const write = () => (kind === 'xlsx' ? writeXlsx(table) : writeCsv(table));
  const body = hold(write);
  return new Response(body as BodyInit, {
    headers: {
      'content-type': type,
      'content-disposition': attachment(cleanFileName(`${table.name}.${kind}`, type.split(';')[0] as string)),
      'cache-control': 'no-store',
      vary: 'Accept-Language, Cookie, Authorization',
    },
  });
}
