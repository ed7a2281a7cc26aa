import { expect, it } from 'vitest';
import { defaultSettings } from '../ports/ports.ts';
import { createWebPorts } from '../web/createWebPorts.ts';
import { type AppParts, createReleaseApp } from './createReleaseApp.ts';
import type { Endpoint } from './Endpoint.ts';
import { createIdempotentAnswers } from './idempotentAnswers.ts';
import { nothing } from './Takes.ts';

const id = '01900000-0000-7000-8000-00000000000a';
const other = '01900000-0000-7000-8000-00000000000b';

const endpoint = (method: Endpoint['method'], path: string, ids: readonly string[] = ['id']): Endpoint => ({
  method,
  takes: nothing,
  path,
  ids,
  access: { kind: 'public' },
  handle: ({ params }) => Response.json([path, params]),
});

const app = createReleaseApp({
  runtime: {
    model: { messages: { 'en-CA': new Map(), 'fr-CA': new Map() }, settings: { bodyLimitBytes: 1000 } },
  },
  sessions: { resolve: async () => undefined },
  ports: createWebPorts(),
  settings: defaultSettings,
  refusalLog: { note: () => {} },
  answers: createIdempotentAnswers(),
  fallback: async ({ url }: Request) => {
    if (url.endsWith('/broken')) throw new Error('unreadable');
    return new Response('<!doctype html>', { headers: { etag: '"page"' } });
  },
  endpoints: [
    endpoint('GET', '/product/{id}'),
    endpoint('GET', '/product'),
    endpoint('GET', '/product/plan'),
    endpoint('PUT', '/product/{id}/launch'),
    endpoint('POST', '/product/{ProductId}/plan/order/', ['ProductId']),
    endpoint('GET', '/product/brands/{id?}'),
    endpoint('GET', '/file/{name}', []),
    endpoint('GET', '/code/{text}', []),
    endpoint('GET', '/code/{id}'),
    endpoint('GET', '/profile/current'),
    endpoint('DELETE', '/profile/{id}'),
  ],
} as unknown as AppParts);

const ask = async (method: string, path: string) =>
  app.fetch(new Request(`http://localhost/api${path}`, { method }));

async function found(method: string, path: string) {
  const response = await ask(method, path);
  return response.status === 200 ? response.json() : response.status;
}

it('literals beat parameters and ids beat texts, in any case, with or without a slash at the end', async () => {
  expect(await found('GET', '/Product/PLAN/')).toEqual(['/product/plan', {}]);
  expect(await found('GET', `/product/${id}`)).toEqual(['/product/{id}', { id }]);
  expect(await found('POST', `/product/${id}/plan/order`)).toEqual([
    '/product/{ProductId}/plan/order/',
    { ProductId: id },
  ]);
  expect(await found('GET', `/code/${id}`)).toEqual(['/code/{id}', { id }]);
  expect(await found('GET', '/code/CPO')).toEqual(['/code/{text}', { text: 'CPO' }]);
});

it('an id parameter matches only ids, in any case; free text keeps its case', async () => {
  expect(await found('GET', `/product/${id.toUpperCase()}?x=1`)).toEqual(['/product/{id}', { id }]);
  expect(await found('GET', '/file/Read%20Me.txt')).toEqual(['/file/{name}', { name: 'Read Me.txt' }]);
  expect(await found('GET', '/product/nonsense')).toBe(400);
});

it('an optional parameter may be absent', async () => {
  expect(await found('GET', '/product/brands')).toEqual(['/product/brands/{id?}', {}]);
  expect(await found('GET', `/product/brands/${other}`)).toEqual(['/product/brands/{id?}', { id: other }]);
});

it('distinguishes a wrong method from a wrong path', async () => {
  const wrong = await ask('POST', '/product/plan');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(await found('DELETE', '/profile/current')).toBe(405);
  expect([(await ask('HEAD', '/product')).status, (await ask('OPTIONS', '/product')).status]).toEqual([
    200, 204,
  ]);
  for (const path of ['/nothing', '//product', '/product//plan', `/product/${id}//`, '/'])
    expect(await found('GET', path), path).toBe(404);
});

it('broken percent encoding is reported as the caller’s mistake', async () => {
  expect(await found('GET', '/file/%zz')).toBe(400);
});

it('pages and calls have the content policy and a request id, and 304 when unchanged', async () => {
  const get = async (headers: Record<string, string>, path = '/products') =>
    app.fetch(new Request(`http://localhost${path}`, { headers }));
  for (const answer of [await get({}), await get({}, '/api/product'), await get({}, '/api/nothing')]) {
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(answer.headers.get('permissions-policy')).toBe('camera=(), microphone=(), geolocation=(self)');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  }
  const held = await get({ 'if-none-match': '"other", W/"page"', 'x-request-id': 'ours-1' });
  expect([held.status, await held.text(), held.headers.get('x-request-id')]).toEqual([304, '', 'ours-1']);
  expect(held.headers.get('content-security-policy')).toContain("script-src 'self'");
});

it('a page that cannot be read answers like a failed call, with the id in the log', async () => {
  const answer = await app.fetch(
    new Request('http://localhost/broken', { headers: { 'x-request-id': 'ours-2' } }),
  );
  expect([answer.status, await answer.json()]).toEqual([500, expect.objectContaining({ TraceId: 'ours-2' })]);
});
