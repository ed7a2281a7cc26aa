import { beforeEach, describe, expect, it } from 'vitest';
import { compileModel, type DataRecord, parseExpression } from '#engine';
import { createApp, createModelHolder, createWebPorts, seedStore } from '#server/app';
import { extensions } from '../support/extensions.ts';
import { type Ask, appStores, asker, declarations, makeStore, type StoreKind } from './support/startApp.ts';

/** A garden owns beds, a bed owns plants and labels; a plan of the garden names beds and plants. */
const entities = [
  {
    $id: 'garden',
    properties: {
      Name: { type: 'string', minLength: 1 },
      Number: { type: 'integer', default: 0, readOnly: true },
      RootId: { type: 'string', format: 'uuid', readOnly: true },
      Note: { type: 'string' },
      FavouriteId: { 'x-ref': 'bed' },
      IsOpen: { type: 'boolean', default: true, readOnly: true },
      Secret: { type: 'string' },
    },
    required: ['Name'],
    'x-unique': [
      {
        id: 'garden.name',
        fields: ['Name', 'Number'],
        collation: 'nocase',
        message: 'server.invalid',
        at: 'Name',
      },
    ],
    'x-history': true,
  },
  {
    $id: 'bed',
    properties: {
      GardenId: { 'x-ref': 'garden', 'x-owner': true },
      Name: { type: 'string' },
      Place: { type: 'integer', readOnly: true },
      NeighbourId: { 'x-ref': 'bed', 'x-expand': { as: 'Neighbour', fields: ['Id', 'Name'] } },
    },
    'x-order': { field: 'Place', within: ['GardenId'] },
  },
  {
    $id: 'plant',
    properties: {
      BedId: { 'x-ref': 'bed', 'x-owner': true },
      Name: { type: 'string' },
      SeedId: { 'x-ref': 'seed' },
      Friends: { type: 'array', items: { 'x-ref': 'plant' }, 'x-expand': { fields: ['Id', 'Name'] } },
      Facts: { title: 'Facts' },
    },
  },
  {
    $id: 'scheme',
    properties: {
      GardenId: { 'x-ref': 'garden', 'x-owner': true },
      Name: { type: 'string' },
      Rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            BedId: { 'x-ref': 'bed' },
            Plants: { type: 'array', items: { 'x-ref': 'plant' }, 'x-expand': { fields: ['Id', 'Name'] } },
          },
        },
      },
    },
  },
  { $id: 'seed', properties: { Name: { type: 'string' } } },
];

const behaviours = [
  {
    for: 'garden',
    defaults: { RootId: 'Id' },
    rules: [
      { id: 'garden.secret', field: 'Secret', editable: "$action != 'create'" },
      {
        id: 'garden.no-weeds',
        when: '$has(Name)',
        check: "Name != 'Weeds'",
        at: ['Name'],
        message: 'server.invalid',
      },
    ],
    policy: { view: 'login', create: 'Product.New.Create', update: 'login', remove: 'nobody' },
  },
];

const routes = [
  { route: 'GET /garden/{id}', operation: 'get' },
  { route: 'POST /garden', operation: 'create' },
  {
    route: 'POST /garden/next',
    operation: 'copy',
    access: 'Product.Version.Create',
    fields: ['Name'],
    copy: {
      set: { IsOpen: 'true', RootId: '$source.RootId' },
      next: { field: 'Number', within: ['RootId'] },
    },
    answer: 'id',
  },
  {
    route: 'POST /garden/copy',
    operation: 'copy',
    fields: ['Name', 'Note', 'Secret'],
    copy: { set: { RootId: '$record.Id', Number: '0' } },
  },
];

const own = (name: string, json: object) => ({ file: `schemas/test/${name}.json`, json });
const set = {
  files: [
    ...declarations.files.filter(({ file }) => /schemas\/(system|messages|access|defaults)/.test(file)),
    ...entities.map((entity) =>
      own(`${entity.$id}/entity`, { title: entity.$id, type: 'object', ...entity }),
    ),
    ...behaviours.map((behaviour) => own(`${behaviour.for}/behaviour`, behaviour)),
    own('garden/api', { for: 'garden', routes }),
  ],
};
const compilation = compileModel(set, { parse: parseExpression, review: false });
const { model } = compilation;

const id = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [garden, north, south, rose, fern, seed, scheme, other, otherBed] = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(id);

const records: readonly (readonly [string, DataRecord])[] = [
  ['seed', { Id: seed, Name: 'Rose seed' }],
  [
    'garden',
    {
      Id: garden,
      Name: 'Home',
      Number: 0,
      RootId: garden,
      Note: 'South side',
      FavouriteId: south,
      IsOpen: false,
      Secret: 'gnome',
    },
  ],
  ['garden', { Id: other, Name: 'Office', Number: 0, RootId: other }],
  ['bed', { Id: otherBed, GardenId: other, Name: 'Pots', Place: 0 }],
  ['bed', { Id: north, GardenId: garden, Name: 'North', Place: 1, NeighbourId: south }],
  ['bed', { Id: south, GardenId: garden, Name: 'South', Place: 0, NeighbourId: otherBed }],
  [
    'plant',
    {
      Id: rose,
      BedId: north,
      Name: 'Rose',
      SeedId: seed,
      Friends: [fern, rose],
      Facts: { near: [fern], [rose as string]: 'thorny', text: `about ${rose}` },
    },
  ],
  ['plant', { Id: fern, BedId: south, Name: 'Fern', Friends: [] }],
  [
    'scheme',
    {
      Id: scheme,
      GardenId: garden,
      Name: 'Spring',
      Rows: [
        { BedId: north, Plants: [rose, fern] },
        { BedId: otherBed, Plants: [] },
      ],
    },
  ],
];

describe.each(appStores)('copy on %s', (kind: StoreKind) => {
  let ask: Ask;
  let viewer: Ask;
  let store: Awaited<ReturnType<(typeof makeStore)['memory']>>;

  beforeEach(async () => {
    store = await makeStore[kind]();
    await store.migrate(model);
    const ports = createWebPorts({});
    await seedStore({ model, store, ports, seed: 'demo', password: 'demo' });
    const stamp = {
      Revision: 4,
      CreatedDate: '2026-01-01T00:00:00.000Z',
      CreatedBy: 'x',
      ModifiedDate: '2026-01-01T00:00:00.000Z',
      ModifiedBy: 'x',
    };
    await store.transaction(async (session) => {
      for (const [entity, record] of records) await session.insert(entity, { ...stamp, ...record });
    });
    const app = createApp({ models: createModelHolder(set, compilation), store, extensions, ports });
    const fetch = async (request: Request) => app.fetch(request);
    const as = async (role: string) => {
      const { body } = await asker(fetch, {})('POST', '/session', { UserName: role, Password: 'demo' });
      return asker(fetch, { authorization: `Bearer ${body.Token}` });
    };
    ask = await as('admin');
    viewer = await as('viewer');
    return () => store.close();
  });

  const all = async (entity: string) => (await store.find({ entity })).items;
  const of = async (entity: string, field: string, value: unknown) =>
    (await all(entity)).filter((record) => record[field] === value);
  const copied = async () => (await ask('POST', '/garden/copy', { id: garden, name: 'Second' })).body;

  it('copies everything the source owns, at any depth, under new ids, and nothing else', async () => {
    const made = await copied();
    const beds = await of('bed', 'GardenId', made.Id);
    expect(beds.map(({ Name, Place }) => [Place, Name]).sort()).toEqual([
      [0, 'South'],
      [1, 'North'],
    ]);
    const plants = (await all('plant')).filter(({ BedId }) => beds.some(({ Id }) => Id === BedId));
    expect(plants.map(({ Name }) => Name).sort()).toEqual(['Fern', 'Rose']);
    expect((await of('scheme', 'GardenId', made.Id)).map(({ Name }) => Name)).toEqual(['Spring']);
    const before = new Set(records.map(([, { Id }]) => Id));
    expect([made, ...beds, ...plants].filter(({ Id }) => before.has(Id))).toEqual([]);
    expect([(await all('seed')).length, (await of('bed', 'GardenId', other)).length]).toEqual([1, 1]);
    expect((await all('bed')).length).toBe(5);
  });

  it('points references among the copies to the copies: single, in lists, in rows, in free form', async () => {
    const made = await copied();
    const beds = await of('bed', 'GardenId', made.Id);
    const [newNorth, newSouth] = ['North', 'South'].map(
      (name) => beds.find((bed) => bed.Name === name) as DataRecord,
    );
    const [newRose] = await of('plant', 'BedId', newNorth?.Id);
    const [newFern] = await of('plant', 'BedId', newSouth?.Id);
    const [newScheme] = await of('scheme', 'GardenId', made.Id);
    expect(made.FavouriteId).toBe(newSouth?.Id);
    expect([newNorth?.NeighbourId, newSouth?.NeighbourId]).toEqual([newSouth?.Id, otherBed]);
    expect(newRose).toMatchObject({ SeedId: seed, Friends: [{ Id: newFern?.Id }, { Id: newRose?.Id }] });
    expect(newRose?.Facts).toEqual({
      near: [newFern?.Id],
      [newRose?.Id as string]: 'thorny',
      text: `about ${rose}`,
    });
    expect(newScheme?.Rows).toMatchObject([
      { BedId: newNorth?.Id, Plants: [{ Id: newRose?.Id }, { Id: newFern?.Id }] },
      { BedId: otherBed, Plants: [] },
    ]);
  });

  it('leaves the source and everything it owns unchanged', async () => {
    const before = JSON.stringify([
      await store.get('garden', garden as string),
      await store.get('plant', rose as string),
      await store.get('scheme', scheme as string),
    ]);
    await copied();
    const after = [
      await store.get('garden', garden as string),
      await store.get('plant', rose as string),
      await store.get('scheme', scheme as string),
    ];
    expect(JSON.stringify(after)).toBe(before);
  });

  it('takes listed fields only from the body, others from the source, and some as declared in set', async () => {
    const { body, status } = await ask('POST', '/garden/copy', { ID: garden, Name: 'Second' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      Name: 'Second',
      Number: 0,
      RootId: body.Id,
      Revision: 1,
      CreatedBy: 'admin',
    });
    expect(body.Note ?? null).toBeNull();
    const next = await ask('POST', '/garden/next', { id: garden, name: 'Home', note: 'not taken over' });
    expect(next.body).toEqual({ Id: next.body.Id });
    expect(await store.get('garden', next.body.Id)).toMatchObject({
      Note: 'South side',
      IsOpen: true,
      RootId: garden,
      Secret: 'gnome',
    });
  });

  it('numbers a copy one higher than the highest of its family', async () => {
    const numbers: unknown[] = [];
    for (const source of [garden, garden, other]) {
      const { body } = await ask('POST', '/garden/next', { id: source, name: `Of ${source}` });
      numbers.push((await store.get('garden', body.Id))?.Number);
    }
    expect(numbers).toEqual([1, 2, 1]);
  });

  it('counts a source created before families were recorded', async () => {
    await store.update('garden', garden as string, { RootId: null, Number: 3 });
    const { body, status } = await ask('POST', '/garden/next', { id: garden, name: 'Home' });
    expect([status, (await store.get('garden', body.Id))?.Number]).toEqual([201, 4]);
  });

  it('validates the copy like any new record: rules, required fields, uniques, locked fields', async () => {
    const say = async (body: object) => {
      const answer = await ask('POST', '/garden/copy', { id: garden, ...body });
      return [
        answer.status,
        answer.body.ValidationErrors?.map(({ Rule, Path }: Record<string, string>) => `${Rule} ${Path}`),
      ];
    };
    expect(await say({})).toEqual([422, ['validation.required /Name']]);
    expect(await say({ name: 'Weeds' })).toEqual([422, ['garden.no-weeds /Name']]);
    expect(await say({ name: 'HOME' })).toEqual([422, ['garden.name /Name']]);
    expect(await say({ name: 'New', secret: 'open' })).toEqual([422, ['garden.secret /Secret']]);
    expect((await all('garden')).length).toBe(2);
  });

  it('stores nothing when one of the copies cannot be stored', async () => {
    const { transaction } = store;
    store = Object.assign(store, {
      transaction: (work: Parameters<typeof transaction>[0]) =>
        transaction((session) =>
          work({
            ...session,
            insert: (entity, record) =>
              entity === 'scheme' ? Promise.reject(new Error('disk full')) : session.insert(entity, record),
          }),
        ),
    });
    const { status } = await ask('POST', '/garden/copy', { id: garden, name: 'Second' });
    expect([status, (await all('garden')).length, (await all('bed')).length]).toEqual([500, 2, 3]);
  });

  it('is refused without the feature, for an unknown source and without a body', async () => {
    expect((await viewer('POST', '/garden/next', { id: garden, name: 'N' })).status).toBe(403);
    expect((await viewer('POST', '/garden/copy', { id: garden, name: 'N' })).status).toBe(403);
    expect((await ask('POST', '/garden/next', { id: id(99), name: 'N' })).status).toBe(404);
    expect((await ask('POST', '/garden/next', { name: 'N' })).status).toBe(400);
    expect((await ask('POST', '/garden/next', { id: 'x', name: 'N' })).status).toBe(400);
    expect((await ask('POST', '/garden/next', { id: garden, nome: 'N' })).status).toBe(400);
  });

  it('records in the history of the copy its source', async () => {
    const made = await copied();
    const notes = (await of('history', 'RecordId', made.Id)).map(({ Operation, PreviousValue }) => [
      Operation,
      PreviousValue,
    ]);
    expect(notes).toContainEqual(['copy', garden]);
  });

  it('a new record may use its own id as its root', async () => {
    const { body, status } = await ask('POST', '/garden', { Name: 'Fresh' });
    expect([status, body.RootId]).toEqual([201, body.Id]);
  });
});
