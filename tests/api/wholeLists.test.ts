/** Lists as a whole (`pageSize=0`) and as spreadsheets: at any length they cost little and hold nobody up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, RouteModel } from '#engine';
import { createWebPorts, type Store } from '#server/app';
import { getAddresses, liveEndpoints } from './support/getAddresses.ts';
import { type Ask, model, type Running, type StoreKind, startApp } from './support/startApp.ts';
import { withRoles } from './support/withRoles.ts';

const lists = model.routes.filter(
  ({ operation, method, flag }) => operation === 'find' && method === 'GET' && !flag,
);
/** Parameters that a list requires before it answers at all. */
const asked = (route: RouteModel): string =>
  Object.entries(route.lengths)
    .map(([name, [minimum]]) => `&${name}=${'a'.repeat(Math.max(1, minimum))}`)
    .join('');

describe.each(['memory', 'sqlite'] as const satisfies readonly StoreKind[])('whole lists (%s)', (kind) => {
  let app: Running;
  let admin: Ask;
  let insider: Ask;
  let addresses: readonly (readonly [RouteModel, string])[];

  beforeAll(async () => {
    const added = withRoles({ 'all but dealers': { features: ['*'], except: ['AllDealers.View'] } });
    app = await startApp({ store: kind, added });
    const user = (await app.store.find({ entity: 'user' })).items.find(
      ({ UserName }) => UserName === 'viewer',
    );
    const roles = {
      Id: '0f000000-0000-7000-8000-000000000900',
      UserName: 'pshah',
      Roles: ['all but dealers'],
    };
    await app.store.insert('user', { ...user, ...roles });
    [admin, insider] = [await app.as('admin'), await app.as('pshah')];
    const found = await getAddresses(app, liveEndpoints(app, createWebPorts()), {});
    addresses = lists.flatMap((route) => {
      const address = found.find(({ path }) => path === route.path)?.address;
      return address === undefined ? [] : [[route, address] as const];
    });
  });
  afterAll(() => app.store.close());

  it('equal their pages put together, for every declared list and every caller', async () => {
    const tried: string[] = [];
    for (const [who, ask] of [
      ['everything', admin],
      ['one dealer', insider],
    ] as const)
      for (const [route, address] of addresses) {
        const whole = await ask('GET', `${address}?pageSize=0${asked(route)}`);
        const said = `${who}: ${address}: ${JSON.stringify(whole.body).slice(0, 300)}`;
        expect(whole.status, said).toBeLessThan(500);
        if (whole.status !== 200) {
          // A page is refused for the same reason.
          expect((await ask('GET', `${address}?pageSize=10${asked(route)}`)).status, said).toBe(whole.status);
          continue;
        }
        const { Items, TotalItems, ...others } = whole.body;
        const pages: DataRecord[] = [];
        const size = Math.max(2, Math.min(1000, Math.ceil(TotalItems / 3)));
        for (let page = 1; ; page++) {
          const { body } = await ask('GET', `${address}?page=${page}&pageSize=${size}${asked(route)}`);
          expect(body.TotalItems, said).toBe(TotalItems);
          pages.push(...body.Items);
          if (page === 1) expect(Object.keys(body)).toEqual(Object.keys(whole.body));
          if (body.Items.length < size) break;
        }
        expect(Items, said).toEqual(pages);
        if (route.items) expect(others[route.items]).toEqual(pages);
        if (TotalItems > 0) tried.push(`${who} ${route.path}`);
      }
    // The test needs most lists to be neither empty nor refused.
    expect(tried.length).toBeGreaterThan(addresses.length);
  });

  it('take the same order, filters and fields as pages', async () => {
    for (const query of [
      'sortFields=Brand.Name&sortDirections=0&sortFields=Name&sortDirections=1',
      'FilterProperty=Name&FilterOperator=contains&FilterValue=a&sortFields=LaunchDate&sortDirections=0',
      '$fields=Name,Brand.Name&sortFields=Code&sortDirections=1',
    ]) {
      const whole = (await admin('GET', `/product?pageSize=0&${query}`)).body;
      const page = (await admin('GET', `/product?pageSize=1000&${query}`)).body;
      expect(whole.Items.length).toBeGreaterThan(100);
      expect(whole).toEqual(page);
    }
    for (const path of [
      '/history',
      `/history/product/${(await admin('GET', '/product')).body.Items[0].Id}`,
    ]) {
      const whole = (await admin('GET', `${path}?pageSize=0`)).body;
      expect(whole, path).toEqual((await admin('GET', `${path}?pageSize=1000`)).body);
    }
    expect((await admin('GET', '/product?pageSize=0&sortFields=Nobody&sortDirections=1')).status).toBe(400);
  });
});

describe('a long list', () => {
  let app: Running;
  let pieces: number;
  let failAt: number;

  beforeAll(async () => {
    const filled = await startApp({ store: 'memory' });
    const { store } = filled;
    const watched: Store = {
      ...store,
      stream: async function* (query) {
        for await (const piece of store.stream(query)) {
          pieces += 1;
          if (pieces === failAt) throw new Error('The disk is gone.');
          // As long as a list of a million: the same records again and again.
          if (query.entity === 'product') for (let again = 0; again < 12; again++) yield piece;
          else yield piece;
        }
      },
    };
    app = await startApp({ store: watched, seed: 'none' });
  });

  const begin = async (path: string, ask: Record<string, string> = {}, method = 'GET') => {
    const body = JSON.stringify({ UserName: 'admin', Password: 'demo' });
    const headers = { 'content-type': 'application/json' };
    const session = await app.fetch(
      new Request('http://localhost/api/session', { method: 'POST', headers, body }),
    );
    const { Token } = (await session.json()) as { Token: string };
    const request = { method, headers: { authorization: `Bearer ${Token}`, ...ask } };
    pieces = 0;
    failAt = 0;
    return app.fetch(new Request(`http://localhost/api${path}`, request));
  };

  it('is streamed as it is read, no faster than it is consumed, and ends when the caller leaves', async () => {
    const response = await begin('/product?pageSize=0');
    expect(response.status).toBe(200);
    expect([response.headers.get('content-length'), response.headers.get('etag')]).toEqual([null, null]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    expect(first.startsWith('{"Items":[{"')).toBe(true);
    const before = pieces;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(pieces - before).toBeLessThanOrEqual(1);
    await reader.cancel();
  });

  it('is compressed for callers that accept it', async () => {
    const response = await begin('/product?pageSize=0', { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const body = (response.body as ReadableStream<Uint8Array>).pipeThrough(
      new DecompressionStream('gzip') as never,
    );
    const { Items, TotalItems } = JSON.parse(await new Response(body).text());
    expect(Items.length).toBe(TotalItems);
    expect(TotalItems).toBeGreaterThan(1500);
  });

  it('breaks off on a failure, and never looks complete', async () => {
    const response = await begin('/product?pageSize=0');
    failAt = pieces + 1;
    const before = app.errors.length;
    await expect(response.text()).rejects.toThrow('The disk is gone.');
    expect(app.errors.length).toBe(before + 1);
  });

  it('is one of few that a person may read at once, exports included; each gives its slot back', async () => {
    const four = [
      await begin('/product?pageSize=0'),
      await begin('/product?$export=csv'),
      await begin('/product?pageSize=0&sortFields=Name&sortDirections=1'),
      await begin('/product?$export=xlsx'),
    ];
    expect(four.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const path of ['/product?pageSize=0', '/product?$export=csv']) {
      const refused = await begin(path);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('10');
      expect(((await refused.json()) as DataRecord).Message).toMatch(/^You already have several long lists/);
    }
    // An answer that fits into one chunk needs no slot.
    expect((await begin('/product/brand?pageSize=0')).status).toBeLessThan(500);
    expect((await begin('/product?pageSize=100')).status).toBe(200);
    await Promise.all(four.map(({ body }) => body?.cancel()));
    const whole = await begin('/product?pageSize=0');
    expect((await whole.json()) as object).toHaveProperty('TotalItems');
    for (let again = 0; again < 6; again++)
      expect((await begin('/product?pageSize=0', {}, 'HEAD')).status).toBe(200);
  });

  it('has an ETag if it is short, so that nothing is sent twice', async () => {
    const path = '/product/operationalbrands?pageSize=0';
    const once = await begin(path);
    const tag = once.headers.get('etag') ?? '';
    expect(tag).not.toBe('');
    expect((await begin(path, { 'if-none-match': tag })).status).toBe(304);
  });
});

describe('a query too long for an address', () => {
  it('is answered like the address would be', async () => {
    const app = await startApp({ store: 'memory' });
    const admin = await app.as('admin');
    const { Items } = (await admin('GET', '/product?pageSize=100')).body;
    const others = Array.from(
      { length: 900 },
      (_, at) => `0f000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    );
    const wanted = Items.slice(0, 5).map(({ Id }: DataRecord) => Id);
    const Path = `/product?page=1&pageSize=50&FilterProperty=Id&FilterOperator=in&FilterValue=${[...others, ...wanted]}`;
    const answer = await admin('POST', '/query', { Path });
    expect(answer.status).toBe(200);
    expect(answer.body.Items.map(({ Id }: DataRecord) => Id).toSorted()).toEqual(wanted.toSorted());
    expect((await admin('POST', '/query', { Path: '/nowhere' })).status).toBe(404);
    for (const body of [{}, { Path: 7 }, { Path: 'http://elsewhere/product' }, [], null, 'x'])
      expect((await admin('POST', '/query', body)).status, JSON.stringify(body)).toBe(400);
    expect((await (await app.as())('POST', '/query', { Path })).status).toBe(401);
    // The rights are those of the path.
    const viewer = await app.as('viewer');
    for (const path of ['/user', '/configure/draft']) {
      const plain = await viewer('GET', path);
      expect((await viewer('POST', '/query', { Path: path })).status, path).toBe(plain.status);
      expect(plain.status).toBe(403);
    }
  });
});
