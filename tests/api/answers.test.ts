/** The contents of catalogue answers, as the specification lists them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Clients, createClients } from './support/createClients.ts';

type Stored = Record<string, unknown>;

describe('answers of the catalogue', () => {
  let clients: Clients;
  let product: Stored;
  beforeAll(async () => {
    clients = await createClients('memory');
    const { Id } = await clients.productInDesign();
    product = (await clients.viewer('GET', `/product/${Id}`)).body;
  });

  const items = async (path: string): Promise<readonly Stored[]> => {
    const { status, body } = await clients.viewer('GET', path);
    expect(status, path).toBe(200);
    return Array.isArray(body) ? body : body.Items;
  };
  const lacking = (record: unknown, names: string) =>
    names.split(' ').filter((name) => !(name in (record as Stored)));

  it('C-105 C-106 C-107 the type, the group and the state of a product have their names', () => {
    expect(product.ProductType).toMatchObject({ Id: expect.anything(), DisplayName: expect.any(String) });
    expect(product.ProductStateType).toEqual({ Id: 1, Name: 'InDesign', DisplayName: 'In Design' });
    expect(product.ProductGroup).toMatchObject({
      Name: expect.any(String),
      Brand: { Id: expect.any(String) },
    });
  });

  it('R-162 R-432 a product read by its id has its lists', () => {
    expect(
      lacking(
        product,
        'Id ProductStateType IsReadOnly ClaimsLayoutTypeId ClaimsPricing Plans CoverageItems CoverageGroups',
      ),
    ).toEqual([]);
  });

  it('C-112 a coverage group', async () => {
    const [group] = await items('/product/coveragegroup?pageSize=1');
    expect(lacking(group, 'Id Name SourceName Price ProductId CoverageItems')).toEqual([]);
  });

  it('C-117 C-118 a component is regular or maintenance', async () => {
    const components = await items('/product/component?page=1&pageSize=1000');
    expect(lacking(components[0], 'Id Name IsActive ComponentType')).toEqual([]);
    const categories = components.map(({ ComponentType }) => (ComponentType as Stored).Category);
    expect(new Set(categories)).toEqual(new Set(['Regular', 'Maintenance']));
  });

  it('C-355 products are ordered by launch date, then id, both descending, unless a query says otherwise', async () => {
    const products = await items('/product?pageSize=0');
    const keys = products.map(({ LaunchDate, Id }) => `${LaunchDate} ${Id}`);
    expect(keys).toEqual([...keys].sort().reverse());
    expect(new Set(products.map(({ LaunchDate }) => LaunchDate)).size).toBeGreaterThan(10);
  });

  it('C-126 C-241 R-188 the states of a product', async () => {
    const states = await items('/product/productstatetype');
    expect(states.map(({ Name, DisplayName }) => [Name, DisplayName])).toEqual([
      ['InDesign', 'In Design'],
      ['InPricing', 'In Pricing'],
      ['Active', 'Active'],
      ['Deactivated', 'Deactivated'],
      ['Abandoned', 'Abandoned'],
    ]);
  });

  it('C-116 C-245 R-158 the types of inclusion', async () => {
    const types = await items('/product/inclusiontype');
    expect(types.map(({ Id, Name }) => [Id, Name])).toEqual([
      [0, 'Included'],
      [1, 'Optional'],
    ]);
  });

  it.each([
    ['C-244', '/product/participationtype'],
    ['C-246', '/product/unitofmeasuretype'],
    ['C-234', '/product/producttypecategory'],
  ])('%s GET %s lists its choices', async (_, path) => {
    const choices = await items(path);
    expect(choices.length).toBeGreaterThan(1);
    for (const choice of choices) expect(lacking(choice, 'Id Name')).toEqual([]);
  });
});
