/** What clients may send that is right but unusual, and answers that must be whole in every case. */
import { describe, expect, it } from 'vitest';
import { filter } from './support/createClients.ts';
import { startApp } from './support/startApp.ts';
import { startSmallApp } from './support/startSmallApp.ts';

const unknown = '01900000-0000-7000-8000-00000000dead';
const inDesign = `/product?pageSize=1&${filter('ProductStateType.Name', 'InDesign')}`;

describe.each(['memory', 'sqlite'] as const)('ids in upper case, on %s', (store) => {
  it('are the same ids in bodies, rows, lists, paths and filters', async () => {
    const app = await startApp({ store });
    const manager = await app.as('manager');
    const product = (await manager('GET', inDesign)).body.Items[0];
    const own = filter('ProductId', product.Id.toUpperCase());
    const [engine, brakes] = (await manager('GET', `/product/coverageitem?pageSize=2&${own}`)).body.Items;
    const created = await manager('POST', '/product/plan', {
      ProductId: product.Id.toUpperCase(),
      Name: 'Upper case',
      PlanCoverageItems: [
        {
          CoverageItemId: engine.Id.toUpperCase(),
          IsOptional: true,
          ExcludedCoverageItems: [brakes.Id.toUpperCase()],
        },
        { CoverageItem: { Id: brakes.Id.toUpperCase() }, IsOptional: true },
      ],
    });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const { body: plan } = await manager('GET', `/product/plan/${created.body.Id.toUpperCase()}`);
    expect(plan.ProductId).toBe(product.Id);
    expect(plan.PlanCoverageItems[1].ExcludedCoverageItems[0].Id).toBe(engine.Id);
    const changed = await manager('PUT', '/product/plan', { ...plan, Id: plan.Id.toUpperCase() });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  });
});

describe('lists of an owner that does not exist', () => {
  it('cannot be put in order', async () => {
    const manager = await (await startApp({ store: 'memory' })).as('manager');
    const answer = await manager('POST', `/product/${unknown}/plan/order`, []);
    expect([answer.status, answer.body.Code]).toEqual([404, 'not-found']);
  });

  it('are not found where the path names the owner', async () => {
    const app = await startSmallApp(rowsOfBoxes, { records: { box: [{ Id: boxId, Size: 2 }] } });
    const admin = await app.as('admin');
    expect((await admin('GET', `/box/${boxId}/thing`)).body).toEqual({ Items: [], TotalItems: 0 });
    expect((await admin('GET', `/box/${unknown}/thing`)).status).toBe(404);
  });
});

describe('values derived from the owner', () => {
  it('stand in conflicts and in answers to a new order, too', async () => {
    const app = await startSmallApp(rowsOfBoxes, {
      records: { box: [{ Id: boxId, Size: 2 }], thing: [{ Id: thingId, BoxId: boxId, Count: 3, Place: 0 }] },
    });
    const admin = await app.as('admin');
    expect((await admin('GET', `/thing/${thingId}`)).body.Total).toBe(6);
    const stale = await admin('PUT', '/thing', { Id: thingId, Count: 4, Revision: 7 });
    expect([stale.status, stale.body.Current?.Total]).toEqual([409, 6]);
    const ordered = await admin('POST', `/box/${boxId}/thing/order`, [thingId]);
    expect(ordered.body.Items[0].Total).toBe(6);
  });
});

const boxId = '01900000-0000-7000-8000-0000000000b0';
const thingId = '01900000-0000-7000-8000-0000000000a0';
const policy = { view: 'login', create: 'login', update: 'login', remove: 'login' };
const rowsOfBoxes = {
  'schemas/test/box/entity.json': {
    $id: 'box',
    title: 'box',
    type: 'object',
    properties: { Size: { type: 'integer', title: 'Size' } },
  },
  'schemas/test/box/behaviour.json': { for: 'box', policy },
  'schemas/test/thing/entity.json': {
    $id: 'thing',
    title: 'thing',
    type: 'object',
    'x-order': { field: 'Place', within: ['BoxId'] },
    properties: {
      BoxId: { 'x-ref': 'box', 'x-owner': true, title: 'Box' },
      Count: { type: 'integer', title: 'Count' },
      Place: { type: 'integer', readOnly: true, title: 'Place' },
      Total: { type: 'integer', 'x-stored': false, title: 'Total' },
    },
  },
  'schemas/test/thing/behaviour.json': {
    for: 'thing',
    policy,
    rules: [{ id: 'thing.total', field: 'Total', value: 'Count * $owner.Size' }],
  },
  'schemas/test/thing/api.json': {
    for: 'thing',
    routes: [
      { route: 'GET /box/{BoxId}/thing', operation: 'find', bind: { BoxId: 'BoxId' } },
      { route: 'GET /thing/{id}', operation: 'get' },
      { route: 'PUT /thing', operation: 'update' },
      { route: 'POST /box/{BoxId}/thing/order', operation: 'order', bind: { BoxId: 'BoxId' } },
    ],
  },
};
