/** A call that reads while another process publishes is answered by the new release, not with an error. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresStore } from '../../server/store/postgres/openPostgresStore.ts';
import type { Store } from '../../server/store/types.ts';
import { type Ask, startApp } from '../api/support/startApp.ts';
import { newSchema } from '../support/postgres.ts';

export function describeOutdated(): void {
  const stores: Store[] = [];
  let [one, other] = [] as unknown as [Ask, Ask];
  /** Runs once, when the other process has checked its release and is about to read. */
  let meanwhile: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const url = await newSchema();
    const open = (): Store => {
      const store = openPostgresStore({ url });
      stores.push(store);
      return store;
    };
    one = await (await startApp({ store: open(), seed: 'none' })).as('admin');
    const inner = open();
    const watched =
      (reads: Pick<Store, 'find'>): Store['find'] =>
      async (query, asking) => {
        const work = query.entity === 'product-type' ? meanwhile : undefined;
        if (work) meanwhile = undefined;
        await work?.();
        return reads.find(query, asking);
      };
    const forCall = () => {
      const reads = inner.forCall?.() ?? inner;
      return { ...reads, find: watched(reads) };
    };
    // It hears of releases only from the database.
    const shared = { ...inner.shared, listen: () => () => undefined };
    other = await (
      await startApp({ store: { ...inner, find: watched(inner), forCall, shared }, seed: 'none' })
    ).as('admin');
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
  });

  const declare = async (type: string): Promise<void> => {
    const title = { 'en-CA': 'Extra', 'fr-CA': 'Extra' };
    const drafted = await one('PUT', '/configure/draft/field/product-type.Extra', { type, title });
    expect(drafted.status, JSON.stringify(drafted.body)).toBeLessThan(300);
    const published = await one('POST', '/configure/publish', { Note: type });
    expect(published.status, JSON.stringify(published.body)).toBe(201);
  };
  const path = '/product/producttype?FilterProperty=Extra&FilterOperator=eq&FilterValue=7';

  it('a list that filters by a column that is gone is read again by the new rules', async () => {
    await declare('text');
    expect((await other('GET', path)).status).toBe(200);
    meanwhile = () => declare('integer');
    const answer = await other('GET', path);
    expect(meanwhile).toBeUndefined();
    expect([answer.status, answer.body.TotalItems], JSON.stringify(answer.body)).toEqual([200, 0]);
  });
}
