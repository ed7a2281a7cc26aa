/** A choice from a lookup that stands on another field is held by the API, whatever a form does with it. */
import { expect, it } from 'vitest';
import { startSmallApp } from './support/startSmallApp.ts';

const access = { view: 'login', create: 'login', update: 'login', delete: 'login' };
const items = [
  { Id: 1, Name: 'Rain', Season: 'Summer' },
  { Id: 2, Name: 'Snow', Season: 'Winter' },
];
const filesWith = (onInvalid: string) => ({
  'schemas/lookups/weather.json': {
    $id: 'weather',
    items: items.map((item) => ({ ...item, title: item.Name })),
  },
  'schemas/shop/trip/entity.json': {
    $id: 'trip',
    title: 'Trip',
    type: 'object',
    properties: {
      Season: { type: 'string' },
      WeatherId: { 'x-lookup': 'weather' },
      Days: { type: 'array', items: { $ref: '#/$defs/Day' } },
    },
    $defs: {
      Day: {
        type: 'object',
        properties: { Season: { type: 'string' }, WeatherId: { 'x-lookup': 'weather' } },
      },
    },
  },
  'schemas/shop/trip/behaviour.json': {
    for: 'trip',
    rules: [
      {
        ...{ id: 'trip.weather', field: 'WeatherId', onInvalid },
        options: { from: 'weather', where: 'Season = $record.Season' },
      },
      {
        ...{ id: 'trip.day-weather', each: 'Days', field: 'WeatherId', onInvalid },
        options: { from: 'weather', where: 'Season = $row.Season' },
      },
    ],
    policy: access,
  },
  'schemas/shop/trip/api.json': {
    for: 'trip',
    routes: [
      { route: 'POST /trip', operation: 'create' },
      { route: 'PUT /trip', operation: 'update' },
      { route: 'GET /trip/{id}', operation: 'get' },
    ],
  },
});

it.each(['clear', 'error', 'keep'])(
  'C5: a mismatching pair is refused (onInvalid: %s)',
  async (onInvalid) => {
    const app = await startSmallApp(filesWith(onInvalid));
    const admin = await app.as('admin');
    const post = (body: object) => admin('POST', '/trip', body);
    const fine = await post({ Season: 'Winter', WeatherId: 2, Days: [{ Season: 'Summer', WeatherId: 1 }] });
    expect([fine.status, JSON.stringify(fine.body.ValidationErrors ?? '')]).toEqual([201, '""']);
    const wrong = await post({ Season: 'Winter', WeatherId: 1 });
    expect([wrong.status, wrong.body.ValidationErrors?.[0]?.Path]).toEqual([422, '/WeatherId']);
    const row = await post({ Season: 'Winter', Days: [{}, { Season: 'Winter', WeatherId: 1 }] });
    expect([row.status, row.body.ValidationErrors?.[0]?.Path]).toEqual([422, '/Days/1/WeatherId']);
    // What it stands on changes: the pair is judged anew, unless what is stored may be kept.
    const { Id } = fine.body;
    const change = await admin('PUT', '/trip', { Id, Season: 'Summer' });
    expect(change.status).toBe(onInvalid === 'keep' ? 200 : 422);
  },
);
