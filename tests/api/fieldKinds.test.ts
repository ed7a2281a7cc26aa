/** Tests every field kind that has examples through every interface, on every store. */
import { beforeAll, describe, expect, it } from 'vitest';
import '../support/lendingKinds.ts';
import { readFileSync } from 'node:fs';
import { type FieldKind, fieldKinds, filterOperators, formatMessage, kinds } from '#engine';
import { formOf, rowsOf, type Send, sender, sheetOf } from './support/sheets.ts';
import { type Ask, type Running, startApp, withDeclarations } from './support/startApp.ts';

// With a kind of an extension, which nothing in the engine, server or renderer names.
const all = [...fieldKinds, 'weight' as FieldKind];
const shown = all.filter((kind) => kinds[kind].examples);
const messages = ['en-CA', 'fr-CA'].map((locale) => {
  const name = `schemas/messages/${locale}/weight.json`;
  const text = readFileSync(`examples/lending/extensions/lending/${name}`, 'utf8');
  return { file: name, json: JSON.parse(text) };
});
const nameOf = (kind: FieldKind) => `${kind[0]?.toUpperCase()}${kind.slice(1)}Field`;
const examplesOf = (kind: FieldKind) => {
  const { examples } = kinds[kind];
  if (!examples) throw new Error(`${kind} has no examples.`);
  const good = examples.good.map((one) => ({ ...one, answered: one.answered ?? one.sent }));
  return { ...examples, good };
};

const file = (name: string, json: object) => ({ file: `schemas/test/sample/${name}.json`, json });

/** The lookups that examples name. */
const lookups = shown.flatMap((kind) => {
  const { declared, lookup: items } = examplesOf(kind);
  return items ? [{ $id: String(declared['x-lookup']), items }] : [];
});
const itemsOf = (kind: FieldKind) => (examplesOf(kind).lookup ?? []).map(({ Id }) => Id);

const added = withDeclarations([
  ...messages,
  ...lookups.map(({ $id, items }) => ({
    file: `schemas/lookups/${$id}.json`,
    json: { $id, items: items.map(({ Id, title }) => ({ Id, Name: `Item${Id}`, title })) },
  })),
  {
    file: 'schemas/messages/fr-CA/sample.json',
    json: {
      messages: Object.fromEntries(
        lookups.flatMap(({ $id, items }) =>
          items.map(({ Id, fr }) => [`lookup.${$id}.Item${Id}`, fr] as const),
        ),
      ),
    },
  },
  file('entity', {
    $id: 'sample',
    title: 'Sample',
    type: 'object',
    required: ['Name'],
    properties: {
      Name: { type: 'string', maxLength: 40, title: 'Name' },
      Kind: { type: 'string', maxLength: 40, title: 'Kind' },
      ...Object.fromEntries(
        shown.map((kind) => [nameOf(kind), { ...examplesOf(kind).declared, title: nameOf(kind) }]),
      ),
      Lines: { type: 'array', maxItems: 9, items: { $ref: '#/$defs/Line' } },
    },
    $defs: {
      Line: {
        type: 'object',
        properties: Object.fromEntries(shown.map((kind) => [nameOf(kind), examplesOf(kind).declared])),
      },
    },
    'x-history': true,
  }),
  {
    file: 'screens/test/samples.json',
    json: {
      id: 'samples',
      route: '/samples',
      access: 'login',
      title: 'entity.sample.plural',
      blocks: [
        {
          kind: 'grid',
          id: 'samples',
          entity: 'sample',
          find: '/sample',
          columns: ['Name', ...shown.map(nameOf)],
          filters: shown.flatMap((kind) =>
            kinds[kind].filter.shown.map((operator) => ({ path: nameOf(kind), operator })),
          ),
          sort: ['Name'],
          bulk: { save: 'PUT /sample', fields: shown.map(nameOf) },
        },
      ],
    },
  },
  file('behaviour', { for: 'sample', policy: { view: 'login', write: 'login' } }),
  file('api', {
    for: 'sample',
    sheets: {
      samples: { file: "'samples.xlsx'", key: 'Name', columns: ['Name', ...shown.map(nameOf)] },
    },
    routes: [
      { route: 'GET /sample', operation: 'find', sort: ['Name'] },
      { route: 'GET /sample/{id}', operation: 'get' },
      { route: 'POST /sample', operation: 'create' },
      { route: 'PUT /sample', operation: 'update' },
      { route: 'POST /sample/download', operation: 'download', sheet: 'samples' },
      { route: 'POST /sample/upload', operation: 'upload', sheet: 'samples' },
    ],
  }),
]);

const french = { 'accept-language': 'fr-CA' };
const json = { 'content-type': 'application/json' };
const filter = (path: string, operator: string, value: string) =>
  `filterProperty=${path}&filterOperator=${operator}&filterValue=${encodeURIComponent(value)}`;

const stores = process.env.STORES === 'postgres' ? (['postgres'] as const) : (['memory', 'sqlite'] as const);

describe.each(stores)('on the %s store', (store) => {
  let [app, ask, send] = [{} as Running, {} as Ask, {} as Send];

  beforeAll(async () => {
    app = await startApp({ store, seed: 'none', added });
    ask = await app.as('admin');
    send = await sender(app, 'admin');
    return () => app.store.close();
  });

  describe.each(shown.map((kind) => ({ kind, name: nameOf(kind), ...examplesOf(kind) })))(
    'a field of kind $kind',
    ({ kind, name, good, bad }) => {
      const named = (at: number) => `${kind} ${at}`;
      const none = `${kind} none`;

      beforeAll(async () => {
        for (const [at, { sent, answered }] of good.entries()) {
          const { status, body } = await ask('POST', '/sample', {
            Name: named(at),
            Kind: kind,
            [name]: sent,
            Lines: [{ [name]: sent }],
          });
          expect(status, JSON.stringify(body)).toBe(201);
          expect([body[name], body.Lines[0][name]]).toEqual([answered, answered]);
          expect((await ask('GET', `/sample/${body.Id}`)).body).toMatchObject({
            [name]: answered,
            Lines: [{ [name]: answered }],
          });
        }
        expect((await ask('POST', '/sample', { Name: none, Kind: kind })).status).toBe(201);
      });

      const found = async (query: string) => {
        const own = filter('Kind', 'eq', kind);
        const { status, body } = await ask('GET', `/sample?pageSize=0&${own}&${query}`);
        expect(status, JSON.stringify(body)).toBe(200);
        return body.Items.map((item: Record<string, unknown>) => item.Name);
      };

      it('refuses bad values in both languages and in rows, and stores nothing', async () => {
        for (const value of bad)
          for (const [path, body] of [
            [`/${name}`, { Name: 'bad', [name]: value }],
            [`/Lines/0/${name}`, { Name: 'bad', Lines: [{ [name]: value }] }],
          ] as const)
            for (const headers of [{}, french]) {
              const answer = await ask('POST', '/sample', body, headers);
              expect([answer.status, path, value], JSON.stringify(answer.body)).toEqual([422, path, value]);
              expect(JSON.stringify(answer.body)).toContain(path);
            }
        expect((await ask('GET', `/sample?${filter('Name', 'eq', 'bad')}`)).body.Items).toEqual([]);
      });

      it('explains in English and French how to write it', async () => {
        const text = bad.find((value) => typeof value === 'string');
        const [en, fr] = [
          await ask('POST', '/sample', { Name: 'bad', [name]: text }),
          await ask('POST', '/sample', { Name: 'bad', [name]: text }, french),
        ];
        expect(en.body.Message).not.toBe(fr.body.Message);
        for (const { body } of [en, fr]) expect(body.Message).not.toMatch(/validation\.|is not valid/);
      });

      it.skipIf(kinds[kind].elements)('can be filtered with each of its operators, and sorted', async () => {
        for (const [at, { answered }] of good.entries()) {
          const value = String(answered);
          expect(await found(filter(name, 'eq', value))).toEqual([named(at)]);
          expect(await found(filter(name, 'ne', value))).not.toContain(named(at));
          if (!value.includes(',')) expect(await found(filter(name, 'in', value))).toContain(named(at));
        }
        expect(await found(filter(name, 'eq', ''))).toEqual([none]);
        const order = (await found(`sortFields=${name}`)) as string[];
        const values = order
          .filter((one) => one !== none)
          .map((one) => good[Number(one.split(' ')[1])]?.answered);
        const sorted = [...values].sort((one, other) =>
          typeof one === 'number' ? one - Number(other) : String(one).localeCompare(String(other), 'en'),
        );
        expect(values).toEqual(sorted);
        expect((await found(`sortFields=${name}&sortDirections=0`)).at(-1)).toBe(none);
        if (kinds[kind].query.isOrdered) {
          const least = String(values[0]);
          expect(await found(filter(name, 'gt', least))).toHaveLength(values.length - 1);
          expect(await found(filter(name, 'le', least))).toHaveLength(1);
          const no = await ask('GET', `/sample?${filter(name, 'ge', 'x!')}`);
          expect([no.status, String(no.body.Message)]).toEqual([400, expect.stringContaining(name)]);
        }
      });

      it.runIf(kinds[kind].elements)(
        'can be filtered by any, all and none of several, and sorted',
        async () => {
          const lists = [...good.map(({ answered }) => answered as unknown[]), []];
          const names = [...good.map((_, at) => named(at)), none];
          const expected = (test: (list: readonly unknown[]) => boolean) =>
            names.filter((_, at) => test(lists[at] ?? [])).sort();
          const codes = itemsOf(kind);
          const pairs = codes.flatMap((one) => codes.map((other) => [one, other]));
          for (const pair of pairs) {
            const has = (list: readonly unknown[]) => (code: unknown) => list.includes(code);
            const ask = async (path: string, operator: string) =>
              [...(await found(filter(path, operator, pair.join(','))))].sort();
            for (const path of [name, `Lines.${name}`]) {
              expect(await ask(path, 'in')).toEqual(expected((list) => pair.some(has(list))));
              expect(await ask(path, 'all')).toEqual(expected((list) => pair.every(has(list))));
              expect(await ask(path, 'none')).toEqual(expected((list) => !pair.some(has(list))));
            }
          }
          for (const code of codes)
            expect([...(await found(filter(name, 'eq', String(code))))].sort()).toEqual(
              expected((list) => list.includes(code)),
            );
          expect(await found(filter(name, 'eq', ''))).toEqual([none]);
          expect(await found(filter(name, 'ne', ''))).toHaveLength(good.length);
          expect(await found(filter(name, 'in', 'no-such-code'))).toEqual([]);
          const ranks = (list: readonly unknown[]) =>
            list.map((code) => codes.indexOf(code as string)).join();
          const sorted = names.toSorted((one, other) => {
            const [a, b] = [one, other].map((each) => ranks(lists[names.indexOf(each)] ?? []));
            return String(a).localeCompare(String(b));
          });
          expect(await found(`sortFields=${name}`)).toEqual(sorted);
          expect(await found(`sortFields=${name}&sortDirections=0`)).toEqual(sorted.toReversed());
          const no = await ask('GET', `/sample?sortFields=Lines.${name}`);
          expect(no.status).toBe(400);
        },
      );

      it('refuses operators that it does not have', async () => {
        for (const operator of filterOperators) {
          if (kinds[kind].filter.operators.includes(operator)) continue;
          const no = await ask('GET', `/sample?${filter(name, operator, '1')}`);
          expect([no.status, String(no.body.Message)], operator).toEqual([
            400,
            expect.stringContaining(name),
          ]);
        }
      });

      it('publishes its schema in openapi.json, for answers and writes', async () => {
        const { paths, components } = (await ask('GET', '/openapi.json')).body;
        const resolved = ({ $ref, ...schema }: { $ref?: string; properties?: unknown }) =>
          $ref ? components.schemas[$ref.split('/').at(-1) ?? ''] : schema;
        const { requestBody, responses } = paths['/api/sample'].post;
        const [asked, answered] = [requestBody, responses['201']].map(
          ({ content }) => resolved(content['application/json'].schema).properties,
        );
        const { type, format, minimum, maximum, uniqueItems } = kinds[kind].schema;
        const either = { type: [type, 'null'], ...(format && { format }) };
        const limits = {
          ...(minimum !== undefined && { minimum, maximum }),
          ...(uniqueItems && { uniqueItems }),
        };
        const items = kinds[kind].elements && { items: { type: 'string', enum: itemsOf(kind) } };
        for (const members of [asked, asked.Lines.items.properties])
          expect(members[name]).toMatchObject({ ...either, ...limits, ...items });
        for (const members of [answered, answered.Lines.items.properties])
          expect(members[name]).toMatchObject({ ...either, ...items });
      });

      it('is exported to a spreadsheet in written form, and imported unchanged, in both languages', async () => {
        for (const [locale, way] of [
          ['en-CA', 'en'],
          ['fr-CA', 'fr'],
        ] as const) {
          const headers = { 'accept-language': locale };
          const { bytes, status } = await send('POST', '/sample/download', '{}', { ...json, ...headers });
          expect(status).toBe(200);
          const [titles = [], ...rows] = await rowsOf(bytes);
          const column = 1 + shown.indexOf(kind);
          expect(titles).toHaveLength(1 + shown.length);
          for (const [at, example] of good.entries())
            expect(rows.find(([cell]) => cell === named(at))?.[column]).toBe(example[way]);
          const back = await send('POST', '/sample/upload', formOf(bytes), headers);
          expect([back.status, back.body], JSON.stringify(back.body)).toMatchObject([
            200,
            { Created: 0, Updated: 0, Unchanged: rows.length },
          ]);
        }
      });

      it('is refused at its cell if a spreadsheet has a bad value', async () => {
        const text = bad.find(
          (value) => typeof value === 'string' && kinds[kind].written?.parse(value) === undefined,
        );
        const bytes = await sheetOf([
          ['Name', name],
          ['sheet', String(text)],
        ]);
        const { status, body } = await send('POST', '/sample/upload', formOf(bytes));
        expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('B2')]);
      });

      it('can be changed for many records at once, after a preview of each', async () => {
        const { Items } = (
          await ask('GET', `/sample?pageSize=0&sortFields=Name&${filter('Kind', 'eq', kind)}`)
        ).body;
        const Ids = Items.map(({ Id }: { Id: string }) => Id);
        const preview = async (Value: unknown) => {
          const asked = { List: 'samples#samples', Field: name, Value, Ids };
          const { status, body } = await ask('POST', '/bulk/preview', asked);
          expect(status, JSON.stringify(body)).toBe(200);
          return body.Items.map(({ Outcome }: { Outcome: string }) => Outcome);
        };
        const [first] = good;
        expect(await preview(first?.sent)).toEqual(
          Ids.map((_: string, at: number) => (at === 0 ? 'same' : 'change')),
        );
        expect(await preview(bad[0])).toEqual(Ids.map(() => 'refused'));
        expect((await preview(null)).at(-1)).toBe('same');
      });

      it('is shown in the history in written form', async () => {
        const [first, second = good[0]] = good;
        const { Items } = (await ask('GET', `/sample?${filter('Name', 'eq', named(0))}`)).body;
        const change = async (value: unknown) =>
          expect((await ask('PUT', '/sample', { Id: Items[0].Id, [name]: value })).status).toBe(200);
        await change(null);
        await change(second?.sent);
        await change(first?.sent);
        for (const [headers, way] of [
          [{}, 'en'],
          [french, 'fr'],
        ] as const) {
          const { body } = await ask('GET', `/history/sample/${Items[0].Id}`, undefined, headers);
          const entries = body.Items.filter((one: { Field: string }) => one.Field === name);
          const said = JSON.stringify(entries);
          expect(entries.length, JSON.stringify(body.Items.slice(0, 3))).toBeGreaterThan(1);
          expect(said).toContain(JSON.stringify(first?.[way]).slice(1, -1));
        }
      });

      it('can be grouped in a report, with minimum and maximum', async () => {
        const { query } = kinds[kind];
        const filters = [{ path: 'Kind', operator: 'eq', value: kind }];
        const definition = (columns: object[]) => ({ Definition: { from: 'sample', columns, filters } });
        const plain = await ask(
          'POST',
          '/report/query',
          definition([{ path: 'Name' }, { path: name }]),
          french,
        );
        expect(plain.status, JSON.stringify(plain.body)).toBe(200);
        for (const [at, example] of good.entries())
          expect(plain.body.Rows.find(([one]: string[]) => one === named(at))?.[1]).toBe(example.fr);
        const grouped = await ask(
          'POST',
          '/report/query',
          definition([{ path: name }, { aggregate: 'count' }]),
        );
        expect(grouped.body.Rows).toHaveLength(good.length + 1);
        const greatest = await ask(
          'POST',
          '/report/query',
          definition([{ path: name, aggregate: 'max', name: 'Most' }]),
        );
        expect(greatest.status).toBe(query.isOrdered ? 200 : 422);
        const sum = await ask(
          'POST',
          '/report/query',
          definition([{ path: name, aggregate: 'sum', name: 'All' }]),
        );
        expect(sum.status).toBe(query.isSummed ? 200 : 422);
        if (!query.isSummed) return;
        const total = good.reduce((all, { answered }) => all + Number(answered), 0);
        expect(sum.body.Rows).toEqual([[kinds[kind].written?.format(total, 'en-CA') ?? total]]);
      });
    },
  );
});

it('every message that a kind names exists in both languages', () => {
  const { model } = added.compilation;
  for (const kind of all) {
    const { filter: asked, written } = kinds[kind];
    for (const key of [asked.problem, ...(written ? [written.problem] : [])])
      for (const locale of ['en-CA', 'fr-CA'] as const)
        expect(formatMessage(model, locale, key), key).not.toBe(key);
  }
});
