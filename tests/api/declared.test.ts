/**
 * Mechanisms no shipped entity uses yet, on an entity declared for this file; and declarations replaced at
 * run time.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { compileModel, type DeclarationFile } from '#engine';
import {
  createApp,
  createMemoryStore,
  createModelHolder,
  createWebPorts,
  type Store,
  seedStore,
} from '#server/app';
import { extensions } from '../support/extensions.ts';
import { parseOnce } from '../support/parseOnce.ts';
import { type Ask, asker, declarations } from './support/startApp.ts';

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const gadget = (more: object = {}): DeclarationFile[] => [
  {
    file: 'schemas/test/gadget/entity.json',
    json: {
      $id: 'gadget',
      title: 'Gadget',
      type: 'object',
      required: ['Name'],
      properties: {
        Name: { type: 'string', minLength: 1, maxLength: 50 },
        Cost: { type: 'number', 'x-money': { scale: 2 } },
        Secret: { type: 'string', maxLength: 50 },
        PartOfId: { 'x-ref': 'gadget', 'x-expand': { as: 'PartOf', fields: ['Id', 'Name'] } },
        LikeId: { 'x-ref': 'gadget' },
        ...more,
      },
      'x-history': true,
    },
  },
  {
    file: 'schemas/test/gadget/behaviour.json',
    json: {
      for: 'gadget',
      rules: [
        {
          id: 'gadget.dear',
          check: 'Cost <= 100',
          when: '$has(Cost)',
          at: ['Cost'],
          level: 'confirm',
          message: 'gadget.dear',
        },
        {
          id: 'gadget.cheap-only',
          field: 'PartOfId',
          options: { from: 'gadget', where: 'Cost < 50' },
          onInvalid: 'error',
        },
      ],
      policy: {
        view: 'login',
        write: 'login',
        fields: { Secret: { view: 'Product.New.Create', write: 'Product.New.Create' } },
      },
    },
  },
  {
    file: 'schemas/test/gadget/api.json',
    json: {
      for: 'gadget',
      routes: [
        { route: 'GET /gadget', operation: 'find', access: 'public' },
        { route: 'GET /gadget/{id}', operation: 'get' },
        { route: 'POST /gadget', operation: 'create' },
        { route: 'PUT /gadget/{id}', operation: 'update' },
        { route: 'DELETE /gadget/{id}', operation: 'remove', failure: 'gadget.remove.failed' },
      ],
    },
  },
  {
    file: 'schemas/messages/en-CA/gadget.json',
    json: {
      messages: { 'gadget.dear': 'That is dear. Are you sure?', 'gadget.remove.failed': 'The gadget stays.' },
    },
  },
];

const setWith = (more?: object) => ({ files: [...declarations.files, ...gadget(more)] });
const compile = (set: ReturnType<typeof setWith>) => compileModel(set, { parse: parseOnce, review: false });

describe('an entity declared in a test', () => {
  let store: Store;
  let holder: ReturnType<typeof createModelHolder>;
  let [manager, viewer, nobody] = [] as unknown as [Ask, Ask, Ask];

  beforeEach(async () => {
    const set = setWith();
    const compilation = compile(set);
    store = createMemoryStore();
    await store.migrate(compilation.model);
    const ports = createWebPorts();
    await seedStore({ model: compilation.model, store, ports, seed: 'demo', password: 'demo' });
    holder = createModelHolder(set, compilation);
    const app = createApp({ models: holder, store, extensions, ports });
    const fetch = async (request: Request) => app.fetch(request);
    const login = async (UserName: string) => {
      const { body } = await asker(fetch, {})('POST', '/session', { UserName, Password: 'demo' });
      return asker(fetch, { authorization: `Bearer ${body.Token}` });
    };
    [manager, viewer, nobody] = [await login('manager'), await login('viewer'), asker(fetch, {})];
  });

  it('a confirmation is 428 with a token, and the same call with the token succeeds only for the same data', async () => {
    const refused = await viewer('POST', '/gadget', { Name: 'Crown', Cost: 500 });
    expect([refused.status, refused.body.Code]).toEqual([428, 'confirmation-required']);
    expect(refused.body.Message).toBe('That is dear. Are you sure?');
    const [{ Rule, Token }] = refused.body.Confirmations;
    expect(Rule).toBe('gadget.dear');
    const dearer = await viewer('POST', '/gadget', { Name: 'Crown', Cost: 900 }, { 'x-confirm': Token });
    expect(dearer.status).toBe(428);
    expect(await store.count('gadget')).toBe(0);
    const confirmed = await viewer(
      'POST',
      '/gadget',
      { Name: 'Crown', Cost: 500 },
      { 'x-confirm': `other, ${Token}` },
    );
    expect(confirmed.status).toBe(201);
    expect(
      (await viewer('POST', '/validate/gadget', { Name: 'Crown', Cost: 500 })).body.Confirmations,
    ).toHaveLength(1);
  });

  it('a confirmation is valid for the person who was asked, and for the record as it was then', async () => {
    const { body } = await manager('POST', '/gadget', { Name: 'Tiara', Cost: 5 });
    const path = `/gadget/${body.Id}`;
    const ask = async () => (await manager('PUT', path, { Cost: 700 })).body.Confirmations[0].Token;
    const token = await ask();
    expect((await viewer('PUT', path, { Cost: 700 }, { 'x-confirm': token })).status).toBe(428);
    await manager('PUT', path, { Name: 'Diadem' });
    expect((await manager('PUT', path, { Cost: 700 }, { 'x-confirm': token })).status).toBe(428);
    expect((await manager('PUT', path, { Cost: 700 }, { 'x-confirm': await ask() })).status).toBe(200);
  });

  it('a field a person may not see is in no answer and no history, and cannot be written', async () => {
    const { body } = await manager('POST', '/gadget', { Name: 'Box', Secret: 'gold' });
    expect((await manager('GET', `/gadget/${body.Id}`)).body.Secret).toBe('gold');
    await manager('PUT', `/gadget/${body.Id}`, { Secret: 'silver' });
    expect(JSON.stringify((await viewer('GET', '/gadget')).body)).not.toContain('silver');
    expect((await viewer('GET', `/gadget/${body.Id}`)).body).not.toHaveProperty('Secret');
    expect(JSON.stringify((await manager('GET', `/history/gadget/${body.Id}`)).body)).toContain('silver');
    expect(JSON.stringify((await viewer('GET', `/history/gadget/${body.Id}`)).body)).not.toContain('silver');
    const put = await viewer('PUT', `/gadget/${body.Id}`, { Secret: 'lead' });
    expect([put.status, put.body.ValidationErrors[0].Key]).toEqual([422, 'Secret']);
    expect((await manager('GET', `/gadget/${body.Id}`)).body.Secret).toBe('silver');
  });

  it('a choice outside its options is refused at the field; a stored one may stay', async () => {
    const dear = (await manager('POST', '/gadget', { Name: 'Dear', Cost: 80 })).body;
    const cheap = (await manager('POST', '/gadget', { Name: 'Cheap', Cost: 10 })).body;
    const refused = await manager('POST', '/gadget', { Name: 'Part', PartOfId: dear.Id });
    expect(refused.status).toBe(422);
    expect(refused.body.ValidationErrors).toContainEqual(
      expect.objectContaining({ Rule: 'gadget.cheap-only', Path: '/PartOfId' }),
    );
    const part = (await manager('POST', '/gadget', { Name: 'Part', PartOfId: cheap.Id })).body;
    expect(part.PartOf).toEqual({ Id: cheap.Id, Name: 'Cheap' });
    await manager('PUT', `/gadget/${cheap.Id}`, { Cost: 90 });
    expect((await manager('PUT', `/gadget/${part.Id}`, { Name: 'Renamed' })).status).toBe(200);
  });

  it('a record others refer to cannot be removed, and the answer names them', async () => {
    const whole = (await manager('POST', '/gadget', { Name: 'Whole', Cost: 1 })).body;
    const part = (
      await manager('POST', '/gadget', { Name: 'Needy part', PartOfId: whole.Id, LikeId: whole.Id })
    ).body;
    const refused = await manager('DELETE', `/gadget/${whole.Id}`);
    expect([refused.status, refused.body.Code, refused.body.Message]).toEqual([
      409,
      'in-use',
      'The gadget stays.',
    ]);
    expect(refused.body.ErrorMessages.join()).toContain('Needy part');
    expect((await manager('DELETE', `/gadget/${part.Id}`, { any: 'body' })).status).toBe(204);
    expect((await manager('DELETE', `/gadget/${whole.Id}`)).status).toBe(204);
  });

  it('a removal may name the revision it is based on', async () => {
    const { body } = await manager('POST', '/gadget', { Name: 'Fresh' });
    await manager('PUT', `/gadget/${body.Id}`, { Name: 'Changed' });
    expect((await manager('DELETE', `/gadget/${body.Id}`, undefined, { 'if-match': '"1"' })).status).toBe(
      412,
    );
    expect((await manager('DELETE', `/gadget/${body.Id}`, undefined, { 'if-match': '"2"' })).status).toBe(
      204,
    );
  });

  it('a public route needs no login', async () => {
    expect((await nobody('GET', '/gadget')).status).toBe(200);
    expect((await nobody('GET', `/gadget/${id(1)}`)).status).toBe(401);
  });

  it('declarations replaced while the server runs apply to the next call', async () => {
    expect((await manager('POST', '/gadget', { Name: 'New', Colour: 'red' })).status).toBe(400);
    const set = setWith({ Colour: { type: 'string', maxLength: 10 } });
    const compilation = compile(set);
    await store.migrate(compilation.model);
    holder.replace(set, compilation);
    const { status, body } = await manager('POST', '/gadget', { Name: 'New', Colour: 'red' });
    expect([status, body.Colour]).toEqual([201, 'red']);
    const document = (await manager('GET', '/openapi.json')).body;
    expect(document.components.schemas.gadget.properties).toHaveProperty('Colour');
    expect((await manager('GET', '/model')).body.version).toBe(compilation.model.version);
  });
});

describe('seeding', () => {
  const { model } = compile(setWith());
  const start = async () => {
    const store = createMemoryStore();
    await store.migrate(model);
    return store;
  };

  it('without sample data there are reference data and an administrator whose password is shown once', async () => {
    const store = await start();
    const ports = createWebPorts();
    const seeded = await seedStore({ model, store, ports, seed: 'none' });
    const { items } = await store.find({ entity: 'user' });
    expect(items.map(({ UserName }) => UserName)).toEqual(['admin']);
    expect(seeded?.generatedPassword?.length).toBeGreaterThanOrEqual(16);
    expect(items[0]?.MustChangePassword).toBe(true);
    expect(await ports.hash.verify(seeded?.generatedPassword ?? '', String(items[0]?.PasswordHash))).toBe(
      true,
    );
    expect(await store.count('product')).toBe(0);
    expect(await store.count('product-type')).toBeGreaterThan(0);
  });

  it('a database with a user in it is left alone', async () => {
    const store = await start();
    const ports = createWebPorts();
    await seedStore({ model, store, ports, seed: 'none', password: 'first' });
    expect(await seedStore({ model, store, ports, seed: 'demo', password: 'second' })).toBeUndefined();
    expect(await store.count('user')).toBe(1);
    const { items } = await store.find({ entity: 'user' });
    expect(items[0]?.MustChangePassword).toBe(false);
    expect(await ports.hash.verify('first', String(items[0]?.PasswordHash))).toBe(true);
  });

  it('sample data have a user for every role, named after it', async () => {
    const store = await start();
    await seedStore({ model, store, ports: createWebPorts(), seed: 'demo' });
    const { items } = await store.find({ entity: 'user' });
    expect(items.map(({ UserName }) => UserName).sort()).toEqual([...model.roles.keys()].sort());
  });
});
