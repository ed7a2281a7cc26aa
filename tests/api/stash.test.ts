import { describe, expect, it } from 'vitest';
import { type Ask, type StoreKind, startApp } from './support/startApp.ts';

const stores: readonly StoreKind[] = ['memory', 'sqlite'];

describe.each(stores)('stashed values, on %s', (store) => {
  it('C-164 R-203 R-204 mutual relations are kept over save and reload while an item is Included', async () => {
    const app = await startApp({ store, seed: 'demo' });
    const ask = await app.as('admin');
    const { product, items } = await openProduct(ask);
    const [engine, brakes] = items;
    const rows = [
      { CoverageItemId: engine.Id, IsOptional: true, ExcludedCoverageItems: [{ Id: brakes.Id }] },
      { CoverageItemId: brakes.Id, IsOptional: true },
    ];
    const { body: created } = await ask('POST', '/product/plan', {
      ProductId: product.Id,
      Name: 'Stash',
      PlanCoverageItems: rows,
    });
    expect(excluded(await read(ask, created.Id))).toEqual([[brakes.Id], [engine.Id]]);

    await setOptional(ask, created.Id, false);
    expect(excluded(await read(ask, created.Id))).toEqual([[], []]);

    await setOptional(ask, created.Id, true);
    expect(excluded(await read(ask, created.Id))).toEqual([[brakes.Id], [engine.Id]]);
  });
});

/** Sends the plan back as it was read, except for the first row's inclusion, like the original client. */
async function setOptional(ask: Ask, id: string, IsOptional: boolean): Promise<void> {
  const plan = await read(ask, id);
  const [first, ...rest] = plan.PlanCoverageItems;
  const { status, body } = await ask('PUT', '/product/plan', {
    ...plan,
    PlanCoverageItems: [{ ...first, IsOptional }, ...rest],
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

async function read(ask: Ask, id: string) {
  return (await ask('GET', `/product/plan/${id}`)).body;
}

function excluded(plan: { PlanCoverageItems: { ExcludedCoverageItems?: { Id: string }[] }[] }): string[][] {
  return plan.PlanCoverageItems.map((row) => (row.ExcludedCoverageItems ?? []).map(({ Id }) => Id));
}

async function openProduct(ask: Ask) {
  const inDesign = 'FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=InDesign';
  const product = (await ask('GET', `/product?pageSize=1&${inDesign}`)).body.Items[0];
  const own = `FilterProperty=ProductId&FilterOperator=eq&FilterValue=${product.Id}`;
  const items = (await ask('GET', `/product/coverageitem?pageSize=2&${own}`)).body.Items;
  return { product, items };
}
