/** A table as a streamed download that is not cached. */
import { csvType, type SheetTable, writeCsv, writeXlsx, xlsxType } from '#engine';
import { attachment, cleanFileName } from '../files/fileName.ts';
import { warningsHeader } from '../files/warningsHeader.ts';

export type SheetKind = 'xlsx' | 'csv';

type WriteBody = () => ReadableStream<Uint8Array>;

type Sending = {
  /** Watches over the body of a table that may be long. */
  readonly hold?: (write: WriteBody) => ReadableStream<Uint8Array>;
  readonly warnings?: readonly string[];
};

export function sheetResponse(
  table: SheetTable,
  kind: SheetKind,
  { hold = (write) => write(), warnings = [] }: Sending = {},
): Response {
  const type = kind === 'xlsx' ? xlsxType : csvType;
  const write = () => (kind === 'xlsx' ? writeXlsx(table) : writeCsv(table));
  const body = hold(write);
  return new Response(body as BodyInit, {
    headers: {
      ...warningsHeader(warnings),
      'content-type': type,
      'content-disposition': attachment(cleanFileName(`${table.name}.${kind}`, type.split(';')[0] as string)),
      'cache-control': 'no-store',
      vary: 'Accept-Language, Cookie, Authorization',
    },
  });
}
