/**
 * Reports, declared queries and lists that would overload the server: each is refused or ended with advice on
 * what to filter, everywhere it can be requested, and others are answered meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataRecord, type FilterTree, formatMessage, type QueryModel } from '#engine';
import type { Store } from '#server/app';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';
import { builtReader } from '../support/builtReader.ts';
import { type Ask, makeStore, type Running, startApp, withDeclarations } from './support/startApp.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hostile-queries-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every product joined with every other of its brand, this many times over. */
const crossed = (joins: number) => ({
  from: 'brand',
  joins: Object.fromEntries(
    Array.from({ length: joins }, (_, at) => [`P${at}`, { entity: 'product', by: 'BrandId' }]),
  ),
  columns: [
    { path: 'Name' },
    ...Array.from({ length: joins }, (_, at) => ({
      ...{ path: `P${at}.Description`, aggregate: 'distinct', name: `N${at}` },
    })),
  ],
});

/** With a filter that matches everything. */
const filtered = (joins: number) => ({
  ...crossed(joins),
  filters: [{ path: 'P0.Description', operator: 'ne', value: 'x' }],
});

const added = withDeclarations([
  {
    file: 'schemas/reports/queries/crossed.json',
    json: {
      ...{ $id: 'crossed', title: 'Crossed', ...crossed(8) },
      filters: [{ path: 'Name', operator: 'contains', parameter: 'Named' }],
    },
  },
  {
    file: 'schemas/test/line/entity.json',
    json: {
      $id: 'line',
      title: 'Line',
      type: 'object',
      properties: { Name: { type: 'string', maxLength: 40 }, Rank: { type: 'integer' } },
    },
  },
  {
    file: 'schemas/test/line/behaviour.json',
    json: { for: 'line', policy: { view: 'login', write: 'nobody' } },
  },
  {
    file: 'schemas/test/line/api.json',
    json: { for: 'line', routes: [{ route: 'GET /line', operation: 'find' }] },
  },
]);
const { model } = added.compilation;

const sentences = ['query.multiplies', 'query.too-slow'].map((key) => {
  const title = model.entities.get('product')?.title ?? '';
  const said = (locale: 'en-CA' | 'fr-CA') =>
    formatMessage(model, locale, key, { entity: formatMessage(model, locale, title), rows: 'ROWS' })
      .split('ROWS')
      .map((part) => part.trim());
  return { 'en-CA': said('en-CA'), 'fr-CA': said('fr-CA') };
});

/** Whether a text contains one of the sentences. */
const isSaid = (text: unknown, locale: 'en-CA' | 'fr-CA' = 'en-CA') =>
  sentences.some((each) => each[locale].every((part) => String(text).includes(part)));

const file = path.join(folder, 'hostile.db');
const openers: Readonly<Record<string, () => Promise<Store>>> = {
  'read by processes': async () =>
    openSqliteStore({
      ...{ file, durability: 'normal' },
      readers: { script: await builtReader(), limits: { work: 3000 } },
    }),
  'SQLite in memory': makeStore.sqlite,
  memory: makeStore.memory,
};

for (const [kind, open] of Object.entries(openers))
  describe(`hostile queries, ${kind}`, () => {
    let app: Running;
    let admin: Ask;
    let other: Ask;

    beforeAll(async () => {
      app = await startApp({ store: await open(), added, now: '2026-11-20T15:00:00Z' });
      admin = await app.as('admin');
      other = await app.as('viewer');
    });
    afterAll(() => app.store.close());

    /** Sends requests until the work is done; each must be answered. */
    const whileAsked = async <T>(work: Promise<T>): Promise<T> => {
      let isDone = false;
      const ended = work.finally(() => {
        isDone = true;
      });
      while (!isDone) expect((await other('GET', '/product?page=1&pageSize=5')).status).toBe(200);
      return ended;
    };

    it("a built report is refused, naming what multiplies, in the reader's language", async () => {
      for (const Definition of [crossed(8), crossed(15), filtered(8)])
        for (const locale of ['en-CA', 'fr-CA'] as const) {
          const { status, body } = await whileAsked(
            admin('POST', '/report/query', { Definition, Totals: true }, { 'accept-language': locale }),
          );
          expect([status, isSaid(body.Message, locale)], JSON.stringify(body)).toEqual([422, true]);
        }
    });

    it('so is a declared query: as a table, as a sheet and in a report, viewed, previewed and exported', async () => {
      const definition = {
        ...{ Name: `Crossed ${kind}`, DataSet: 'crossed' },
        Parameters: [{ ParameterName: 'Named', Path: 'Named', ReportFilterTypeId: 9, Hidden: false }],
        ReportColumns: [
          { ReportColumnName: 'Name', OrdinalPosition: 0, SortOrder: '0', IsDefault: true, IsSelected: true },
        ],
      };
      const saved = await admin('POST', '/report/definition', definition);
      expect(saved.status, JSON.stringify(saved.body)).toBe(201);
      const { Id } = saved.body;
      for (const [at, body] of [
        ['/report/query', { Query: 'crossed' }],
        ['/report/preview', definition],
        [`/report/viewer?id=${Id}&format=HTML4.0&page=1`, {}],
        [`/report/fileviewer?id=${Id}&format=PDF`, {}],
      ] as const) {
        const answer = await whileAsked(admin('POST', at, body));
        expect([at, answer.status, isSaid(answer.body.Message)], JSON.stringify(answer.body)).toEqual([
          at,
          422,
          true,
        ]);
      }
      const schedule = {
        Name: `Mornings ${kind}`,
        StartDateTime: '2026-11-21T14:00:00.000Z',
        RecurrenceId: 1,
      };
      const ScheduleId = (await admin('POST', '/report/schedule', schedule)).body.Id;
      const subscribed = await admin('POST', '/report/subscription', {
        ...{ ReportConfigurationId: Id, DeliveryExtensionId: 1, ReportFormatId: 1, ScheduleId },
        ...{ Path: 'somebody@example.com', ReportParameters: {} },
      });
      expect(subscribed.status, JSON.stringify(subscribed.body)).toBe(201);
      await app.runDue();
      app.clock.now = new Date('2026-11-21T14:00:30Z');
      admin = await app.as('admin');
      other = await app.as('viewer');
      await app.runDue();
      const [delivery] = (await admin('GET', '/report/delivery?pageSize=0')).body.Items as DataRecord[];
      expect([(delivery?.State as DataRecord | undefined)?.Name, isSaid(delivery?.Reason)]).toEqual([
        'Failed',
        true,
      ]);
    });

    it('none of this is logged as a failure of the server', () => {
      expect(app.errors).toEqual([]);
    });
  });

describe('declared queries and lists, read by processes', () => {
  let readers: Store;
  let inside: Store;
  const own = path.join(folder, 'same.db');

  beforeAll(async () => {
    readers = openSqliteStore({ file: own, durability: 'normal', readers: { script: await builtReader() } });
    const app = await startApp({ store: readers, added });
    await app.store.transaction(async (session) => {
      await session.insertMany(
        'line',
        Array.from({ length: 25_000 }, (_, at) => ({
          Id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
          Name: `line ${(at * 7919) % 25_000}`,
          Rank: at % 9,
        })),
      );
    });
    inside = openSqliteStore({ file: own, durability: 'normal' });
    await inside.migrate(model);
  });
  afterAll(async () => {
    await inside.close();
    await readers.close();
  });

  const rowsOf = async (store: Store, query: Parameters<Store['rows']>[0]) => {
    const rows: unknown[] = [];
    for await (const piece of store.rows(query)) rows.push(...piece);
    return rows;
  };
  const queries = [...model.queries.values()].filter(({ id }) => id !== 'crossed');

  it('every declared query has the rows and the count of an in-process read', async () => {
    expect(queries.length).toBeGreaterThan(2);
    for (const query of queries)
      for (const more of [
        {},
        { take: 3 },
        { skip: 2, take: 2 },
        { isGrouped: false, columns: plain(query), sort: [] },
      ]) {
        const asked = { ...query, filters: [], ...more };
        const [one, two] = [await rowsOf(readers, asked), await rowsOf(inside, asked)];
        expect(one, query.id).toEqual(two);
        expect(await readers.countRows(asked), query.id).toBe(await inside.countRows(asked));
      }
  });

  it('lists without an index have the records of an in-process read', async () => {
    const compare = (path: string, operator: string, value: unknown) =>
      ({ kind: 'compare', path, operator, value }) as FilterTree;
    for (const filter of [
      compare('Name', 'contains', '77'),
      compare('Name', 'contains', 'nowhere'),
      compare('Rank', 'eq', 3),
      undefined,
    ])
      for (const sort of [[{ path: 'Rank', direction: 'desc' as const }], undefined])
        for (const number of [1, 7]) {
          const asked = {
            ...{ entity: 'line', page: { number, size: 20 }, total: true },
            ...(filter === undefined ? {} : { filter }),
            ...(sort && { sort }),
          };
          expect(await readers.find(asked)).toEqual(await inside.find(asked));
          expect(await readers.count('line', filter)).toBe(await inside.count('line', filter));
        }
  });

  it('four people who request long lists are answered, and so is a fifth meanwhile', async () => {
    const app = await startApp({ store: readers, added });
    const people = await Promise.all(['admin', 'viewer', 'reports', 'manager'].map((role) => app.as(role)));
    const fifth = await app.as('configurator');
    const asked = people.flatMap((ask) =>
      ['11', '22', '33'].map((part) =>
        ask('GET', `/line?page=1&pageSize=5&FilterProperty=Name&FilterOperator=contains&FilterValue=${part}`),
      ),
    );
    expect((await fifth('GET', '/product?page=1&pageSize=5')).status).toBe(200);
    for (const { status, body } of await Promise.all(asked)) {
      expect(status).toBe(200);
      expect(body.TotalItems).toBeGreaterThan(100);
    }
  });
});

const plain = ({ columns }: QueryModel) => columns.filter(({ aggregate }) => aggregate === undefined);
