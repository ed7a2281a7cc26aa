/** Lists of other records in the answer for one record. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, type Running, type StoreKind, startApp } from './support/startApp.ts';

const list = (answer: DataRecord, name: string) => answer[name] as readonly DataRecord[];
const names = (records: readonly DataRecord[]) => records.map(({ Name }) => Name);

describe.each(['memory', 'sqlite'] as const)('what an answer includes on %s', (kind: StoreKind) => {
  let app: Running;
  let admin: Ask;
  let product: DataRecord;
  const read = async (query = '', ask = admin) => (await ask('GET', `/product/${product.Id}${query}`)).body;
  const found = async (path: string) =>
    (await admin('GET', `${path}&FilterProperty=ProductId&FilterOperator=eq&FilterValue=${product.Id}`)).body
      .Items as DataRecord[];

  beforeAll(async () => {
    app = await startApp({ store: kind });
    admin = await app.as('admin');
    const { Items } = (await admin('GET', '/product?pageSize=0')).body as { Items: DataRecord[] };
    product = Items.find((one) => one.ProductStateTypeId === 1 && one.ProductGroupId) as DataRecord;
    return () => app.store.close();
  });

  it('C-226 GET /product/{id} returns the product with its plans, coverage items and groups, in their order', async () => {
    const answer = await read();
    expect(answer).toMatchObject({ Id: product.Id, Name: product.Name, Code: product.Code });
    expect(list(answer, 'Plans').length).toBeGreaterThan(1);
    expect(list(answer, 'Plans')).toEqual(await found('/product/plan?pageSize=0&sortFields=SortOrder'));
    expect(list(answer, 'CoverageItems')).toEqual(
      await found('/product/coverageitem?pageSize=0&sortFields=SortOrder'),
    );
    expect(names(list(answer, 'CoverageGroups'))).toEqual(
      names(await found('/product/coveragegroup?pageSize=0&sortFields=Name')),
    );
  });

  it('C-105 C-106 its product type has Id and DisplayName, its product group Id, Name and Brand', async () => {
    const answer = await read('?include=');
    expect(answer.ProductType).toMatchObject({
      Id: answer.ProductTypeId,
      DisplayName: expect.stringMatching(/./),
    });
    expect(answer.ProductGroup).toMatchObject({
      Id: answer.ProductGroupId,
      Name: expect.stringMatching(/./),
      Brand: { Id: answer.BrandId, Name: (answer.Brand as DataRecord).Name },
    });
  });

  it('C-104 its own options are included, and those of its plans are not', async () => {
    const [{ Id: plan }] = list(await read(), 'Plans') as [DataRecord];
    const { Items: parameters } = (await admin('GET', `/product/${product.Id}/parameter?pageSize=2`)).body;
    const before = list(await read(), 'Options').length;
    const [own, ofPlan] = await Promise.all(
      ['', `/plan/${plan}`].map((of) =>
        admin('POST', `/product/${product.Id}${of}/option`, { Parameter1Id: parameters[1].Id }),
      ),
    );
    expect([own?.status, ofPlan?.status], JSON.stringify([own?.body, ofPlan?.body])).toEqual([201, 201]);
    const options = list(await read(), 'Options');
    expect(options.length).toBe(before + 1);
    expect(options.at(-1)).toMatchObject({ Id: own?.body.Id, Parameter1Id: parameters[1].Id });
    expect((await read('?include=Plans')).Options).toBeUndefined();
  });

  it('is requested by name, and an unknown name is reported', async () => {
    const lists = ({ Plans, CoverageItems, CoverageGroups }: DataRecord) =>
      [Plans, CoverageItems, CoverageGroups].map(Array.isArray);
    expect(lists(await read('?include='))).toEqual([false, false, false]);
    expect(lists(await read('?include=coverageitems,Plans'))).toEqual([true, true, false]);
    const wrong = await admin('GET', `/product/${product.Id}?include=Plan`);
    expect(wrong.status).toBe(400);
    expect(wrong.body.Message).toContain('Plans, CoverageItems');
  });

  it('is omitted for those who may not see such records', async () => {
    const viewer = await app.as('viewer');
    const mayPlans = (await viewer('GET', '/product/plan')).status === 200;
    expect('Plans' in (await read('', viewer))).toBe(mayPlans);
    const reports = await app.as('reports');
    const may = (await reports('GET', '/product/plan')).status === 200;
    expect('Plans' in (await read('', reports))).toBe(may);
  });

  it('is never written back', async () => {
    const answer = await read();
    const sent = { ...answer, Description: 'Changed.', Plans: [], coverageitems: [{ Name: 'New' }] };
    const saved = await admin('PUT', '/product', sent);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const after = await read();
    expect(after.Description).toBe('Changed.');
    for (const name of ['Plans', 'CoverageItems', 'CoverageGroups'])
      expect(list(after, name)).toEqual(list(answer, name));
  });

  it('C-119 a product group has the settings of its products', async () => {
    const settings = (await admin('GET', '/product/productgroup/productsetting?pageSize=0')).body
      .Items as DataRecord[];
    const id = settings[0]?.ProductGroupId;
    const group = (await admin('GET', `/product/productgroup/${id}`)).body;
    expect(Object.keys(group)).toEqual(
      expect.arrayContaining(['Id', 'Name', 'Description', 'Brand', 'BrandId', 'ProductSettings']),
    );
    const own = settings.filter((one) => one.ProductGroupId === id);
    expect(list(group, 'ProductSettings')).toHaveLength(own.length);
    expect(list(group, 'ProductSettings').map(({ SortOrder }) => SortOrder)).toEqual(
      own.map(({ SortOrder }) => SortOrder).sort(),
    );
  });
});
