/** Prints as a role, and reads the texts back with another PDF reader. */
import { textOfPages } from '../../support/textOfPages.ts';
import type { Running } from './startApp.ts';

export type Print = {
  readonly status: number;
  /** The text of all pages, without spaces, since lines are broken anywhere. */
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly headers: Headers;
  readonly problem: string;
};

export type Printer = (path: string, headers?: Record<string, string>) => Promise<Print>;

export async function printerFor({ fetch }: Running, role: string): Promise<Printer> {
  const post = { UserName: role, Password: 'demo' };
  const login = new Request('http://localhost/api/session', {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(post) },
  });
  const { Token } = (await (await fetch(login)).json()) as { Token: string };
  return (path, headers = {}) => printWith({ fetch }, path, { authorization: `Bearer ${Token}`, ...headers });
}

export async function printWith(
  { fetch }: Pick<Running, 'fetch'>,
  path: string,
  headers: Record<string, string>,
): Promise<Print> {
  const response = await fetch(new Request(`http://localhost/api${path}`, { headers }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isPdf = response.headers.get('content-type') === 'application/pdf';
  return {
    ...{ status: response.status, bytes, headers: response.headers },
    text: isPdf ? squeezed(await textOfPages(bytes)) : '',
    problem: isPdf ? '' : new TextDecoder().decode(bytes),
  };
}

export const squeezed = (text: string): string => text.replace(/[\s\u00a0\u202f-]+/g, '');
