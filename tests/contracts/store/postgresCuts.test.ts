/** Connections cut before, during and after a commit; a server that stops and returns. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../server/store/postgres/openPostgresStore.ts';
import { type Store, StoreUnavailable } from '../../../server/store/types.ts';
import { startCuttingProxy } from '../../support/cuttingProxy.ts';
import { type OwnPostgres, ownPostgres } from '../../support/ownPostgres.ts';
import { ask } from '../../support/postgres.ts';
import { contractModel } from './contractModel.ts';

const model = contractModel();
let server: OwnPostgres;
beforeAll(async () => {
  server = await ownPostgres();
});
afterAll(() => server.remove());

const maker = (Id: string) => ({ Id, Revision: 1, Name: Id });
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof StoreUnavailable ? error.reason : error),
  );

describe('a connection that is cut', () => {
  let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
  let store: Store;
  beforeAll(async () => {
    proxy = await startCuttingProxy(new URL(server.url));
    store = openPostgresStore({ url: proxy.url });
    await store.migrate(model);
  });
  afterAll(async () => {
    await store.close();
    proxy.stop();
  });

  it('after the commit leaves it done, and the answer says so', async () => {
    proxy.state.cut = 'after';
    expect(await reasonOf(store.insert('maker', maker('after')))).toBe('done');
    expect(proxy.state.cut).toBe('never');
    expect(await store.get('maker', 'after')).toBeDefined();
  });

  it('before the commit leaves nothing, and is refused as away', async () => {
    proxy.state.cut = 'before';
    expect(await reasonOf(store.insert('maker', maker('before')))).toBe('away');
    expect(await store.get('maker', 'before')).toBeUndefined();
    expect(await reasonOf(store.insert('maker', maker('before')))).toBe('done');
  });

  it('in the middle of a transaction rolls it back, and the next one succeeds', async () => {
    const ids = async () =>
      (await ask(server.url, `select pid from pg_stat_activity where application_name = 'formwright'`)).map(
        (row) => (row as { pid: number }).pid,
      );
    const cut = store.transaction(async (session) => {
      await session.insert('maker', maker('middle'));
      await ask(server.url, 'select pg_terminate_backend(unnest($1::int[]))', [await ids()]);
      await session.insert('maker', maker('later'));
    });
    expect(await reasonOf(cut)).toBe('away');
    expect((await store.getMany('maker', ['middle', 'later'])).length).toBe(0);
    expect(await reasonOf(store.insert('maker', maker('middle')))).toBe('done');
  });

  it('while idle is not noticed by the next reader', async () => {
    await Promise.all(Array.from({ length: 8 }, () => store.count('maker')));
    await ask(
      server.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'formwright'`,
    );
    const found = await Promise.all(Array.from({ length: 20 }, () => reasonOf(store.get('maker', 'after'))));
    expect(new Set(found)).toEqual(new Set(['done']));
  });
});

describe.each(['fast', 'immediate'] as const)('a stopped server (%s)', (how) => {
  it('is away for reads and writes until it is back, without losing acknowledged writes', async () => {
    const store = openPostgresStore({ url: server.url });
    await store.migrate(model);
    await store.insert('maker', maker(`kept-${how}`));
    await server.halt(how);
    expect(await reasonOf(store.probeRead?.() ?? Promise.resolve())).toBe('away');
    expect(await reasonOf(store.get('maker', `kept-${how}`))).toBe('away');
    expect(await reasonOf(store.insert('maker', maker(`refused-${how}`)))).toBe('away');
    expect(await reasonOf(store.probe())).toBe('away');
    await server.begin();
    expect(await reasonOf(store.probeRead?.() ?? Promise.resolve())).toBe('done');
    expect(await store.get('maker', `kept-${how}`)).toBeDefined();
    expect(await store.get('maker', `refused-${how}`)).toBeUndefined();
    expect(await reasonOf(store.insert('maker', maker(`refused-${how}`)))).toBe('done');
    await store.close();
  });
});
