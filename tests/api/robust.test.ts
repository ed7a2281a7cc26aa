/** Valid but unusual input, and answers that must be complete in every case. */
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
  it('cannot be reordered', async () => {
    const manager = await (await startApp({ store: 'memory' })).as('manager');
    const answer = await manager('POST', `/product/${unknown}/plan/order`, []);
    expect([answer.status, answer.body.Code]).toEqual([404, 'not-found']);
    expect(answer.body.Missing).toEqual({ Entity: 'Product', Id: unknown });
  });

  it('are not found where the path names the owner', async () => {
    const app = await startSmallApp(rowsOfBoxes, { records: { box: [{ Id: boxId, Size: 2 }] } });
    const admin = await app.as('admin');
    expect((await admin('GET', `/box/${boxId}/thing`)).body).toEqual({ Items: [], TotalItems: 0 });
    expect((await admin('GET', `/box/${unknown}/thing`)).status).toBe(404);
  });
});

describe('values derived from the owner', () => {
  it('are included in conflicts and in answers to a new order, too', async () => {
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

describe('stored memory of a record', () => {
  const start = async () => {
    const app = await startSmallApp(memoryFiles, {
      records: { brand: [{ Id: brandId, Name: 'Acme' }], memo: [{ Id: memoId, Kind: 'a', Other: 1 }] },
    });
    const admin = await app.as('admin');
    const put = (body: object, path = '/memo') => admin('PUT', path, { Id: memoId, ...body });
    const stored = async () => (await app.store.get('memo', memoId)) ?? {};
    return { app, admin, put, stored };
  };

  it('holds only values that a rule stashes and that their fields can have', async () => {
    const { app, put, stored } = await start();
    const $stash = { '/Text': 'x'.repeat(99), '/Kind': 'b', '/Rows/7/Note': 'nowhere', '/BrandId': 'no id' };
    const answer = await put({ $stash, $overrides: ['/Kind', '/Guess', '/Guess', '/Rows/3/Sum'] });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((await stored()).$stash ?? null).toBe(null);
    expect((await stored()).$overrides).toEqual(['/Guess']);
    expect((await put({ BrandIds: 'no list', Text: 7 })).status).toBe(422);
    expect((await stored()).$stash ?? null).toBe(null);
    expect((await put({ $stash: { '/BrandIds': 'no list', '/Text': 7 } })).status).toBe(200);
    expect((await stored()).$stash ?? null).toBe(null);
    expect(app.errors).toEqual([]);
  });

  it('is changed by a call only for the fields of the call', async () => {
    const { put, stored } = await start();
    await put({ $stash: { '/Text': 'mine' } });
    await put({ Other: 2, $stash: { '/Text': 'taken over' }, $overrides: ['/Guess'] }, '/memo/other');
    expect(await stored()).toMatchObject({ Other: 2, $stash: { '/Text': 'mine' } });
    expect((await stored()).$overrides ?? null).toBe(null);
  });

  it('stays unchanged where the person may not write the field', async () => {
    const { app, put, stored } = await start();
    await put({ $stash: { '/Locked': 'kept' } });
    const manager = await app.as('manager');
    const answer = await manager('PUT', '/memo', { Id: memoId, $stash: { '/Locked': 'other' } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((await stored()).$stash).toEqual({ '/Locked': 'kept' });
  });

  it('has the current names of its references', async () => {
    const { app, admin, put, stored } = await start();
    await put({ Kind: 'b', BrandId: brandId, BrandIds: [{ Id: brandId }] });
    await put({ Kind: 'a' });
    const { body } = await admin('GET', `/memo/${memoId}`);
    expect(body.$stash).toEqual({
      '/BrandId': brandId,
      '/Brand': { Id: brandId, Name: 'Acme' },
      '/BrandIds': [{ Id: brandId, Name: 'Acme' }],
    });
    await put(body);
    await app.store.transaction((session) => session.update('brand', brandId, { Name: 'Renamed' }));
    expect((await stored()).$stash).toMatchObject({ '/BrandIds': [{ Name: 'Renamed' }] });
    expect((await put({ Kind: 'b' })).body).toMatchObject({ BrandId: brandId, Brand: { Name: 'Renamed' } });
  });
});

describe('overlapping calls', () => {
  const path = `/memo/${'01900000-0000-7000-8000-0000000000c0'}`;
  const sent = (number: number, of = 'window-1') => ({ 'x-sequence': `${of} ${number}` });

  it('the call made last wins, whichever arrives last', async () => {
    const app = await startSmallApp(memoryFiles, { records: { memo: [{ Id: memoId, Kind: 'a' }] } });
    const admin = await app.as('admin');
    const put = (Kind: string, headers: Record<string, string>) =>
      admin('PUT', '/memo', { Id: memoId, Kind }, headers);
    await put('first', sent(1));
    expect((await put('third', sent(3))).body.Kind).toBe('third');
    const late = await put('second', sent(2));
    expect([late.status, late.body.Kind]).toEqual([200, 'third']);
    expect((await put('other window', sent(1, 'window-2'))).body.Kind).toBe('other window');
    expect((await put('fourth', sent(4))).body.Kind).toBe('fourth');
    expect((await admin('GET', path)).body).toMatchObject({ Kind: 'fourth', Revision: 5 });
  });

  it('a later call that was refused does not count', async () => {
    const app = await startSmallApp(memoryFiles, { records: { memo: [{ Id: memoId, Kind: 'a' }] } });
    const admin = await app.as('admin');
    const put = (body: object, number: number) =>
      admin('PUT', '/memo', { Id: memoId, ...body }, sent(number));
    expect((await put({ Other: 'no number' }, 2)).status).toBe(422);
    expect((await put({ Other: 7 }, 1)).body.Other).toBe(7);
  });
});

const memoId = '01900000-0000-7000-8000-0000000000c0';
const brandId = '01900000-0000-7000-8000-0000000000d0';
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

const aside = (field: string) => ({
  id: `memo.${field}`,
  field,
  relevant: "Kind = 'b'",
  retain: 'stash',
});
const expand = { as: 'Brand', fields: ['Id', 'Name'] };
const memoryFiles = {
  'schemas/test/brand/entity.json': {
    $id: 'brand',
    title: 'brand',
    type: 'object',
    properties: { Name: { type: 'string', title: 'Name' } },
  },
  'schemas/test/brand/behaviour.json': { for: 'brand', policy },
  'schemas/test/memo/entity.json': {
    $id: 'memo',
    title: 'memo',
    type: 'object',
    properties: {
      Kind: { type: 'string', title: 'Kind' },
      Other: { type: 'integer', title: 'Other' },
      Text: { type: 'string', maxLength: 20, title: 'Text' },
      Locked: { type: 'string', title: 'Locked' },
      Guess: { type: 'integer', title: 'Guess' },
      BrandId: { 'x-ref': 'brand', 'x-expand': expand, title: 'Brand' },
      BrandIds: { type: 'array', items: { 'x-ref': 'brand', 'x-expand': expand }, title: 'Brands' },
      Rows: {
        type: 'array',
        title: 'Rows',
        items: {
          type: 'object',
          properties: { Note: { type: 'string', title: 'Note' }, Sum: { type: 'integer', title: 'Sum' } },
        },
      },
    },
  },
  'schemas/test/memo/behaviour.json': {
    for: 'memo',
    policy: { ...policy, fields: { Locked: { write: 'Configuration.Edit' } } },
    rules: [
      ...['Text', 'Locked', 'BrandId', 'BrandIds'].map(aside),
      { id: 'memo.note', each: 'Rows', field: 'Note', relevant: 'Sum = 1', retain: 'stash' },
      { id: 'memo.sum', each: 'Rows', field: 'Sum', value: '2', override: true },
      { id: 'memo.guess', field: 'Guess', value: 'Other + 1', override: true },
    ],
  },
  'schemas/test/memo/api.json': {
    for: 'memo',
    routes: [
      { route: 'GET /memo/{id}', operation: 'get' },
      { route: 'PUT /memo', operation: 'update' },
      { route: 'PUT /memo/other', operation: 'update', fields: ['Other'] },
    ],
  },
};
