/** Several references of one record: in spreadsheets by name, with row access on each. */
import { beforeAll, describe, expect, it } from 'vitest';
import { formOf, rowsOf, type Send, sender, sheetOf } from './support/sheets.ts';
import { type Ask, type Running, startApp, withDeclarations } from './support/startApp.ts';

const file = (id: string, name: string, json: object) => ({ file: `schemas/test/${id}/${name}.json`, json });
const routes = (of: string) => [
  { route: `GET /${of}`, operation: 'find', sort: ['Name'] },
  { route: `GET /${of}/{id}`, operation: 'get' },
  { route: `POST /${of}`, operation: 'create' },
  { route: `PUT /${of}`, operation: 'update' },
];
const name = { type: 'string', maxLength: 40, title: 'Name' };
const json = { 'content-type': 'application/json' };

const added = withDeclarations([
  file('place', 'entity', {
    ...{ $id: 'place', title: 'Place', type: 'object', required: ['Name'] },
    properties: { Name: name, Seer: { type: 'string', format: 'person', title: 'Seer' } },
    'x-rowAccess': {
      to: [{ where: 'Seer', is: '$user.Id' }],
      unless: { feature: 'User.Manage', only: true },
    },
  }),
  file('place', 'behaviour', { for: 'place', policy: { view: 'login', write: 'login' } }),
  file('place', 'api', { for: 'place', routes: routes('place') }),
  file('trip', 'entity', {
    ...{ $id: 'trip', title: 'Trip', type: 'object', required: ['Name'] },
    properties: {
      Name: name,
      Places: {
        ...{ type: 'array', maxItems: 3, uniqueItems: true, title: 'Places' },
        ...{ items: { 'x-ref': 'place' }, 'x-expand': { fields: ['Id', 'Name'] } },
      },
    },
  }),
  file('trip', 'behaviour', { for: 'trip', policy: { view: 'login', write: 'login' } }),
  file('trip', 'api', {
    for: 'trip',
    sheets: { trips: { file: "'trips.xlsx'", key: 'Name', columns: ['Name', 'Places'] } },
    routes: [
      ...routes('trip'),
      { route: 'POST /trip/download', operation: 'download', sheet: 'trips' },
      { route: 'POST /trip/upload', operation: 'upload', sheet: 'trips' },
    ],
  }),
]);

const stores = process.env.STORES === 'postgres' ? (['postgres'] as const) : (['memory', 'sqlite'] as const);

describe.each(stores)('on the %s store', (store) => {
  let [app, ask, viewer] = [{} as Running, {} as Ask, {} as Ask];
  let send = {} as Send;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    app = await startApp({ store, records: {}, added });
    [ask, viewer] = [await app.as('admin'), await app.as('viewer')];
    send = await sender(app, 'admin');
    const filter = { kind: 'compare', path: 'UserName', operator: 'eq', value: 'viewer' } as const;
    const { items } = await app.store.find({ entity: 'user', filter });
    for (const Name of ['North', 'South; Lower', 'East', 'Twin', 'Twin']) {
      const Seer = Name === 'North' ? items[0]?.Id : undefined;
      ids.set(Name, (await ask('POST', '/place', { Name, Seer })).body.Id);
    }
    return () => app.store.close();
  });

  const upload = async (...rows: string[][]) =>
    send('POST', '/trip/upload', formOf(await sheetOf([['Name', 'Places'], ...rows])));
  const placesOf = async (trip: string) => {
    const query = `filterProperty=Name&filterOperator=eq&filterValue=${trip}`;
    const { body } = await ask('GET', `/trip?${query}`);
    return body.Items[0]?.Places.map((place: { Name: string }) => place.Name);
  };

  it('is imported and exported by names, in order, and nothing changes on the way back', async () => {
    const cells = ['North; South; Lower', ' east ;North', ''];
    const { status, body } = await upload(...cells.map((cell, at) => [`t${at}`, cell]));
    expect([status, body.Created], JSON.stringify(body)).toEqual([200, 3]);
    expect(await placesOf('t0')).toEqual(['North', 'South; Lower']);
    expect(await placesOf('t1')).toEqual(['East', 'North']);
    expect(await placesOf('t2')).toEqual([]);
    const { bytes } = await send('POST', '/trip/download', '{}', json);
    const rows = await rowsOf(bytes);
    expect(rows.slice(1).map(([, cell]) => cell)).toEqual(['North; South; Lower', 'East; North', '']);
    const back = await send('POST', '/trip/upload', formOf(bytes));
    expect([back.status, back.body], JSON.stringify(back.body)).toMatchObject([
      200,
      { Unchanged: 3, Updated: 0 },
    ]);
    expect((await upload(['t1', 'North;East'])).body).toMatchObject({ Updated: 1 });
    expect(await placesOf('t1')).toEqual(['North', 'East']);
  });

  it('names the cell and the text of what is no record, several records, or too many', async () => {
    for (const [cell, text] of [
      ['North; Nowhere', 'Nowhere'],
      ['Twin', 'Twin'],
      ['North;North', 'Places'],
      ['North; East; South; Lower; Twin', 'Twin'],
    ] as const) {
      const { status, body } = await upload(['bad', cell]);
      const said = JSON.stringify(body);
      expect([status, said], cell).toEqual([422, expect.stringContaining('B2')]);
      expect(said).toContain(text);
    }
    expect(await placesOf('bad')).toBeUndefined();
  });

  it('refuses records that the caller does not see, and texts that are no ids, at their place', async () => {
    const [seen, unseen] = [ids.get('North'), ids.get('East')];
    expect((await viewer('POST', '/trip', { Name: 'mine', Places: [seen] })).status).toBe(201);
    for (const bad of [unseen, 'North', '', '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await viewer('POST', '/trip', { Name: 'theirs', Places: [seen, bad] });
      expect([status, JSON.stringify(body)], bad).toEqual([422, expect.stringContaining('/Places')]);
    }
  });
});
