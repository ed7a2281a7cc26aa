/**
 * Changes for one plan, one bucket or one value affect no other price; a read-only product refuses prices.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Clients, createClients } from './support/createClients.ts';
import { type Ask, appStores } from './support/startApp.ts';

const formulaId = 'c7fcb8f2-08ed-54b1-b09e-5dd8bba50f04';
const priced = 'a44f2bcb-44f1-58da-b689-4927c5318234';

for (const kind of appStores) {
  describe(`prices apart, ${kind} store`, () => {
    let clients: Clients;
    let pricing: Ask;
    let formula: DataRecord;
    let plans: readonly DataRecord[];

    beforeAll(async () => {
      clients = await createClients(kind);
      pricing = await clients.app.as('pricing');
      formula = (await clients.app.store.get('pricing-formula', formulaId)) as DataRecord;
      plans = await clients.plansOf(priced);
    });
    afterAll(() => clients.app.store.close());

    const valuesOf = () => {
      const [example] = formula.Examples as readonly { readonly Values: unknown }[];
      return example?.Values;
    };
    /** The parts of the price of each plan. */
    async function prices(): Promise<readonly DataRecord[]> {
      const path = `/pricing/product/${priced}/calculateprice`;
      const found = [];
      for (const { Id } of plans) {
        const { status, body } = await pricing('POST', path, { PlanId: Id, Values: valuesOf() });
        expect(status, JSON.stringify(body)).toBe(200);
        found.push(body);
      }
      return found;
    }
    async function pricesWith(adjustment: DataRecord | undefined) {
      const Adjustments = adjustment
        ? [{ Title: 'Ten percent', IsPercent: true, Change: 10, ...adjustment }]
        : [];
      // Its examples hold without it.
      await clients.app.store.update('pricing-formula', formulaId, { Adjustments, Examples: [] });
      return (await prices()).map(({ Price }) => Number(Price));
    }

    it('an adjustment of all plans changes all, one of a plan that plan alone', async () => {
      const before = await pricesWith(undefined);
      expect(before.length).toBeGreaterThan(1);
      const all = await pricesWith({});
      for (const [at, price] of all.entries()) expect(price / (before[at] as number)).toBeCloseTo(1.1, 2);
      const [first] = plans;
      const one = await pricesWith({ PlanName: first?.Name });
      expect(one[0]).toBe(all[0]);
      expect(one.slice(1)).toEqual(before.slice(1));
    });

    it('an adjustment of a value applies to that value alone', async () => {
      const before = await pricesWith(undefined);
      const [[ParameterName, value] = []] = Object.entries(valuesOf() as object);
      const own = { ParameterName, ParameterValue: String(value) };
      expect(await pricesWith(own)).toEqual(await pricesWith({}));
      expect(await pricesWith({ ...own, ParameterValue: 'none such' })).toEqual(before);
    });

    it('a product that is read-only refuses prices by any call, and loses none', async () => {
      await pricesWith(undefined);
      const { store } = clients.app;
      const { items } = await store.find({ entity: 'rate-card' });
      const products = (await clients.admin('GET', '/product?pageSize=0')).body.Items;
      const closed = new Set(
        products.filter(({ IsReadOnly }: DataRecord) => IsReadOnly).map(({ Id }: DataRecord) => Id),
      );
      const card = items.find(({ ProductId }) => closed.has(ProductId)) as DataRecord;
      const path = `/pricing/product/${card.ProductId}/ratecard/${card.Id}`;
      const open = items.find(({ ProductId }) => !closed.has(ProductId)) as DataRecord;
      const calls = [
        ['POST', `${path}/generate`, {}],
        ['POST', `${path}/import`, { ImportFileId: card.RatesFileId }],
        ['DELETE', `${path}/rates`, undefined],
        ['PUT', path, { Name: 'Another' }],
        ['DELETE', path, undefined],
        ['POST', `/pricing/product/${card.ProductId}/ratecard`, { Name: 'Another' }],
        ['POST', `/pricing/importratecardtoproduct/${card.ProductId}`, { RateCardId: open.Id }],
        ['PUT', `/pricing/product/${card.ProductId}/formula`, { Steps: [] }],
        ['DELETE', `/pricing/product/${card.ProductId}/formula`, undefined],
      ] as const;
      const before = JSON.stringify([(await store.find({ entity: 'rate-card' })).items, await formulas()]);
      const taken = [];
      for (const [method, address, body] of calls) {
        const { status, body: said } = await pricing(method, address, body);
        if (![403, 409, 422].includes(status))
          taken.push(`${method} ${address}: ${status} ${JSON.stringify(said)}`);
      }
      expect(taken).toEqual([]);
      expect(JSON.stringify([(await store.find({ entity: 'rate-card' })).items, await formulas()])).toBe(
        before,
      );
    });

    const formulas = async () => (await clients.app.store.find({ entity: 'pricing-formula' })).items;
  });
}
