/** The feed of changes: complete, in commit order, within the caller's rights, and as a stream. */
import { expect, it, vi } from 'vitest';
import type { DataRecord } from '#engine';
import { cleanChanges } from '#server/app';
import { type Ask, appStores, asker, makeStore, startApp } from './support/startApp.ts';
import { withRoles } from './support/withRoles.ts';

type Told = DataRecord & { readonly Cursor: string };

const someProduct = async (ask: Ask) =>
  (await ask('GET', '/product?pageSize=1&FilterProperty=ProductStateTypeId&FilterOperator=eq&FilterValue=1'))
    .body.Items[0];
const latest = async (ask: Ask): Promise<string> => (await ask('GET', '/changes?after=latest')).body.Next;

async function all(ask: Ask, after: string, more = ''): Promise<readonly Told[]> {
  const items: Told[] = [];
  for (let at = after; ; ) {
    const { status, body } = await ask('GET', `/changes?after=${at}&limit=2${more}`);
    expect(status).toBe(200);
    items.push(...body.Items);
    if (body.Next === at) return items;
    at = body.Next;
  }
}

for (const store of ['memory', ...appStores] as const)
  it(`each write is told once, in its order and with its rights (${store})`, async () => {
    const app = await startApp({ store });
    const [manager, viewer, reports] = [
      await app.as('manager'),
      await app.as('viewer'),
      await app.as('reports'),
    ];
    const start = await latest(manager);
    const product = await someProduct(manager);
    expect((await manager('PUT', '/product', { Id: product.Id, Name: '' })).status).toBe(422);
    const plan = await manager('POST', '/product/plan', { ProductId: product.Id, Name: 'Told' });
    await manager('PUT', '/product', { Id: product.Id, Description: 'Told' });
    const told = await all(viewer, start);
    expect(told).toMatchObject([
      { Entity: 'plan', Id: plan.body.Id, Operation: 'create', Revision: 1, By: 'manager' },
      { Entity: 'product', Id: product.Id, Operation: 'update', By: 'manager' },
    ]);
    // Reports may see products, like everyone signed in, but no plans.
    expect((await all(reports, start)).map(({ Entity }) => Entity)).toEqual(['product']);
    expect((await all(viewer, start, '&entity=plan')).map(({ Entity }) => Entity)).toEqual(['plan']);
    // The cursor moves on past what the caller does not see.
    expect((await all(reports, start, '&entity=plan')).length).toBe(0);
    expect(await all(viewer, told[0]?.Cursor ?? '')).toMatchObject([{ Entity: 'product' }]);

    const removed = await manager('DELETE', `/product/plan/${plan.body.Id}`);
    expect(removed.status).toBeLessThan(300);
    const after = await all(viewer, start);
    expect(after.at(-1)).toMatchObject({
      Entity: 'plan',
      Id: plan.body.Id,
      Operation: 'remove',
      Revision: null,
    });
    // Gone since: only its removal is told.
    expect(after.filter(({ Id }) => Id === plan.body.Id)).toHaveLength(1);
    const again = app.restart();
    const { body } = await (await again.as('viewer'))('GET', `/changes?after=${start}`);
    expect(body.Items).toEqual(after);
  });

it('a page that fills within a piece goes on with the change that did not fit', async () => {
  const manager = await (await startApp({ store: 'memory' })).as('manager');
  const start = await latest(manager);
  const product = await someProduct(manager);
  const change = (Description: string) => manager('PUT', '/product', { Id: product.Id, Description });
  await change('one');
  const plan = await manager('POST', '/product/plan', { ProductId: product.Id, Name: 'Gone' });
  await change('two');
  await change('three');
  await manager('DELETE', `/product/plan/${plan.body.Id}`);
  const told = await all(manager, start);
  expect(told.map(({ Entity, Operation }) => `${Entity} ${Operation}`)).toEqual([
    ...['product update', 'product update', 'product update'],
    'plan remove',
  ]);
});

it('a caller who asks for one change at a time does not make the server read row by row', async () => {
  const store = await makeStore.memory();
  const app = await startApp({ store });
  const [manager, reports] = [await app.as('manager'), await app.as('reports')];
  const start = await latest(manager);
  const removed = await manager('POST', '/product/plan', {
    ProductId: (await someProduct(manager)).Id,
    Name: 'Gone',
  });
  await manager('DELETE', `/product/plan/${removed.body.Id}`);
  // Changes of a product that is gone since are told by its removal alone.
  const last = Number.parseInt((await latest(manager)).slice(1), 36);
  const stamp = {
    Revision: 1,
    CreatedDate: '2026-01-01T00:00:00.000Z',
    ModifiedDate: '2026-01-01T00:00:00.000Z',
  };
  const gone = Array.from({ length: 300 }, (_, at) => ({
    ...{ Id: crypto.randomUUID(), Number: last + 1 + at, Entity: 'product', RecordId: crypto.randomUUID() },
    ...{ Operation: 'update', ChangedBy: 'manager', ...stamp },
  }));
  await store.insertMany('record-change', gone);
  const find = vi.spyOn(store, 'find');
  const { body } = await reports('GET', `/changes?after=${start}&limit=1`);
  expect(body.Items).toEqual([]);
  const reads = find.mock.calls.filter(([{ entity }]) => entity === 'record-change').length;
  expect(reads).toBeLessThan(10);
});

it('a cursor that is no cursor, too old, or from another database is refused', async () => {
  const app = await startApp({ store: 'memory' });
  const manager = await app.as('manager');
  const first = await latest(manager);
  for (const wrong of ['x', 'c1', 'c00000000!', '../..', '-1', 'c0000000001'])
    expect((await manager('GET', `/changes?after=${encodeURIComponent(wrong)}`)).status, wrong).toBe(400);
  expect((await manager('GET', '/changes?entity=nothing')).status).toBe(400);
  for (const limit of [0, -1, 501, 'x'])
    expect((await manager('GET', `/changes?limit=${limit}`)).status, String(limit)).toBe(400);
  expect((await (await app.as())('GET', '/changes')).status).toBe(401);
  expect((await manager('GET', '/changes?after=c00zzzzzzz')).status).toBe(410);
  const product = await someProduct(manager);
  for (const Description of ['one', 'two', 'three'])
    await manager('PUT', '/product', { Id: product.Id, Description });
  app.clock.now = new Date(app.clock.now.getTime() + 31 * 24 * 3_600_000);
  const later = await app.as('manager');
  expect(await cleanChanges(app.store, { now: () => app.clock.now })).toBe(2);
  expect((await later('GET', `/changes?after=${first}`)).status).toBe(410);
  // Numbers go on, so that no cursor means two things.
  const kept = await latest(later);
  await later('PUT', '/product', { Id: product.Id, Description: 'four' });
  expect(await all(later, kept)).toHaveLength(1);
});

it('people of a dealer, and keys that act for them, are told of their own records only', async () => {
  const added = withRoles({ 'all but dealers': { features: ['*'], except: ['AllDealers.View'] } });
  const app = await startApp({ store: 'sqlite', added });
  const { items } = await app.store.find({ entity: 'user' });
  const like = items.find(({ UserName }) => UserName === 'viewer') as DataRecord;
  const OwnerId = crypto.randomUUID();
  const user = { ...like, Id: OwnerId, UserName: 'pshah', Roles: ['all but dealers'] };
  await app.store.transaction((session) => session.insert('user', user));
  const admin = await app.as('admin');
  const account = await admin('POST', '/serviceaccount', {
    ...{ Name: 'Of a dealer', OwnerId },
    Features: ['Profile.View', 'Dealer.Products.View'].filter((one) =>
      app.models.current().features.has(one),
    ),
  });
  expect([account.status, account.body]).toMatchObject([201, {}]);
  const { body } = await admin('POST', `/serviceaccount/${account.body.Id}/key`);
  const callers = [await app.as('pshah'), asker(app.fetch, { authorization: `Bearer ${body.Key}` })];
  const start = await latest(admin);
  const { items: people } = await app.store.find({ entity: 'employee' });
  for (const { Id } of people.filter(({ UserName }) => UserName !== 'pshah').slice(0, 60))
    await admin('PUT', '/user/toggleactive', { Id });
  const told = (await all(admin, start)).filter(({ Entity }) => Entity === 'employee');
  expect(told.length).toBeGreaterThan(5);
  const ownDealer = people.find(({ UserName }) => UserName === 'pshah')?.DealerId;
  const dealerOf = new Map(people.map(({ Id, DealerId }) => [Id, DealerId]));
  for (const ask of callers) {
    const heard = (await all(ask, start)).filter(({ Entity }) => Entity === 'employee');
    for (const { Id } of heard) expect(dealerOf.get(Id)).toBe(ownDealer);
    expect(heard.length).toBeLessThan(told.length);
  }
});

async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, word: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes(word)) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

it('the stream goes on where it was cut, and ends with the key', async () => {
  const app = await startApp({ store: 'memory' });
  const admin = await app.as('admin');
  const account = await admin('POST', '/serviceaccount', { Name: 'Listener', Features: ['Product.Menu'] });
  const key = await admin('POST', `/serviceaccount/${account.body.Id}/key`);
  const open = async (more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${key.body.Key}`, ...more };
    const response = await app.fetch(new Request('http://localhost/api/changes/stream', { headers }));
    expect(response.status).toBe(200);
    return (response.body as ReadableStream<Uint8Array>).getReader();
  };
  const first = await open();
  const product = await someProduct(admin);
  await admin('PUT', '/product', { Id: product.Id, Description: 'one' });
  const heard = await readUntil(first, 'event: change');
  const id = /id: (c\w+)\nevent: change/.exec(heard)?.[1] ?? '';
  await first.cancel();
  await admin('PUT', '/product', { Id: product.Id, Description: 'two' });
  await admin('PUT', '/product', { Id: product.Id, Description: 'three' });
  const second = await open({ 'last-event-id': id });
  const missed = await readUntil(second, 'event: change');
  const rest = missed.match(/event: change/g)?.length === 2 ? '' : await readUntil(second, 'event: change');
  expect(`${missed}${rest}`.match(/event: change/g)).toHaveLength(2);
  await admin('DELETE', `/serviceaccount/${account.body.Id}/key/${key.body.Id}`);
  expect((await second.read()).done || (await second.read()).done).toBe(true);
  const again = asker(app.fetch, { authorization: `Bearer ${key.body.Key}` });
  expect((await again('GET', '/changes/stream')).status).toBe(401);
});
