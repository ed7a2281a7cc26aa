/** A list answers only the requested fields: `$fields`, and what the grids request. */
import { beforeAll, expect, it } from 'vitest';
import { type Compiled, type DataRecord, type GridBlock, gridFields } from '#engine';
import { fillPath } from '../../renderer/data/fillPath.ts';
import { findRoute } from '../../renderer/data/queries.ts';
import { readPath } from '../../renderer/grid/readPath.ts';
import { type Clients, createClients, filter } from './support/createClients.ts';
import { model } from './support/startApp.ts';

let { admin, viewer, productInDesign } = {} as Clients;
let productId = '';

beforeAll(async () => {
  ({ admin, viewer, productInDesign } = await createClients('sqlite'));
  productId = (await productInDesign()).Id;
});

const grids = [...model.screens.values()]
  .flatMap(({ blocks }) => blocks)
  .flatMap((block) => (block.kind === 'grid' ? [block, ...block.views.map((view) => view.block)] : []));

it('answers the named fields, in any case, with the id', async () => {
  const { body, status } = await admin('GET', '/product?pageSize=3&$fields=name,BRAND.name,ProductStateType');
  expect(status).toBe(200);
  const whole = (await admin('GET', '/product?pageSize=3')).body;
  expect(body.TotalItems).toBe(whole.TotalItems);
  expect(body.Items).toEqual(
    whole.Items.map((item: DataRecord) => ({
      Id: item.Id,
      Name: item.Name,
      Brand: { Name: (item.Brand as DataRecord).Name },
      ProductStateType: item.ProductStateType,
    })),
  );
  const plans = await admin(
    'GET',
    '/product/plan?pageSize=0&$fields=PlanCoverageItems.CoverageItemId&$fields=Name',
  );
  expect(Object.keys(plans.body.Items[0]).sort()).toEqual(['Id', 'Name', 'PlanCoverageItems']);
});

it('requested fields are read alone, with the same values as in the whole record', async () => {
  for (const path of ['/profile/dealer', '/profile/employee', '/profile/lienholder', '/product']) {
    const whole = await admin('GET', `${path}?page=1&pageSize=25`);
    expect([path, whole.status]).toEqual([path, 200]);
    const names = [...new Set((whole.body.Items as DataRecord[]).flatMap((item) => Object.keys(item)))];
    // `$localized` is not a field: it comes with the texts it translates.
    for (const name of names.filter((each) => !each.startsWith('$'))) {
      const some = await admin('GET', `${path}?page=1&pageSize=25&$fields=${name}`);
      const cut = (whole.body.Items as DataRecord[]).map((item) => ({ Id: item.Id, [name]: item[name] }));
      expect([path, name, some.body.Items]).toEqual([path, name, cut]);
    }
  }
});

it('refuses fields that no answer has, and names them', async () => {
  for (const name of ['Nmae', 'Brand.Nmae', 'Name.Length', '__proto__', 'constructor', 'Brand.Name.X']) {
    const { status, body } = await admin('GET', `/product?$fields=Id,${name}`);
    expect([status, body.Code], name).toEqual([400, 'bad-request']);
    expect(body.Message).toContain(name);
  }
  const suggested = await admin('GET', '/product?$fields=Nmae');
  expect(suggested.body.Message).toContain("'Name'");
  for (const route of model.routes.filter((one) => one.operation === 'find' && one.fields)) {
    const entity = model.entities.get(route.entity);
    const beyond = entity?.fields.find(({ name }) => name !== 'Id' && !route.fields?.includes(name));
    const path = route.path.replace(/\/\{[^}]+\?\}/, '').replace(/\{[^}]+\}/g, productId);
    const { status } = await admin('GET', `${path}?$fields=${beyond?.name}`);
    expect(status, `${route.path} ${beyond?.name}`).toBe(400);
  }
});

it('does not reveal fields the list hides from the caller', async () => {
  const names = (model.entities.get('product')?.fields ?? []).map(({ name }) => name);
  const [asked, whole] = [
    await viewer('GET', `/product?pageSize=2&$fields=${names.join(',')}`),
    await viewer('GET', '/product?pageSize=2'),
  ];
  for (const [index, item] of asked.body.Items.entries())
    for (const [name, value] of Object.entries(item)) expect(value).toEqual(whole.body.Items[index][name]);
});

it('a grid requests all that it shows, links by and decides on', async () => {
  let compared = 0;
  for (const block of grids) {
    const entity = model.entities.get(block.entity);
    const fields = entity && gridFields(block, entity);
    if (!entity || !fields || !findRoute(model, block.find) || findRoute(model, block.find)?.fields) continue;
    const path = `${block.find.replace(/\{[^}]+\}/g, productId)}?pageSize=50`;
    const whole = await admin('GET', path);
    if (whole.status !== 200) continue;
    const asked = await admin('GET', `${path}&$fields=${fields.join(',')}`);
    expect([asked.status, asked.body.Message], `${block.id}: ${fields}`).toEqual([200, undefined]);
    for (const [index, row] of (asked.body.Items as DataRecord[]).entries()) {
      compared += 1;
      expect(seen(block, row), block.id).toEqual(seen(block, whole.body.Items[index]));
    }
  }
  expect(compared).toBeGreaterThan(200);
});

/** All that a person sees of a row: cells, links, its available actions and what they would say and send. */
function seen(block: GridBlock, row: DataRecord): unknown {
  const label = model.entities.get(block.entity)?.labelField ?? 'Name';
  const links = [block.open, ...block.rowActions.flatMap(({ to, route, then }) => [to, route, then])];
  return {
    label: row[label],
    cells: block.columns.map(({ path, shows }) => readPath(row, shows ?? path) ?? null),
    links: links.map((link) => link && fillPath(link, { root: row, route: {}, data: {}, user: {} })),
    verdicts: compiledIn(block.rowActions).map((one) => verdictOf(one, row)),
  };
}

function compiledIn(part: unknown): readonly Compiled[] {
  if (typeof part !== 'object' || part === null) return [];
  return 'evaluate' in part ? [part as Compiled] : Object.values(part).flatMap(compiledIn);
}

function verdictOf(expression: Compiled, row: DataRecord): unknown {
  const vars = { record: row, route: {}, data: {}, user: {}, ask: {}, today: '2026-11-20', now: '' };
  try {
    return expression.evaluate({ root: row, vars }) ?? null;
  } catch (error) {
    return String(error);
  }
}

it('rows that become forms are requested whole', () => {
  const formed = grids.filter((block) => block.edit || block.expand);
  expect(formed.length).toBeGreaterThan(0);
  for (const block of formed) {
    const entity = model.entities.get(block.entity);
    expect(entity && gridFields(block, entity), block.id).toBe(undefined);
  }
});

it('ten products of the product list are a third of their former size', async () => {
  const block = grids.find(({ entity, find }) => entity === 'product' && find === '/product');
  const entity = model.entities.get('product');
  const fields = block && entity && gridFields(block, entity);
  const size = async (query: string) =>
    JSON.stringify((await admin('GET', `/product?page=1&pageSize=10${query}`)).body).length;
  const [whole, asked] = [await size(''), await size(`&$fields=${fields?.join(',')}`)];
  expect(asked).toBeLessThan(whole / 3);
  const exported = await admin(
    'GET',
    `/product?${filter('ProductStateType.Name', 'InDesign')}&$fields=Id&$export=csv&exportColumns=Name`,
  );
  expect([exported.status, exported.body.split('\n')[0]?.trim()]).toEqual([
    200,
    expect.stringContaining('Name'),
  ]);
});
