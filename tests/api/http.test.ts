/** What HTTP itself guarantees for every answer: ETags, 304, compression, and the headers of each status. */
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp, createMemoryStore, createModelHolder, createWebPorts } from '#server/app';
import { staticFiles } from '../../server/node/staticFiles.ts';
import { extensions } from '../support/extensions.ts';
import { type Clients, createClients, ownProductFields } from './support/createClients.ts';
import { type Ask, compilation, declarations, model } from './support/startApp.ts';

let { app, admin, manager, viewer, nobody, productInDesign } = {} as Clients;
let token = '';
let productId = '';
/** Bodies that clients request repeatedly: a record, lists of each kind, the model, a description. */
let readings: readonly string[] = [];

beforeAll(async () => {
  ({ app, admin, manager, viewer, nobody, productInDesign } = await createClients('sqlite'));
  token = (await admin('GET', '/session')).body.Token;
  productId = (await productInDesign()).Id;
  readings = [
    `/product/${productId}`,
    `/product/${productId}/ppmIntervals`,
    '/product',
    '/product/plan?pageSize=3',
    '/product/productstatetype',
    '/model',
    '/model?part=public',
    '/model/validators.js',
    '/openapi.json',
  ];
});

const fetched = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.fetch(
    new Request(`http://localhost/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    }),
  );

const tagOf = async (ask: Ask, path: string, headers = {}) =>
  (await ask('GET', path, undefined, headers)).headers.get('etag') ?? '';

describe('tags', () => {
  it('a reader with the current body gets 304, for records, lists and the model', async () => {
    for (const path of readings) {
      const first = await admin('GET', path);
      const etag = first.headers.get('etag') ?? 'none';
      for (const method of ['GET', 'HEAD'])
        for (const held of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
          const again = await admin(method, path, undefined, { 'if-none-match': held });
          expect([again.status, again.body], `${method} ${path} ${held}`).toEqual([304, '']);
          expect(again.headers.get('etag')).toBe(etag);
          expect(again.headers.get('vary')).toBe(first.headers.get('vary'));
          expect(again.headers.get('content-length')).toBe(null);
        }
      const other = await admin('GET', path, undefined, { 'if-none-match': '"other"' });
      expect([other.status, other.headers.get('etag')], path).toEqual([200, etag]);
      // Cached only by the person's own browser, which revalidates each time.
      expect(first.headers.get('cache-control'), path).toMatch(/no-cache/);
    }
  });

  it('a write changes the tag of the record and of its lists', async () => {
    const paths = [`/product/${productId}`, '/product?pageSize=0'];
    const before = await Promise.all(paths.map((path) => tagOf(admin, path)));
    const { status } = await manager('PUT', '/product', { Id: productId, Description: 'another' });
    expect(status).toBe(200);
    for (const [index, path] of paths.entries()) {
      const again = await admin('GET', path, undefined, { 'if-none-match': before[index] ?? '' });
      expect(again.status, path).toBe(200);
      expect(again.headers.get('etag')).not.toBe(before[index]);
    }
  });

  it('differ wherever bodies differ: by language, by query, by compression', async () => {
    const french = { 'accept-language': 'fr-CA' };
    for (const path of [`/product/${productId}`, '/product', '/product/productstatetype']) {
      expect(await tagOf(admin, path, french), path).not.toBe(await tagOf(admin, path));
      const packed = await fetched(path, { 'accept-encoding': 'gzip' });
      if (packed.headers.get('content-encoding'))
        expect(packed.headers.get('etag'), path).not.toBe(await tagOf(admin, path));
    }
    const [all, none] = [`/product/${productId}`, `/product/${productId}?include=`];
    expect(await tagOf(admin, none)).not.toBe(await tagOf(admin, all));
  });

  it('depend on what the reader may see: two people with different answers have different tags', async () => {
    for (const path of readings.filter((one) => !one.startsWith('/model'))) {
      const [one, other] = [await admin('GET', path), await viewer('GET', path)];
      const isSame = JSON.stringify(one.body) === JSON.stringify(other.body);
      expect(one.headers.get('etag') === other.headers.get('etag'), path).toBe(isSame);
    }
  });

  it('a secret is cached nowhere on the way', async () => {
    const session = await admin('GET', '/session');
    expect(session.headers.get('cache-control')).toBe('no-store');
    expect(session.headers.get('etag')).toBe(null);
  });
});

describe('a change of an outdated state', () => {
  const change = async (precondition: string, body: object = {}) =>
    manager('PUT', '/product', { Id: productId, ...body }, { 'if-match': precondition });

  it('is 412 by If-Match and 409 by the body, with the stored record', async () => {
    const { Revision } = await productInDesign();
    const stale = await change(`"${Revision - 1}"`, { Description: 'late' });
    expect([stale.status, stale.body.Code]).toEqual([412, 'conflict']);
    expect(stale.body.Current).toMatchObject({ Id: productId, Revision });
    const inBody = await manager('PUT', '/product', { Id: productId, Revision: Revision - 1 });
    expect([inBody.status, inBody.body.Code]).toEqual([409, 'conflict']);
    expect(inBody.body.Current).toEqual(stale.body.Current);
    for (const foreign of ['"another"', '"v-abc"', 'W/"x"'])
      expect((await change(foreign)).status, foreign).toBe(412);
    for (const [method, path] of [
      ['DELETE', `/product/${productId}`],
      ['PUT', `/product/${productId}/launch`],
    ] as const)
      if (
        model.routes.some(
          (route) => route.method === method && route.path === path.replace(productId, '{id}'),
        )
      )
        expect((await admin(method, path, undefined, { 'if-match': '"1"' })).status, path).toBe(412);
    const draft = await admin('DELETE', '/configure/draft', undefined, { 'if-match': '"99"' });
    expect(draft.status).toBe(412);
  });

  it('the tag of any answer about the record works like its revision', async () => {
    const path = `/product/${productId}`;
    const asked: Record<string, string>[] = [
      {},
      { 'accept-language': 'fr-CA' },
      { 'accept-encoding': 'gzip' },
    ];
    for (const headers of asked) {
      const etag = (await fetched(path, headers)).headers.get('etag') ?? '';
      expect((await change(etag, { Description: `by ${etag}` })).status, etag).toBe(200);
      expect((await change(etag, { Description: 'late' })).status, etag).toBe(412);
    }
    expect((await change('*')).status).toBe(200);
    expect((await change('three')).status).toBe(400);
  });
});

describe('compression', () => {
  it("follows the caller's preferences, and leaves short bodies as they are", async () => {
    const wishes: Record<string, string | null> = {
      gzip: 'gzip',
      'gzip, deflate, br': 'gzip',
      'gzip;q=0': null,
      'gzip;q=0, *;q=0': null,
      'identity, gzip;q=0, deflate;q=0': null,
      'GZIP;q=0.5': 'gzip',
      '': null,
    };
    for (const path of ['/product?pageSize=50', '/model', '/openapi.json'])
      for (const [wish, coding] of Object.entries(wishes)) {
        const response = await fetched(path, { 'accept-encoding': wish });
        expect(response.headers.get('content-encoding'), `${path} ${wish}`).toBe(coding);
        expect(response.headers.get('vary'), path).toMatch(/accept-encoding/i);
      }
    const short = await fetched('/health', { 'accept-encoding': 'gzip' });
    expect(short.headers.get('content-encoding')).toBe(null);
    expect(short.headers.get('content-length')).toBe('15');
  });

  it('keeps the content, saves three quarters or more of the size, and allows 304', async () => {
    const path = '/product?pageSize=50';
    const packed = await fetched(path, { 'accept-encoding': 'gzip' });
    const bytes = new Uint8Array(await packed.arrayBuffer());
    const plain = await (await fetched(path)).text();
    expect(gunzipSync(bytes).toString()).toBe(plain);
    expect(bytes.length).toBeLessThan(plain.length / 4);
    const held = { 'accept-encoding': 'gzip', 'if-none-match': packed.headers.get('etag') ?? '' };
    expect((await fetched(path, held)).status).toBe(304);
  });

  it('does not apply to events, which are sent as they happen', async () => {
    const response = await fetched('/events', { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe(null);
    await response.body?.cancel();
  });
});

describe('headers of a status', () => {
  const id = '01900000-0000-7000-8000-00000000dead';
  const addresses = [...new Set(model.routes.map(({ path }) => path))].map((path) =>
    path.replace(/\/\{[^}]+\?\}/, '').replace(/\{[^}]+\}/g, id),
  );

  it('401 says how to authenticate', async () => {
    for (const path of addresses) {
      const { status, headers } = await nobody('PUT', path);
      if (status === 401) expect(headers.get('www-authenticate'), path).toBe('Bearer realm="Formwright"');
    }
    const refused = [
      await nobody('GET', '/product'),
      await nobody('POST', '/session', { UserName: 'nobody', Password: 'x' }),
      await nobody('GET', '/product', undefined, { authorization: 'Bearer gone' }),
    ];
    for (const { status, headers } of refused) {
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
    }
    expect(refused[2]?.headers.get('www-authenticate')).toContain('invalid_token');
  });

  it('405 lists the allowed methods, and each of them works', async () => {
    for (const path of addresses) {
      const wrong = await admin('PROPFIND', path);
      expect([wrong.status, wrong.body.Code], path).toEqual([405, 'bad-request']);
      for (const method of (wrong.headers.get('allow') ?? '').split(', '))
        expect((await nobody(method, path)).status, `${method} ${path}`).not.toBe(405);
    }
  });

  it('201 gives the address of the new record, and it is there', async () => {
    const product = await productInDesign();
    const made = [
      await admin('POST', '/product/plan', { ProductId: product.Id, Name: 'Located' }),
      await admin('POST', '/product/copy', {
        Id: product.Id,
        ...ownProductFields(product),
        Name: 'Located',
        Code: 'LOCATED',
      }),
    ];
    for (const { status, headers, body } of made) {
      expect([status, body.Id], JSON.stringify(body)).toEqual([201, expect.any(String)]);
      const location = headers.get('location') ?? '';
      expect(location).toMatch(/^\/api\//);
      expect((await admin('GET', location.slice('/api'.length))).body.Id).toBe(body.Id);
    }
  });

  it('an address outside the API has the same error body and headers', async () => {
    const models = createModelHolder(declarations, compilation);
    const store = createMemoryStore();
    await store.migrate(model);
    const ports = createWebPorts();
    const served = createApp({ models, store, ports, extensions, fallback: staticFiles('public') });
    const at = (path: string, method = 'GET') =>
      served.fetch(new Request(`http://localhost${path}`, { method, headers: { 'accept-language': 'fr' } }));
    for (const [path, method, status] of [
      ['/', 'POST', 405],
      ['/nothing.js', 'GET', 404],
      ['/products', 'GET', 503],
    ] as const) {
      const response = await at(path, method);
      expect(response.status, path).toBe(status);
      const body = await response.json();
      for (const member of ['Message', 'Code', 'ErrorMessages', 'Errors', 'ValidationErrors'])
        expect(body, path).toHaveProperty(member);
      if (status === 405) expect(response.headers.get('allow')).toBe('GET, HEAD');
    }
  });
});
