import { plainCell, readSheet, type SheetTable, type SheetValue, writeXlsx } from '#engine';
import type { Answer, Running } from './startApp.ts';

/** A person's calls with any body, and answers as bytes. */
export type Send = (
  method: string,
  path: string,
  body?: BodyInit,
  headers?: Record<string, string>,
) => Promise<Answer & { readonly bytes: Uint8Array }>;

export async function sender(app: Running, role: string): Promise<Send> {
  const login = await app.fetch(
    new Request('http://localhost/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ UserName: role, Password: 'demo' }),
    }),
  );
  const { Token } = (await login.json()) as { Token: string };
  return async (method, path, body, headers = {}) => {
    const all = { authorization: `Bearer ${Token}`, ...headers };
    const response = await app.fetch(
      new Request(`http://localhost/api${path}`, { method, headers: all, body }),
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const text = new TextDecoder().decode(bytes);
    const { status, headers: answered } = response;
    return { status, headers: answered, bytes, body: isJson ? JSON.parse(text) : text };
  };
}

export async function rowsOf(bytes: Uint8Array): Promise<readonly (readonly SheetValue[])[]> {
  const rows: (readonly SheetValue[])[] = [];
  for await (const { values } of readSheet(bytes)) rows.push(values.map(plainCell));
  return rows;
}

/** A workbook of these rows, the first of which holds the headings. */
export async function sheetOf([
  titles = [],
  ...rows
]: readonly (readonly SheetValue[])[]): Promise<Uint8Array> {
  const columns = titles.map((title) => ({ title: String(title), format: 'text' as const }));
  const table: SheetTable = { name: 'Sheet', columns, rows };
  return new Uint8Array(await new Response(writeXlsx(table) as BodyInit).arrayBuffer());
}

/** As the screen sends it: the file, and its name again as JSON. */
export function formOf(bytes: Uint8Array, name = 'limits.xlsx'): FormData {
  const form = new FormData();
  form.append('file', new Blob([bytes as BlobPart]), name);
  form.append('FileName', new Blob([JSON.stringify(name)], { type: 'application/json' }));
  return form;
}
