/**
 * Which lienholders are offered for the products of a dealer: each pair of brand and product type is
 * compared.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, type Running, startApp } from './support/startApp.ts';

const every = '00000000-0000-0000-0000-000000000000';
const id = (number: number) => `01900d02-0000-7000-8000-${String(number).padStart(12, '0')}`;

describe('H-514 H-515 lienholders for products of a dealer', () => {
  let app: Running;
  let [viewer, nobody] = [] as unknown as [Ask, Ask];
  let [sold, other]: [DataRecord, DataRecord] = [{}, {}];
  let [one, two]: [DataRecord, DataRecord] = [{}, {}];

  beforeAll(async () => {
    app = await startApp({ store: 'sqlite' });
    [viewer, nobody] = await Promise.all([app.as('viewer'), app.as()]);
    const products = (await app.store.find({ entity: 'product', page: { number: 1, size: 500 } })).items;
    one = products[0] as DataRecord;
    // Of another brand and another type, so that neither half of the pair is enough.
    two = products.find(
      ({ BrandId, ProductTypeId }) => BrandId !== one.BrandId && ProductTypeId !== one.ProductTypeId,
    ) as DataRecord;
    const [dealer] = (await app.store.find({ entity: 'dealer', page: { number: 1, size: 1 } })).items;
    const kept = { Revision: 1, DealerId: dealer?.Id, IsEnabled: true };
    [sold, other] = [
      { ...kept, Id: id(1), ProductId: one.Id },
      { ...kept, Id: id(2), ProductId: two.Id },
    ];
    await app.store.transaction(async (session) => {
      for (const { Id } of (await session.find({ entity: 'lienholder' })).items)
        await session.update('lienholder', String(Id), { ProfileStatusId: 1 });
      for (const record of [sold, other])
        if ((await session.conflicting('dealer-product', record)).length === 0)
          await session.insert('dealer-product', record);
      const pair = (brand: unknown, type: unknown) => [{ BrandId: brand, ProductTypeId: type }];
      const configured: Readonly<Record<string, readonly object[]>> = {
        None: [],
        All: pair(every, every),
        One: pair(one.BrandId, one.ProductTypeId),
        Brand: pair(one.BrandId, every),
        Type: pair(every, two.ProductTypeId),
        // The brand of one and the type of the other: a pair that no product has.
        Crossed: pair(one.BrandId, two.ProductTypeId),
        Halves: [...pair(one.BrandId, id(98)), ...pair(id(99), one.ProductTypeId)],
      };
      let count = 10;
      for (const [Name, Configurations] of Object.entries(configured))
        for (const LienholderTypeId of [1, 2])
          await session.insert('lienholder', {
            ...{ Id: id(count++), Revision: 1, TradingName: Name, LienholderTypeId },
            ...{ ProfileStatusId: 3, Configurations },
          });
      await session.insert('lienholder', {
        ...{ Id: id(90), Revision: 1, TradingName: 'Inactive', LienholderTypeId: 1 },
        ...{ ProfileStatusId: 1, Configurations: [] },
      });
    });
    return () => app.store.close();
  });

  const ask = (path: string, body: unknown, query = 'pageSize=0') =>
    viewer('POST', `/profile/${path}?${query}`, body);
  const names = async (path: string, body: readonly unknown[]) => {
    const answer = await ask(path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.TotalItems).toBe(answer.body.Items.length);
    return answer.body.Items.map(({ TradingName }: DataRecord) => TradingName);
  };

  it('global ones have a pair of some product, or none', async () => {
    expect(await names('globallienholders', [sold.Id])).toEqual(['All', 'Brand', 'None', 'One']);
    expect(await names('globallienholders', [other.Id])).toEqual(['All', 'None', 'Type']);
    expect(await names('globallienholders', [other.Id, sold.Id])).toEqual([
      ...['All', 'Brand', 'None', 'One', 'Type'],
    ]);
  });

  it('product-specific ones need a pair', async () => {
    expect(await names('productlienholders', [sold.Id])).toEqual(['All', 'Brand', 'One']);
    expect(await names('productlienholders', [other.Id])).toEqual(['All', 'Type']);
    expect(await names('productlienholders', [])).toEqual([]);
    expect(await names('globallienholders', [id(77)])).toEqual(['None']);
  });

  it('takes ids of products too, zeros for all of them, paged like any list', async () => {
    expect(await names('productlienholders', [one.Id])).toEqual(['All', 'Brand', 'One']);
    expect((await names('productlienholders', [every])).length).toBe(6);
    const page = await ask(
      'productlienholders',
      [every],
      'page=2&pageSize=2&sortFields=TradingName&sortDirections=0',
    );
    expect([page.body.TotalItems, page.body.Items.map(({ TradingName }: DataRecord) => TradingName)]).toEqual(
      [6, ['Halves', 'Crossed']],
    );
    const sorted = await ask(
      'productlienholders',
      [every],
      'FilterProperty=Secret&FilterOperator=eq&FilterValue=1',
    );
    expect(sorted.status).toBe(400);
  });

  it('refuses anything but a list of ids, and callers without a login', async () => {
    for (const path of ['globallienholders', 'productlienholders']) {
      for (const body of [{ Id: every }, [7], ['x'], [null], 'x', [[every]]])
        expect([400, 422], `${path} ${JSON.stringify(body)}`).toContain((await ask(path, body)).status);
      expect((await nobody('POST', `/profile/${path}`, [every])).status).toBe(401);
    }
  });
});
