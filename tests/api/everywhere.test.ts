/**
 * A published field is available everywhere at once: each type on each path, on a shipped entity and on a new
 * one.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Change, type DataRecord, type FormBlock, type GridBlock, writeFiles } from '#engine';
import { everyChange, everyType, fieldChange, type Places, type TypeCase } from '../support/everyType.ts';
import { filter, ownProductFields } from './support/createClients.ts';
import { formOf, rowsOf, type Send, sender, sheetOf } from './support/sheets.ts';
import { type Answer, type Ask, type Running, type StoreKind, startApp } from './support/startApp.ts';

type Subject = {
  readonly entity: string;
  readonly path: string;
  readonly places: Places;
  readonly changes: readonly Change[];
};

const texts = (en: string, fr: string) => ({ 'en-CA': en, 'fr-CA': fr });

const subjects: readonly Subject[] = [
  {
    entity: 'product',
    path: '/product',
    places: { form: ['product-create', 'general'], list: ['products', 'products'] },
    changes: [],
  },
  {
    entity: 'site-visit',
    path: '/custom/site-visit',
    places: { form: ['site-visit-create', 'form'], list: ['site-visit-list', 'list'] },
    changes: [
      {
        kind: 'entity',
        name: 'site-visit',
        title: texts('Site visit', 'Visite'),
        plural: texts('Site visits', 'Visites'),
      },
    ],
  },
];

/** The demo brands, ordered by name. */
async function brandsOf(ask: Ask) {
  const { Items } = (await ask('GET', '/product?pageSize=0')).body;
  const brands = new Map<string, { Id: string; Name: string }>(
    Items.map(({ Brand }: { Brand: { Id: string; Name: string } }) => [Brand.Id, Brand]),
  );
  return [...brands.values()].sort((one, other) => (one.Name < other.Name ? -1 : 1));
}

type Started = {
  readonly app: Running;
  readonly admin: Ask;
  readonly send: Send;
  readonly cases: readonly TypeCase[];
  readonly openapi: Answer['body'];
  /** A product as a person enters it. */
  readonly product: DataRecord;
};

/** One app per store, with every field of every subject published in one release. */
async function start(kind: StoreKind): Promise<Started> {
  const app = await startApp({ store: kind });
  const [admin, send] = await Promise.all([app.as('admin'), sender(app, 'admin')]);
  const cases = everyType(await brandsOf(admin));
  const changes = subjects.flatMap((one) => [...one.changes, ...everyChange(one.entity, one.places, cases)]);
  const limits = cases.map((one) => fieldChange('limit-of-liability', one));
  const Files = writeFiles([...changes, ...limits]).map(({ path: Path, text: Text }) => ({ Path, Text }));
  const drafted = await admin('POST', '/configure/import', { Mode: 'add', Files });
  const errors = drafted.body.Findings.filter(({ Level }: { Level: string }) => Level === 'error');
  expect([drafted.status, errors]).toEqual([200, []]);
  const published = await admin('POST', '/configure/publish', { Note: 'Everything' });
  expect(published.status, JSON.stringify(published.body)).toBe(201);
  const openapi = (await admin('GET', '/openapi.json')).body;
  const product = ownProductFields((await admin('GET', '/product?pageSize=1')).body.Items[0]);
  return { app, admin, send, cases, openapi, product };
}

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[])
  describe(`a field of every type, published, ${kind} store`, () => {
    let started: Started;
    beforeAll(async () => {
      started = await start(kind);
    });

    describe.each(subjects)('on $entity', ({ entity, path, places }) => {
      let records: readonly [DataRecord, DataRecord];
      const read = async (id: unknown) => (await started.admin('GET', `${path}/${id}`)).body;
      const save = (id: unknown, fields: object, headers = {}) =>
        entity === 'product'
          ? started.admin('PUT', path, { Id: id, ...fields }, headers)
          : started.admin('PUT', `${path}/${id}`, fields, headers);
      const idsOf = ({ status, body }: Answer) => {
        expect(status, JSON.stringify(body)).toBe(200);
        const found = body.Items.map(({ Id }: DataRecord) => Id);
        return found.filter((id: unknown) => records.some(({ Id }) => Id === id));
      };
      const blockOf = <Block>(screen: string, id: string) =>
        started.app.models
          .current()
          .screens.get(screen)
          ?.blocks.find((block) => block.id === id) as Block;

      beforeAll(async () => {
        const make = async (which: 0 | 1): Promise<DataRecord> => {
          const own = Object.fromEntries(started.cases.map(({ name, values }) => [name, values[which]]));
          const base = entity === 'product' ? { ...started.product, Code: `EVERY${which}` } : {};
          const record = { ...base, Name: `Every ${which}`, ...own };
          const { status, body } = await started.admin('POST', path, record);
          expect(status, JSON.stringify(body)).toBe(201);
          return read(body.Id);
        };
        records = [await make(0), await make(1)];
      });

      it('is on its form, in its list and among its filters', () => {
        const form = blockOf<FormBlock>(...places.form);
        const grid = blockOf<GridBlock>(...places.list);
        const items = form.sections.flatMap((section) => section.items.map(({ field }) => field));
        for (const { name, column = name, filter, sort } of started.cases) {
          expect(items).toContain(name);
          const shown = grid.columns.find((one) => one.path === column);
          expect([shown?.path, shown?.sortable]).toEqual([column, sort !== undefined]);
          const { path: asked = name, operator } = filter;
          expect(grid.filters.find((one) => one.path === asked)?.operator, asked).toBe(operator);
        }
      });
      it('is written, read and changed by the API', async () => {
        for (const { name, values } of started.cases) {
          for (const which of [0, 1] as const)
            expect(records[which][name], name).toMatchObject(values[which] as object);
          const { status, body } = await save(records[0].Id, { [name]: values[1] });
          expect(status, JSON.stringify(body)).toBe(200);
          expect((await read(records[0].Id))[name]).toMatchObject(values[1] as object);
          expect((await save(records[0].Id, { [name]: values[0] })).status).toBe(200);
        }
      });
      it('a wrong value is refused at its field, in both languages, and nothing changes', async () => {
        for (const { name, wrong, values } of started.cases)
          for (const locale of ['en-CA', 'fr-CA'] as const) {
            const answer = await save(records[0].Id, { [name]: wrong.value }, { 'accept-language': locale });
            expect(answer.status, name).toBe(422);
            const [issue] = answer.body.ValidationErrors;
            expect([issue.Path.split('/')[1], issue.Value], name).toEqual([
              name,
              expect.stringContaining(wrong.says[locale]),
            ]);
            expect((await read(records[0].Id))[name]).toMatchObject(values[0] as object);
          }
      });
      it('a list is filtered by it', async () => {
        for (const { name, filter } of started.cases) {
          const { path: asked = name, operator, value, finds } = filter;
          const query = new URLSearchParams({
            FilterProperty: asked,
            FilterOperator: operator,
            FilterValue: value,
            pageSize: '0',
          });
          expect(idsOf(await started.admin('GET', `${path}?${query}`)), asked).toEqual([records[finds].Id]);
        }
      });
      it('a list is sorted by it, ascending and descending', async () => {
        const [low, high] = records.map(({ Id }) => Id);
        for (const { name, sort } of started.cases) {
          const sorted = (direction: number) =>
            started.admin('GET', `${path}?pageSize=0&sortFields=${sort ?? name}&sortDirections=${direction}`);
          if (!sort) expect((await sorted(1)).status).toBe(400);
          else {
            expect(idsOf(await sorted(1)), sort).toEqual([low, high]);
            expect(idsOf(await sorted(0)), sort).toEqual([high, low]);
          }
        }
      });
      it('is in the OpenAPI document, for answers and for bodies', () => {
        const { schemas } = started.openapi.components;
        for (const { name, title, json } of started.cases)
          for (const schema of [entity, `${entity}.create`, `${entity}.update`]) {
            const found = schemas[schema].properties[name];
            expect(found, `${schema} ${name}`).toMatchObject({ title: title['en-CA'] });
            expect([found.type].flat(), `${schema} ${name}`).toContain(json);
          }
      });
      it("is exported with its list as csv and xlsx, with title and choices in the person's language", async () => {
        const columns = started.cases.map(({ name, column = name }) => `exportColumns=${column}`).join('&');
        const query = `pageSize=0&sortFields=InspectionMinutes&FilterProperty=Name&FilterOperator=startsWith&FilterValue=Every&${columns}`;
        const headers = { 'accept-language': 'fr-CA', 'x-time-zone': 'UTC' };
        for (const file of ['csv', 'xlsx']) {
          const { status, bytes, body } = await started.send(
            'GET',
            `${path}?${query}&$export=${file}`,
            undefined,
            headers,
          );
          expect(status, JSON.stringify(body)).toBe(200);
          const rows = await rowsOf(bytes);
          started.cases.forEach(({ title, heads, cells }, at) => {
            expect(rows.map((row) => String(row[at]))).toEqual([
              heads?.['fr-CA'] ?? title['fr-CA'],
              ...cells,
            ]);
          });
        }
      });
      it('is kept in the history, with both values', async () => {
        const [{ Id }] = records;
        const { Items } = (await started.admin('GET', `/history/${entity}/${Id}?pageSize=0`)).body;
        for (const { name, values } of started.cases) {
          const changes = Items.filter(({ Field }: DataRecord) => Field === name);
          expect(
            changes.map(({ CurrentValue }: DataRecord) => plain(CurrentValue)),
            name,
          ).toContainEqual(plain(values[1]));
        }
      });
      it('has its title in both languages', () => {
        const { messages } = started.app.models.current();
        for (const { name, title } of started.cases)
          for (const locale of ['en-CA', 'fr-CA'] as const)
            expect(messages[locale].get(`field.${entity}.${name}`)).toBe(title[locale]);
      });
    });

    describe('on limits of liability', () => {
      let product: DataRecord;
      const path = (what: string) => `/products/${product.Id}/limitsofliability/${what}`;
      const limits = async () =>
        (
          await started.admin(
            'GET',
            `/products/limitofliability?pageSize=0&sortFields=Name&${filter('ProductId', String(product.Id))}`,
          )
        ).body.Items;
      /** Values that fit into a cell; a list of rows does not. */
      const inCells = () => started.cases.filter(({ type }) => type !== 'rows');

      beforeAll(async () => {
        const fields = { ...started.product, Name: 'Every limit', Code: 'EVERYLIMIT' };
        const { status, body } = await started.admin('POST', '/product', fields);
        expect(status, JSON.stringify(body)).toBe(201);
        product = body;
      });

      it('is imported from a spreadsheet, exported in French, and imported again unchanged', async () => {
        const cases = inCells();
        const heads = ['Name', ...cases.map(({ title }) => title['en-CA'])];
        const cells = ([0, 1] as const).map((which) => [
          `Limit ${which}`,
          ...cases.map((one) => cellOf(one, which)),
        ]);
        const zone = { 'x-time-zone': 'UTC' };
        const sent = await started.send(
          'POST',
          path('upload'),
          formOf(await sheetOf([heads, ...cells])),
          zone,
        );
        expect([sent.status, sent.body], JSON.stringify(sent.body)).toMatchObject([
          200,
          { Created: 2, Updated: 0, Unchanged: 0 },
        ]);
        const stored = await limits();
        for (const { name, values } of cases)
          expect(
            stored.map((one: DataRecord) => one[name]),
            name,
          ).toEqual(values);
        const headers = {
          'content-type': 'application/json',
          'accept-language': 'fr-CA',
          ...zone,
        };
        const { bytes } = await started.send('POST', path('download'), '{}', headers);
        const [titles] = await rowsOf(bytes);
        expect(titles).toEqual(expect.arrayContaining(cases.map(({ title }) => title['fr-CA'])));
        const again = await started.send('POST', path('upload'), formOf(bytes), zone);
        expect([again.status, again.body]).toMatchObject([200, { Created: 0, Updated: 0, Unchanged: 2 }]);
        expect(await limits()).toEqual(stored);
      });

      it('a mistake in a cell is reported at the cell, and the file is refused', async () => {
        const before = await limits();
        // A text accepts any cell, whatever its content looks like.
        for (const { title, wrong } of inCells().filter(({ type }) => type !== 'multiline')) {
          const rows = [
            ['Name', title['en-CA']],
            ['Another', String(wrong.value)],
          ];
          const answer = await started.send('POST', path('upload'), formOf(await sheetOf(rows)));
          expect([title['en-CA'], answer.status, answer.body.ValidationErrors?.[0]?.Cell]).toEqual([
            title['en-CA'],
            422,
            'B2',
          ]);
        }
        expect(await limits()).toEqual(before);
      });
    });
  });

/** What a person types into the cell. */
function cellOf({ cells, values }: TypeCase, which: 0 | 1): string | number {
  const value = values[which];
  return typeof value === 'number' ? value : cells[which];
}

/** The history keeps values other than text as JSON. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
