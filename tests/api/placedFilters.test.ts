/**
 * The filter of a placed field: that of its type, or the configurator's choice; what the list call would
 * refuse is reported before.
 */
import { expect, it } from 'vitest';
import type { DataRecord, GridBlock } from '#engine';
import { type Ask, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });

async function put(ask: Ask, path: string, change: object) {
  const answer = await ask('PUT', `/configure/draft/${path}`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const filter = (field: string, more: object = {}) => ({
  screen: 'products',
  block: 'products',
  as: 'filter',
  field,
  ...more,
});
const named = (field: string) => `place/products.products.filter.${field}`;

it('a filter is that of its type, or as chosen; a shipped one stays in place', async () => {
  const app = await startApp({ store: 'memory' });
  const ask = await app.as('admin');
  const filters = () => {
    const block = app.models.current().screens.get('products')?.blocks[0] as GridBlock;
    return block.filters.map(({ path, operator }) => `${path} ${operator}`);
  };
  const shipped = filters();
  await put(ask, 'field/product.Seats', { type: 'integer', title: texts('Seats') });
  await put(ask, 'field/product.Doors', { type: 'integer', title: texts('Doors') });
  await put(ask, named('Seats'), filter('Seats'));
  await put(ask, named('Doors'), filter('Doors', { operator: 'ge' }));
  await put(ask, named('Name'), filter('Name', { operator: 'startsWith', after: '' }));
  expect((await ask('POST', '/configure/publish', {})).status).toBe(201);
  expect(shipped).toContain('Name words');
  expect(filters()).toEqual([
    ...shipped.map((one) => (one === 'Name words' ? 'Name startsWith' : one)),
    'Doors ge',
    'Seats eq',
  ]);
  const [product] = (await ask('GET', '/product?pageSize=1')).body.Items;
  await ask('PUT', '/product', { Id: product.Id, Doors: 4 });
  const found = async (least: number) => {
    const query = `FilterProperty=Doors&FilterOperator=ge&FilterValue=${least}`;
    return (await ask('GET', `/product?${query}`)).body.TotalItems;
  };
  expect([await found(3), await found(5)]).toEqual([1, 0]);
});

it('an operator that the type of the field does not have is reported at its place, and not published', async () => {
  const app = await startApp({ store: 'memory', seed: 'none' });
  const ask = await app.as('admin');
  await put(ask, 'field/product.Seats', { type: 'integer', title: texts('Seats') });
  const { Findings } = await put(ask, named('Seats'), filter('Seats', { operator: 'contains' }));
  const [finding] = Findings.filter(({ Level }: DataRecord) => Level === 'error');
  expect(finding).toMatchObject({
    Change: { Kind: 'place', Name: 'products.products.filter.Seats' },
    At: '/operator',
    Message: 'Seats cannot be filtered in this way. Choose another operator.',
  });
  expect((await ask('POST', '/configure/publish', {})).status).toBe(422);
});
