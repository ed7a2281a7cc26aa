/** Totals of lists that stop counting, and exact totals on request. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '#server/app';
import { cappedTotal } from '../../server/store/types.ts';
import { type Ask, makeStore, model, startApp } from './support/startApp.ts';

let admin: Ask;
let real = 0;
beforeAll(async () => {
  const store = await makeStore.memory();
  // Answers like a store that stops counting.
  const stopping: Store = {
    ...store,
    find: async (query, asking) => {
      const found = await store.find(query, asking);
      return query.total === 'capped' ? { ...found, total: cappedTotal, isCapped: true } : found;
    },
  };
  const app = await startApp({ store: stopping });
  admin = await app.as('admin');
  real = await store.count('product');
});

const lists = [...new Set(model.routes.filter(isOpenList).map(({ path }) => path))];

function isOpenList({ operation, method, path, lengths, any, flag }: (typeof model.routes)[number]): boolean {
  const isPlain = operation === 'find' && method === 'GET' && !flag && !any;
  return isPlain && !path.includes('{') && Object.keys(lengths).length === 0;
}

describe('a total', () => {
  it('is reported as capped in every list', async () => {
    expect(lists.length).toBeGreaterThan(10);
    for (const path of lists) {
      const { status, body } = await admin('GET', `${path}?pageSize=1`);
      if (status !== 200) continue;
      expect([body.TotalItems, body.IsTotalCapped], path).toEqual([cappedTotal, true]);
    }
  });

  it('is exact on request, and then not marked as capped', async () => {
    for (const query of ['$total=exact', '%24Total=exact']) {
      const { body } = await admin('GET', `/product?pageSize=1&${query}`);
      expect([body.TotalItems, 'IsTotalCapped' in body]).toEqual([real, false]);
    }
    // An unpaged list is counted while it is read.
    expect((await admin('GET', '/product?pageSize=0')).body.TotalItems).toBe(real);
  });

  it('is requested in one of two ways', async () => {
    const { status, body } = await admin('GET', '/product?$total=roughly', undefined, {
      'accept-language': 'fr-CA',
    });
    expect([status, body.Parameter, body.Message]).toEqual([
      400,
      '$total',
      '$total exige l’une de ces valeurs\u00a0: capped, exact, et non «\u00a0roughly\u00a0».',
    ]);
  });

  it('of the history is capped too', async () => {
    const paths = ['/history?pageSize=1', '/history?pageSize=1&$total=exact'];
    const [capped, exact] = await Promise.all(paths.map((path) => admin('GET', path)));
    expect([capped?.status, capped?.body.IsTotalCapped, exact?.body.IsTotalCapped]).toEqual([
      200,
      true,
      undefined,
    ]);
  });
});
