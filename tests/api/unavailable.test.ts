import { expect, it } from 'vitest';
import { createGate } from '../../server/node/createGate.ts';
import { type Store, StoreUnavailable } from '../../server/store/types.ts';
import { asker, makeStore, startApp } from './support/startApp.ts';

it('a read-only store is reported in the language of the person, with a time to retry, and reads go on', async () => {
  const { store, failWith } = await breakable();
  const app = await startApp({ store });
  const ask = await app.as('admin');
  const brand = { Name: 'Written later' };
  failWith('full');
  const refused = await ask('POST', '/product', brand, { 'accept-language': 'fr-CA' });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(refused.body).toMatchObject({
    Code: 'internal',
    Message: expect.stringContaining('disque du serveur est plein'),
  });
  expect((await ask('GET', '/product?pageSize=1')).status).toBe(200);
  const health = await ask('GET', '/health');
  expect([health.status, health.body.Message]).toEqual([503, expect.stringContaining('disk is full')]);
  expect(health.body.status).toBe('database-full');
  // People still read, so calls are still routed here.
  expect((await ask('GET', '/ready')).status).toBe(200);

  failWith(undefined);
  expect((await ask('GET', '/health')).status).toBe(503);
  app.clock.now = new Date(app.clock.now.getTime() + 5000);
  expect(await ask('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
});

for (const reason of ['full', 'read-only', 'failing'] as const)
  it(`on a store that refuses writes (${reason}) people sign in to read, with the usual limit of guesses, and sign out`, async () => {
    const { store, failWith } = await breakable();
    const app = await startApp({ store });
    const before = await app.as('viewer');
    failWith(reason);
    const nobody = asker(app.fetch, {});
    const signIn = (Password: string, UserName = 'manager') =>
      nobody('POST', '/session', { UserName, Password });
    const { status, body } = await signIn('demo');
    expect(status).toBe(200);
    const ask = asker(app.fetch, { authorization: `Bearer ${body.Token}` });
    expect((await ask('GET', '/product?pageSize=1')).status).toBe(200);
    expect((await ask('GET', '/account/session')).body.TotalItems).toBe(1);
    // The write that prolongs a login may wait.
    app.clock.now = new Date(app.clock.now.getTime() + 6 * 60_000);
    for (const one of [ask, before]) expect((await one('GET', '/product?pageSize=1')).status).toBe(200);
    expect((await before('DELETE', '/session')).status).toBe(204);
    expect((await before('GET', '/product?pageSize=1')).status).toBe(401);
    const tries: number[] = [];
    for (let at = 0; at < 7; at++) tries.push((await signIn('wrong', 'pricing')).status);
    expect(tries).toEqual([401, 401, 401, 401, 401, 429, 429]);
    // The session works whether it is stored or kept in memory.
    expect((await ask('GET', '/session')).body.User.UserName).toBe('manager');

    failWith(undefined);
    app.clock.now = new Date(app.clock.now.getTime() + 6000);
    expect((await ask('GET', '/product?pageSize=1')).status).toBe(200);
    const again = asker(app.restart().fetch, { authorization: `Bearer ${body.Token}` });
    expect((await again('GET', '/product?pageSize=1')).status).toBe(200);
    const { items } = await store.find({ entity: 'session' });
    expect(items.map(({ CreatedBy }) => CreatedBy)).toEqual(['manager']);
  });

it('a stopping server says that it drains, and refuses new callers', async () => {
  const stopping = new AbortController();
  const app = await startApp({ store: 'memory', stopping: stopping.signal });
  const ask = await app.as('viewer');
  expect(await ask('GET', '/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
  stopping.abort();
  expect(await ask('GET', '/ready')).toMatchObject({ status: 503, body: { status: 'draining' } });
  expect((await ask('GET', '/events')).status).toBe(503);
  const gate = createGate(app.models.current(), stopping.signal);
  const starting = asker(async (request) => gate.fetch(request), {});
  for (const path of ['/ready', '/health', '/product'])
    expect(await starting('GET', path, undefined, { 'accept-language': 'fr-CA' })).toMatchObject({
      status: 503,
      body: { status: 'starting', Message: expect.stringContaining('démarre') },
    });
  gate.open(app.fetch);
  expect((await starting('GET', '/ready')).body.status).toBe('draining');
  expect((await starting('GET', '/health')).status).toBe(200);
  expect(await starting('GET', '/product')).toMatchObject({ status: 503, body: { status: 'draining' } });
});

it('a store without its database serves nobody, and says so', async () => {
  const { store, failWith } = await breakable();
  const app = await startApp({ store });
  const ask = await app.as('viewer');
  failWith('damaged');
  for (const path of ['/ready', '/health'])
    expect(await ask('GET', path)).toMatchObject({ status: 503, body: { status: 'database-damaged' } });
});

it('health writes at most every five seconds, however many ask, and a clock set back changes nothing', async () => {
  const inner = await makeStore.memory();
  let writes = 0;
  const app = await startApp({
    store: {
      ...inner,
      probe: async () => {
        writes += 1;
      },
    },
  });
  const nobody = asker(app.fetch, {});
  await Promise.all(Array.from({ length: 50 }, () => nobody('GET', '/health')));
  expect(writes).toBe(1);
  app.clock.now = new Date(app.clock.now.getTime() - 3_600_000);
  await nobody('GET', '/health');
  expect(writes).toBe(2);
});

it('a call aborted by its caller is not an error of the server', async () => {
  const app = await startApp({ store: 'memory' });
  const ask = await app.as('admin');
  const { headers } = await ask('GET', '/session');
  expect(headers).toBeDefined();
  const gone = new AbortController();
  const body = new ReadableStream({
    pull: (controller) => {
      gone.abort();
      controller.error(new Error('aborted'));
    },
  });
  const login = await asker(app.fetch, {})('POST', '/session', { UserName: 'admin', Password: 'demo' });
  const request = new Request('http://localhost/api/product', {
    ...{ method: 'POST', body, signal: gone.signal, duplex: 'half' },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${login.body.Token}` },
  } as RequestInit);
  expect((await app.fetch(request)).status).toBe(499);
  expect(app.errors).toEqual([]);
});

/** A store whose writes fail like those of a database. */
async function breakable(): Promise<{
  readonly store: Store;
  readonly failWith: (reason: StoreUnavailable['reason'] | undefined) => void;
}> {
  const inner = await makeStore.memory();
  let reason: StoreUnavailable['reason'] | undefined;
  const guarded =
    <Args extends unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (reason) throw new StoreUnavailable(reason, { cause: new Error('no room') });
      return write(...args);
    };
  const store: Store = {
    ...inner,
    transaction: (work) => guarded(() => inner.transaction(work))(),
    insert: guarded(inner.insert),
    update: guarded(inner.update),
    remove: guarded(inner.remove),
    probe: guarded(inner.probe),
  };
  return {
    store,
    failWith: (next) => {
      reason = next;
    },
  };
}
