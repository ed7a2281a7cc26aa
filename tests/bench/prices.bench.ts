/** A price for a sale, by our formula and by one that someone wrote in JavaScript for this product. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compareSides, type Work } from './compareServers.ts';
import { createHandPrices } from './handPrices.ts';
import type { BenchRow } from './harness.ts';
import { startServer } from './startServer.ts';

const plans = ['Gold', 'Silver', 'Bronze'];

const price: Work = {
  name: 'POST calculateprice',
  times: 1000,
  atLeast: 0.8,
  ask: ({ ids: [product] }, n) => ({
    method: 'POST',
    path: `/api/pricing/product/${product}/calculateprice`,
    body: JSON.stringify({
      Plan: plans[n % plans.length],
      Values: { 'Policy.TermMonth': 12 * (1 + (n % 7)), 'Policy.VehicleClass': 'ABCDEF'[n % 6] },
    }),
  }),
};

export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'prices-'));
  const { fetch, token, store } = await startServer({ file: path.join(folder, 'ours.db') });
  const all = async (entity: string) => (await store.find({ entity })).items;
  const product = (await all('product')).find(({ Code }) => Code === 'BOR-TIR-30');
  const hand = createHandPrices(path.join(folder, 'hand.db'), {
    product: product ?? { Id: '' },
    plans: (await all('plan')).filter(({ ProductId }) => ProductId === product?.Id),
    buckets: await all('price-bucket'),
  });
  const ids = [String(product?.Id)];
  try {
    const theirs = { fetch: hand.fetch, token: hand.token, ids };
    return await compareSides({ works: [price], same: [price] }, { fetch, token, ids }, theirs);
  } finally {
    await store.close();
    hand.close();
    rmSync(folder, { recursive: true });
  }
}
