/** Numbers that the server assigns: unique and without gaps, on every store, no matter who creates at the same time. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../server/store/postgres/openPostgresStore.ts';
import { newSchema } from '../support/postgres.ts';
import { formOf, sender, sheetOf } from './support/sheets.ts';
import { type Ask, type Running, startApp, withDeclarations } from './support/startApp.ts';

const file = (folder: string, name: string, json: object) => ({
  file: `schemas/test/${folder}/${name}.json`,
  json,
});

const routes = (entity: string) => [
  { route: `GET /${entity}`, operation: 'find', sort: ['Name'] },
  { route: `GET /${entity}/{id}`, operation: 'get' },
  { route: `POST /${entity}`, operation: 'create' },
  { route: `PUT /${entity}`, operation: 'update' },
  { route: `POST /${entity}/{id}/copy`, operation: 'copy' },
  { route: `DELETE /${entity}/{id}`, operation: 'remove' },
  { route: `POST /${entity}/upload`, operation: 'upload', sheet: 'all' },
];

const name = { type: 'string', maxLength: 40, title: 'Name' };
const entity = (id: string, properties: object, more: object = {}) =>
  file(id, 'entity', {
    $id: id,
    title: id,
    type: 'object',
    properties: { Name: name, ...properties },
    ...more,
  });
const behaviour = (id: string, more: object = {}) =>
  file(id, 'behaviour', { for: id, policy: { view: 'login', write: 'login', ...more } });
const api = (id: string, columns: readonly string[]) =>
  file(id, 'api', {
    for: id,
    sheets: { all: { file: "'all.xlsx'", key: 'Name', columns } },
    routes: routes(id),
  });

const added = withDeclarations([
  entity(
    'ticket',
    {
      Number: { type: 'string', title: 'Number', 'x-sequence': { pattern: 'T-{year}-{month}-{number:5}' } },
    },
    { required: ['Name', 'Number'], 'x-history': true },
  ),
  behaviour('ticket'),
  api('ticket', ['Name', 'Number']),
  entity(
    'branch-slip',
    {
      Branch: { type: 'string', maxLength: 10, title: 'Branch' },
      Floor: { type: 'integer', title: 'Floor' },
      Number: {
        type: 'string',
        title: 'Number',
        'x-sequence': { pattern: '{Branch}/{number:3}', within: ['Floor'] },
      },
    },
    { required: ['Name', 'Branch', 'Floor'] },
  ),
  behaviour('branch-slip'),
  api('branch-slip', ['Name', 'Branch', 'Floor', 'Number']),
  // A right to bring numbers, and one that nobody has.
  ...(
    [
      ['legacy-slip', 'L', 'login'],
      ['closed-slip', 'C', 'nobody'],
    ] as const
  ).flatMap(([id, letter, write]) => [
    entity(id, {
      Number: {
        ...{ type: 'string', title: 'Number' },
        'x-sequence': { pattern: `${letter}-{number:3}`, given: true },
      },
    }),
    behaviour(id, { fields: { Number: { write } } }),
    api(id, ['Name', 'Number']),
  ]),
]);

const stores = process.env.STORES === 'postgres' ? (['postgres'] as const) : (['memory', 'sqlite'] as const);

describe.each(stores)('numbers on the %s store', (store) => {
  let [app, ask] = [{} as Running, {} as Ask];
  let year = '';

  beforeAll(async () => {
    app = await startApp({ store, seed: 'none', added });
    ask = await app.as('admin');
    year = (await create('ticket', { Name: 'first' })).Number.slice(0, 'T-2026-11-'.length);
    return () => app.store.close();
  });

  const create = async (path: string, body: object, by = ask) => {
    const answer = await by('POST', `/${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const numbers = async (path: string) =>
    (await ask('GET', `/${path}?pageSize=0`)).body.Items.map((one: { Number: string }) => one.Number).sort();
  const countOf = (number: string) => Number(number.split('-').at(-1));

  it('are assigned on create, in the pattern, and can be searched by part', async () => {
    const { Number: number, Id } = await create('ticket', { Name: 'second' });
    expect(number).toBe(`${year}00002`);
    expect((await ask('GET', `/ticket/${Id}`)).body.Number).toBe(number);
    const found = await ask(
      'GET',
      '/ticket?FilterProperty=Number&FilterOperator=contains&FilterValue=-00002',
    );
    expect(found.body.Items.map((one: { Id: string }) => one.Id)).toEqual([Id]);
  });

  it('cannot be sent with a create, nor changed or cleared', async () => {
    const sent = await ask('POST', '/ticket', { Name: 'sent', Number: `${year}09999` });
    expect([sent.status, JSON.stringify(sent.body)]).toEqual([422, expect.stringContaining('/Number')]);
    const one = await create('ticket', { Name: 'kept' });
    expect((await ask('PUT', '/ticket', { ...one, Name: 'renamed' })).body.Number).toBe(one.Number);
    for (const sent of [`${year}09999`, null]) {
      const changed = await ask('PUT', '/ticket', { Id: one.Id, Number: sent });
      expect([changed.status, (await ask('GET', `/ticket/${one.Id}`)).body.Number]).toEqual([
        422,
        one.Number,
      ]);
    }
  });

  it('leave no gap after creates that were refused', async () => {
    const before = countOf((await create('ticket', { Name: 'before' })).Number);
    expect((await ask('POST', '/ticket', {})).status).toBe(422);
    const send = await sender(app, 'admin');
    const rows = [
      ['Name', 'Number'],
      ['rolled back', null],
      ['x'.repeat(60), null],
    ];
    const upload = await send('POST', '/ticket/upload', formOf(await sheetOf(rows)));
    expect(upload.status).toBe(422);
    expect(countOf((await create('ticket', { Name: 'after' })).Number)).toBe(before + 1);
  });

  it('are consecutive when fifty are created at once, by two servers on the same database', async () => {
    const other = await app.restart().as('admin');
    const before = countOf((await create('ticket', { Name: 'before' })).Number);
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) => create('ticket', { Name: `t${at}` }, at % 2 === 0 ? ask : other)),
    );
    const counts = made.map((one) => countOf(one.Number)).sort((one, two) => one - two);
    expect(counts).toEqual(Array.from({ length: 50 }, (_, at) => before + 1 + at));
  });

  it('are new in a copy', async () => {
    const source = await create('ticket', { Name: 'source' });
    const copy = await ask('POST', `/ticket/${source.Id}/copy`, {});
    expect([copy.status, copy.body.Name, copy.body.Number]).toEqual([
      201,
      'source',
      `${year}${String(countOf(source.Number) + 1).padStart(5, '0')}`,
    ]);
  });

  it('are assigned to the records of a spreadsheet, which cannot bring its own', async () => {
    const send = await sender(app, 'admin');
    const upload = (rows: (string | null)[][]) =>
      sheetOf([['Name', 'Number'], ...rows]).then((bytes) => send('POST', '/ticket/upload', formOf(bytes)));
    const before = (await numbers('ticket')).length;
    expect(
      (
        await upload([
          ['s1', null],
          ['s2', null],
        ])
      ).status,
    ).toBe(200);
    expect(new Set(await numbers('ticket')).size).toBe(before + 2);
    const own = await upload([['s3', `${year}00777`]]);
    expect([own.status, JSON.stringify(own.body)]).toEqual([422, expect.stringContaining('B2')]);
  });

  it('start again for each year and month', async () => {
    const { now } = app.clock;
    app.clock.now = new Date(now.getTime() + 400 * 86_400_000);
    const later = await app.as('admin');
    const { Number: number } = await create('ticket', { Name: 'next year' }, later);
    app.clock.now = now;
    // The sessions have expired meanwhile.
    ask = await app.as('admin');
    expect([number.slice(0, year.length) === year, countOf(number)]).toEqual([false, 1]);
  });

  it('follow the day of the server, in whatever zone people are', async () => {
    const { now } = app.clock;
    app.clock.now = new Date(`${now.getUTCFullYear() + 3}-12-31T12:00:00.000Z`);
    const there = await app.as('admin');
    const numbers: string[] = [];
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Toronto']) {
      const answer = await there('POST', '/ticket', { Name: zone }, { 'x-time-zone': zone });
      numbers.push(answer.body.Number.slice(0, year.length));
    }
    const last = `T-${app.clock.now.getUTCFullYear()}-12-`;
    app.clock.now = now;
    ask = await app.as('admin');
    expect(numbers).toEqual([last, last, last]);
  });

  it('are counted by the fields in the pattern and within others', async () => {
    const slip = async (Branch: string, Floor: number) =>
      (await create('branch-slip', { Name: 's', Branch, Floor })).Number;
    expect([
      await slip('QC', 1),
      await slip('QC', 1),
      await slip('ON', 1),
      await slip('QC', 2),
      await slip('QC', 1),
    ]).toEqual(['QC/001', 'QC/002', 'ON/001', 'QC/001', 'QC/003']);
    expect((await ask('POST', '/branch-slip', { Name: 's', Floor: 1 })).status).toBe(422);
  });

  it('may be brought along where the declaration allows it, by those with the right', async () => {
    const own = await create('legacy-slip', { Name: 'old', Number: 'L-041' });
    expect(own.Number).toBe('L-041');
    expect((await create('legacy-slip', { Name: 'new' })).Number).toBe('L-042');
    expect((await create('legacy-slip', { Name: 'ahead', Number: 'L-060' })).Number).toBe('L-060');
    expect((await create('legacy-slip', { Name: 'other', Number: 'paper 7' })).Number).toBe('paper 7');
    expect((await create('legacy-slip', { Name: 'new' })).Number).toBe('L-061');
    const twice = await ask('POST', '/legacy-slip', { Name: 'twice', Number: 'L-060' });
    expect([twice.status, String(twice.body.Message)]).toEqual([422, expect.stringContaining('L-060')]);
    const refused = await ask('POST', '/closed-slip', { Name: 'no', Number: 'C-100' });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('/Number')]);
    expect((await create('closed-slip', { Name: 'yes' })).Number).toBe('C-001');
    expect((await ask('PUT', '/legacy-slip', { Id: own.Id, Number: 'L-500' })).status).toBe(422);
  });

  it('skip numbers of old records that sort differently as texts', async () => {
    const { items } = await app.store.find({ entity: 'number-sequence' });
    const counters = items.filter(({ Field }) => Field === 'legacy-slip.Number');
    for (const { Id } of counters) await app.store.remove('number-sequence', String(Id));
    for (let count = 950; count <= 1000; count += 1)
      await create('legacy-slip', { Name: 'old', Number: `L-${count}` });
    expect((await create('legacy-slip', { Name: 'new' })).Number).toBe('L-1001');
  });

  it('go on after a restart, and after the last record was removed', async () => {
    const last = await create('ticket', { Name: 'last' });
    expect((await ask('DELETE', `/ticket/${last.Id}`)).status).toBe(204);
    const again = await app.restart().as('admin');
    expect(countOf((await create('ticket', { Name: 'next' }, again)).Number)).toBe(countOf(last.Number) + 1);
  });
});

it.runIf(process.env.STORES === 'postgres')(
  'servers with connections of their own count together on PostgreSQL',
  async () => {
    const url = await newSchema();
    const apps: Running[] = [];
    for (const store of [openPostgresStore({ url }), openPostgresStore({ url })])
      apps.push(await startApp({ store, seed: 'none', added }));
    const asks = await Promise.all(apps.map((app) => app.as('admin')));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (asks[at % 2] as Ask)('POST', '/ticket', { Name: `t${at}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const counts = answers.map(({ body }) => Number(body.Number.split('-').at(-1)));
    expect(counts.sort((one, two) => one - two)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
    for (const { store } of apps) await store.close();
  },
);
