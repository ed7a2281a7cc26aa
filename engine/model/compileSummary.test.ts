import { describe, expect, it } from 'vitest';
import type { SummaryBlock } from '../types/modelTypes.ts';
import { findingsOf, modelOfFiles } from './testDeclarations.ts';

const shop = {
  $id: 'shop',
  title: 'Shop',
  type: 'object',
  properties: { Name: { type: 'string', title: 'Name' } },
};
const shelf = {
  $id: 'shelf',
  title: 'Shelf',
  type: 'object',
  properties: {
    ShopId: { 'x-ref': 'shop', title: 'Shop' },
    Label: { type: 'string', title: 'Label' },
  },
};
const include = (more: object = {}) => ({ Shelves: { entity: 'shelf', by: 'ShopId', ...more } });
const routes = (includes: object, operation = 'get') => ({
  for: 'shop',
  routes: [{ route: 'GET /shop/{id}', operation, include: includes }],
});
const summary = (more: object = {}) => ({
  kind: 'summary',
  id: 'summary',
  lists: { shelves: { entity: 'shelf', find: '/shelf' } },
  items: [{ label: 'shop.shelves', value: '$lists.shelves.TotalItems', kind: 'integer', to: '#summary' }],
  ...more,
});
const files = (block: object, api: object = routes(include())) => ({
  'schemas/shop/shop/entity.json': shop,
  'schemas/shop/shelf/entity.json': shelf,
  'schemas/shop/shop/api.json': api,
  'schemas/shop/shelf/api.json': { for: 'shelf', routes: [{ route: 'GET /shelf', operation: 'find' }] },
  'screens/shop/shop.json': {
    id: 'shop',
    route: '/shops/:id',
    access: 'login',
    title: 'shop.title',
    data: { shop: { entity: 'shop', id: '$route.id' } },
    blocks: [block],
  },
});
const problems = (...given: Parameters<typeof files>) =>
  findingsOf(files(...given))
    .map(({ message }) => message)
    .filter((message) => !message.startsWith('The message'));

describe('a summary', () => {
  it('reads its lists as the API answers them', () => {
    const check = { label: 'shop.full', holds: "$count($lists.shelves.Items[Label = 'A']) > 0" };
    const block = modelOfFiles(files(summary({ checks: [check] }))).screens.get('shop')
      ?.blocks[0] as SummaryBlock;
    const scope = { root: {}, vars: { lists: { shelves: { TotalItems: 2, Items: [{ Label: 'A' }] } } } };
    expect(block.items[0]?.value.evaluate(scope)).toBe(2);
    expect(block.checks[0]?.holds.evaluate(scope)).toBe(true);
    expect(block.lists).toMatchObject([{ name: 'shelves', pageSize: 1 }]);
  });

  it('is checked: lists, their fields, targets of links', () => {
    const item = (more: object) => summary({ items: [{ label: 'shop.x', value: '1', ...more }] });
    expect(problems(item({ value: '$lists.shelf.TotalItems' }))).toEqual([expect.stringContaining('shelf')]);
    expect(problems(item({ value: '$lists.shelves.Items.Lable' }))).toEqual([
      expect.stringContaining('Lable'),
    ]);
    expect(problems(item({ to: '#plans' }))).toEqual([expect.stringContaining('#plans leads to a section')]);
    expect(problems(summary({ lists: { shelves: { entity: 'rack', find: '/shelf' } } }))[0]).toContain(
      'rack',
    );
  });
});

describe('lists included by a get', () => {
  it('are part of the route', () => {
    const [route] = modelOfFiles(files(summary(), routes(include({ sort: ['-Label'] })))).routes;
    expect(route?.include).toEqual([
      {
        where: {},
        name: 'Shelves',
        entity: 'shelf',
        by: 'ShopId',
        fields: undefined,
        without: [],
        sort: [{ path: 'Label', direction: 'desc' }],
      },
    ]);
  });

  it('are checked: entity, owner reference, unique names, operation', () => {
    const of = (includes: object, operation?: string) => problems(summary(), routes(includes, operation));
    expect(of(include({ entity: 'rack' }))).toEqual([expect.stringContaining('no entity rack')]);
    expect(of(include({ by: 'Label' }))).toEqual([expect.stringContaining('does not refer to shop')]);
    expect(of(include({ fields: ['Lable'] }))).toEqual([expect.stringContaining('no field Lable')]);
    expect(of({ Name: { entity: 'shelf', by: 'ShopId' } })).toEqual([
      expect.stringContaining('a Name of its own'),
    ]);
    expect(of(include(), 'remove')).toContainEqual(expect.stringContaining('Only a get'));
  });
});
