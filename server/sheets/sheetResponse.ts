/** A table as the answer of a call: streamed, under a name, kept by nobody. */
import { csvType, type SheetTable, writeCsv, writeXlsx, xlsxType } from '#engine';
import { attachment, cleanFileName } from '../files/fileName.ts';

export type SheetKind = 'xlsx' | 'csv';

export function sheetResponse(table: SheetTable, kind: SheetKind): Response {
  const type = kind === 'xlsx' ? xlsxType : csvType;
  const body = kind === 'xlsx' ? writeXlsx(table) : writeCsv(table);
  return new Response(body as BodyInit, {
    headers: {
      'content-type': type,
      'content-disposition': attachment(cleanFileName(`${table.name}.${kind}`, type.split(';')[0] as string)),
      'cache-control': 'no-store',
      vary: 'Accept-Language, Cookie, Authorization',
    },
  });
}
