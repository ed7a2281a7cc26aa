/** The history of all records, under the rights of its reader. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, type Running, startApp } from './support/startApp.ts';

type Entry = {
  Entity: string;
  RecordId: string;
  RecordName: string | null;
  Field: string;
  ChangedBy: string;
};

describe('the history', () => {
  let app: Running;
  let admin: Ask;
  let builder: Ask;
  let product = '';

  const put = (Entity: string, RecordId: string, more: object) =>
    app.store.insert('history', {
      Id: crypto.randomUUID(),
      Revision: 1,
      CreatedDate: '2026-01-01T00:00:00.000Z',
      ModifiedDate: '2026-01-01T00:00:00.000Z',
      CreatedBy: 'x',
      ModifiedBy: 'x',
      Entity,
      RecordId,
      PreviousValue: 'before',
      CurrentValue: 'after',
      ChangedAt: '2026-01-01T00:00:00.000Z',
      ChangedBy: 'ann',
      Operation: 'update',
      ...more,
    });

  beforeAll(async () => {
    app = await startApp({ store: 'memory' });
    admin = await app.as('admin');
    const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
    const Put = [
      {
        kind: 'role',
        name: 'builder',
        title: texts('Builder'),
        add: ['Configuration.Edit', 'Product.Menu'],
      },
      {
        kind: 'field',
        name: 'product.Margin',
        type: 'text',
        title: texts('Margin'),
        view: 'Financing.Program.View',
      },
    ];
    await admin('PUT', '/configure/draft', { Put });
    expect((await admin('POST', '/configure/publish', {})).status).toBe(201);
    const { items } = await app.store.find({ entity: 'user' });
    const person = items.find(({ UserName }) => UserName === 'configurator');
    await app.store.update('user', String(person?.Id), { Roles: ['builder'] });
    builder = await app.as('configurator');
    product = String((await app.store.find({ entity: 'product' })).items[0]?.Id);
    await put('product', product, { Field: 'Name' });
    await put('product', product, { Field: 'Margin', ChangedBy: 'bob' });
    await put('plan', crypto.randomUUID(), { Field: 'Name', ChangedBy: 'bob' });
    await put('user', crypto.randomUUID(), { Field: 'PasswordHash', ChangedBy: 'bob' });
    return () => app.store.close();
  });

  const seen = async (ask: Ask, query = ''): Promise<readonly Entry[]> => {
    const { status, body } = await ask('GET', `/history?pageSize=100${query}`);
    expect(status).toBe(200);
    expect(body.TotalItems).toBe(body.Items.length);
    return body.Items;
  };
  const by = (property: string, operator: string, value: string) =>
    `&FilterProperty=${property}&FilterOperator=${operator}&FilterValue=${value}`;

  it('shows each person only what they may see: entities and fields, however they ask', async () => {
    const own = await seen(builder);
    expect(own.map(({ Field }) => Field)).toEqual(['Name']);
    expect(own[0]).toMatchObject({ Entity: 'product', RecordId: product, RecordName: expect.any(String) });
    for (const [property, value] of [
      ['ChangedBy', 'bob'],
      ['Field', 'Margin'],
      ['Field', 'PasswordHash'],
      ['Entity', 'user'],
      ['Entity', 'plan'],
    ] as const)
      expect(await seen(builder, by(property, 'eq', value)), `${property} ${value}`).toEqual([]);
    expect((await seen(admin)).map(({ Field }) => Field)).toContain('Margin');
    expect((await seen(admin)).map(({ Entity }) => Entity)).not.toContain('user');
  });

  it('is filtered by record, person, field and entity', async () => {
    expect(
      (await seen(admin, by('ChangedBy', 'contains', 'ob'))).every(({ ChangedBy }) => ChangedBy === 'bob'),
    ).toBe(true);
    expect(await seen(admin, by('RecordId', 'eq', product))).toHaveLength(2);
    expect(await seen(admin, `${by('Entity', 'eq', 'product')}${by('Field', 'eq', 'Margin')}`)).toHaveLength(
      1,
    );
  });

  it('needs a login and an existing filter', async () => {
    const nobody = await app.as(undefined);
    expect((await nobody('GET', '/history')).status).toBe(401);
    expect((await admin('GET', `/history?${by('Nothing', 'eq', 'x')}`)).status).toBe(400);
  });

  it('of one record answers the same', async () => {
    const { body } = await builder('GET', `/history/product/${product}`);
    expect(body.Items.map(({ Field }: Entry) => Field)).toEqual(['Name']);
    expect((await builder('GET', `/history/plan/${product}`)).status).toBe(403);
  });

  it("shows people's names wherever records hold user names", async () => {
    const viewer = await app.as('viewer');
    expect((await viewer('GET', '/user')).status).toBe(403);
    const { body } = await viewer('GET', '/person');
    const name: string = (await (await app.as('manager'))('GET', '/session')).body.User.DisplayName;
    expect(name).not.toBe('manager');
    expect(body.Items).toContainEqual({ UserName: 'manager', DisplayName: name });
    expect(new Set(body.Items.flatMap(Object.keys))).toEqual(new Set(['UserName', 'DisplayName']));
    const nobody = await app.as(undefined);
    expect((await nobody('GET', '/person')).status).toBe(401);
    const manager = await app.as('manager');
    const { body: found } = await manager(
      'GET',
      `/product?pageSize=1${by('ProductStateType.Name', 'eq', 'InDesign')}`,
    );
    const [{ Id, Revision }] = found.Items;
    const saved = await manager('PUT', '/product', { Id, Description: 'Mine' });
    expect([saved.status, saved.body.ModifiedBy]).toEqual([200, 'manager']);
    const stale = await admin('PUT', '/product', { Id, Revision, Name: 'Late' });
    expect([stale.status, stale.body.Message]).toEqual([409, expect.stringContaining(name)]);
    const { body: sheet } = await admin('GET', '/product?$export=csv&exportColumns=ModifiedBy');
    expect(sheet).toContain(name);
  });
});
