import { expect, it } from 'vitest';
import { type Store, StoreUnavailable } from '../../server/store/types.ts';
import { makeStore, startApp } from './support/startApp.ts';

it('a store that takes no writes is said as such in the language of the person, with a time to come back, and reads go on', async () => {
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

  failWith(undefined);
  expect((await ask('GET', '/health')).status).toBe(503);
  app.clock.now = new Date(app.clock.now.getTime() + 5000);
  expect(await ask('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
});

/** A store whose writes fail as those of a database do. */
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
    probe: guarded(inner.probe),
  };
  return {
    store,
    failWith: (next) => {
      reason = next;
    },
  };
}
