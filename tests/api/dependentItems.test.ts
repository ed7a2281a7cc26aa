/**
 * The API enforces a choice that depends on another field on every write path, independent of any form: from
 * a lookup and from an entity, in a field, in rows, inside an object and in a list of references.
 */
import { describe, expect, it } from 'vitest';
import { formOf, sender, sheetOf } from './support/sheets.ts';
import type { Ask, StoreKind } from './support/startApp.ts';
import { startSmallApp } from './support/startSmallApp.ts';

const access = { view: 'login', create: 'login', update: 'login', delete: 'login' };
const id = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/**
 * The ids of rain, which falls in summer, and of snow, which falls in winter; `choice`: how a field holds
 * one.
 */
const sources = {
  lookup: { choice: { 'x-lookup': 'weather' }, rain: 1, snow: 2 },
  entity: {
    choice: { 'x-ref': 'weather', 'x-expand': { as: 'Weather', fields: ['Id', 'Name'] } },
    rain: id(1),
    snow: id(2),
  },
} as const;
type Source = keyof typeof sources;

const seasons = [
  { name: 'Rain', Season: 'Summer' },
  { name: 'Snow', Season: 'Winter' },
];

function weatherFiles(source: Source): Record<string, object> {
  if (source === 'lookup')
    return {
      'schemas/lookups/weather.json': {
        $id: 'weather',
        items: seasons.map(({ name, Season }, at) => ({ Id: at + 1, Name: name, title: name, Season })),
      },
    };
  return {
    'schemas/shop/weather/entity.json': {
      ...{ $id: 'weather', title: 'Weather', type: 'object' },
      properties: { Name: { type: 'string', title: 'Name' }, Season: { type: 'string', title: 'Season' } },
    },
    'schemas/shop/weather/behaviour.json': { for: 'weather', policy: access },
  };
}

function filesWith(source: Source, onInvalid: string): Record<string, object> {
  const { choice } = sources[source];
  const title = (title: string, schema: object) => ({ title, ...schema });
  const weather = title('Weather', choice);
  const season = title('Season', { type: 'string' });
  const rule = (field: string, where: string, more: object = {}) => ({
    ...{ id: `trip.${field}`.toLowerCase(), field, onInvalid, ...more },
    options: { from: 'weather', where },
  });
  const several = source === 'entity' ? { All: { type: 'array', items: { 'x-ref': 'weather' } } } : {};
  return {
    ...weatherFiles(source),
    'schemas/lookups/trip-state.json': {
      $id: 'trip-state',
      items: [
        { Id: 1, Name: 'Planned', title: 'Planned' },
        { Id: 2, Name: 'Booked', title: 'Booked' },
      ],
    },
    'schemas/shop/trip/entity.json': {
      ...{ $id: 'trip', title: 'Trip', type: 'object' },
      properties: {
        Name: title('Name', { type: 'string' }),
        StateId: title('State', { 'x-lookup': 'trip-state', default: 1 }),
        Season: season,
        WeatherId: weather,
        Plan: { title: 'Plan', type: 'object', properties: { Season: season, WeatherId: weather } },
        Days: { title: 'Days', type: 'array', items: { $ref: '#/$defs/Day' } },
        ...several,
      },
      $defs: { Day: { type: 'object', properties: { Season: season, WeatherId: weather } } },
    },
    'schemas/shop/trip/behaviour.json': {
      for: 'trip',
      rules: [
        rule('WeatherId', 'Season = $record.Season'),
        rule('Plan.WeatherId', 'Season = $record.Plan.Season', { id: 'trip.plan' }),
        rule('WeatherId', 'Season = $row.Season', { id: 'trip.day', each: 'Days' }),
        ...(source === 'entity' ? [rule('All', 'Season = $record.Season')] : []),
      ],
      workflow: {
        field: 'StateId',
        transitions: [
          { id: 'book', from: ['Planned'], to: 'Booked', access: 'login', set: { Season: "'Winter'" } },
        ],
      },
      policy: access,
    },
    'schemas/shop/trip/api.json': {
      for: 'trip',
      sheets: { trips: { key: 'Name', columns: ['Name', 'Season', 'WeatherId'], file: "'trips'" } },
      routes: [
        { route: 'GET /trip', operation: 'find' },
        { route: 'POST /trip', operation: 'create' },
        { route: 'PUT /trip', operation: 'update' },
        { route: 'PATCH /trip/{id}', operation: 'update' },
        { route: 'POST /trip/{id}/copy', operation: 'copy', fields: ['Name', 'Season', 'Plan'] },
        { route: 'PUT /trip/{id}/book', operation: 'transition', transition: 'book' },
        { route: 'POST /trip/upload', operation: 'upload', sheet: 'trips' },
        { route: 'GET /trip/{id}', operation: 'get' },
      ],
    },
    'screens/shop/trips.json': {
      ...{ id: 'trips', route: '/trips', access: 'login', title: 'Trips' },
      blocks: [
        {
          ...{ kind: 'grid', id: 'trips', entity: 'trip', find: '/trip', columns: [{ path: 'Name' }] },
          bulk: { save: 'PUT /trip', fields: ['Season'] },
        },
      ],
    },
  };
}

async function start(source: Source, onInvalid: string, store: StoreKind) {
  const records = seasons.map(({ name, Season }, at) => ({ Id: id(at + 1), Name: name, Season }));
  const app = await startSmallApp(filesWith(source, onInvalid), {
    store,
    ...(source === 'entity' ? { records: { weather: records } } : {}),
  });
  return { app, admin: await app.as('admin'), send: await sender(app as never, 'admin') };
}

type Started = Awaited<ReturnType<typeof start>>;

const places = ({ body }: { body: { ValidationErrors?: readonly { Path: string }[] } }) =>
  (body.ValidationErrors ?? []).map(({ Path }) => Path);

const matrix = (['lookup', 'entity'] as const).flatMap((source) =>
  (['memory', 'sqlite'] as const).flatMap((store) =>
    ['clear', 'error', 'keep'].map((onInvalid) => ({ source, store, onInvalid })),
  ),
);

describe.each(matrix)('C5: a pair from a $source ($onInvalid, $store)', ({ source, store, onInvalid }) => {
  const { rain, snow } = sources[source];
  /** A stored choice may stay when only its condition changes. */
  const moved = onInvalid === 'keep' ? 200 : 422;
  let started: Promise<Started> | undefined;
  const running = () => {
    started ??= start(source, onInvalid, store);
    return started;
  };
  const winter = async (admin: Ask, Name: string) => {
    const made = await admin('POST', '/trip', { Name, Season: 'Winter', WeatherId: snow });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };

  it('is refused where it does not match: on create, in a row, in an object, in a list', async () => {
    const { admin } = await running();
    const post = (body: object) => admin('POST', '/trip', body);
    const fine = await post({
      ...{ Season: 'Winter', WeatherId: snow },
      ...{ Days: [{ Season: 'Summer', WeatherId: rain }], Plan: { Season: 'Summer', WeatherId: rain } },
    });
    expect([fine.status, places(fine)]).toEqual([201, []]);
    const wrong: readonly (readonly [object, string])[] = [
      [{ Season: 'Winter', WeatherId: rain }, '/WeatherId'],
      [{ WeatherId: rain }, '/WeatherId'],
      [{ Plan: { Season: 'Winter', WeatherId: rain } }, '/Plan/WeatherId'],
      [{ Days: [{}, { Season: 'Winter', WeatherId: rain }] }, '/Days/1/WeatherId'],
      ...(source === 'entity' ? ([[{ Season: 'Winter', All: [snow, { Id: rain }] }, '/All']] as const) : []),
    ];
    for (const [body, path] of wrong) {
      const refused = await post(body);
      expect([refused.status, places(refused)], JSON.stringify(body)).toEqual([422, [path]]);
    }
  });

  it('is checked again by update and patch when either side changes', async () => {
    const { admin } = await running();
    const { Id } = await winter(admin, 'Move');
    for (const write of [
      (body: object) => admin('PUT', '/trip', { Id, ...body }),
      (body: object) => admin('PATCH', `/trip/${Id}`, body),
    ]) {
      const other = await write({ WeatherId: rain });
      expect([other.status, places(other)]).toEqual([422, ['/WeatherId']]);
      const both = await write({ Season: 'Winter', Plan: { Season: 'Winter', WeatherId: rain } });
      expect([both.status, places(both)]).toEqual([422, ['/Plan/WeatherId']]);
      expect((await write({ Season: 'Summer' })).status).toBe(moved);
      expect((await write({ Season: 'Winter' })).status).toBe(200);
      expect((await write({ WeatherId: null, Season: 'Summer' })).status).toBe(200);
      expect((await write({ WeatherId: snow, Season: 'Winter' })).status).toBe(200);
    }
  });

  it('is checked again by a bulk change, a copy and a transition', async () => {
    const { admin } = await running();
    const { Id } = await winter(admin, 'Bulk');
    const asked = { List: 'trips#trips', Field: 'Season', Value: 'Summer', Ids: [Id] };
    const { body } = await admin('POST', '/bulk/preview', asked);
    expect(body.Items?.[0]?.Outcome, JSON.stringify(body)).toBe(onInvalid === 'keep' ? 'change' : 'refused');
    const copy = (body: object) => admin('POST', `/trip/${Id}/copy`, { Name: 'Copy', ...body });
    expect((await copy({ Season: 'Winter' })).status).toBe(201);
    expect((await copy({ Season: 'Summer' })).status).toBe(422);
    // A value given in the copy call is the person's own, not copied.
    const said = await copy({ Season: 'Winter', Plan: { Season: 'Winter', WeatherId: rain } });
    expect([said.status, places(said)]).toEqual([422, ['/Plan/WeatherId']]);
    const summer = await admin('POST', '/trip', { Name: 'Step', Season: 'Summer', WeatherId: rain });
    expect((await admin('PUT', `/trip/${summer.body.Id}/book`, {})).status).toBe(moved);
  });

  it('is refused at its cell by an import, for new and known rows', async () => {
    const { admin, send } = await running();
    await winter(admin, 'Known');
    const upload = async (...rows: readonly (readonly string[])[]) =>
      send(
        'POST',
        '/trip/upload',
        formOf(await sheetOf([['Name', 'Season', 'Weather'], ...rows]), 'trips.xlsx'),
      );
    const fine = await upload(['Fresh', 'Winter', 'Snow']);
    expect(fine.status, JSON.stringify(fine.body)).toBe(200);
    const wrong = await upload(['Known', 'Winter', 'Rain'], ['Newer', 'Winter', 'Rain']);
    expect(wrong.status).toBe(422);
    expect(JSON.stringify(wrong.body)).toContain('C2');
    expect(JSON.stringify(wrong.body)).toContain('C3');
  });
});
