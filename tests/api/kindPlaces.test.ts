/** Every kind of field in every place, on every store: what a kind leaves out, it declares with a reason. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FieldKind, type FormBlock, fieldKinds, formatMessage, type GridBlock, kinds } from '#engine';
import { kindViews } from '../../renderer/fields/registry.ts';
import { CellValue } from '../../renderer/grid/CellValue.tsx';
import { registry } from '../../renderer/widgets/registry.ts';
import {
  fileNames,
  type KindSample,
  kindSamples,
  makerNames,
  sampleLookups,
} from '../support/kindSamples.ts';
import { jpeg } from '../support/pictures.ts';
import { formOf, rowsOf, type Send, sender, sheetOf } from './support/sheets.ts';
import { type Ask, type Running, startApp, withDeclarations } from './support/startApp.ts';

const makers = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'] as const;
const nobody = { Id: '', DisplayName: '' };
const declaredOnly = kindSamples({ makers, person: nobody, paper: '', photo: '', papers: ['', ''] });
const nameOf = (kind: FieldKind) => {
  const isOne = kinds[kind].refersTo && !kinds[kind].elements;
  return `${kind[0]?.toUpperCase()}${kind.slice(1)}${isOne ? 'Id' : 'Field'}`;
};
const has = (place: Place) => (kind: FieldKind) => kinds[kind].absent?.[place] === undefined;
type Place = keyof NonNullable<(typeof kinds)['text']['absent']>;
const names = (place: Place) => fieldKinds.filter(has(place)).map(nameOf);

const file = (entity: string, name: string, json: object) => ({
  file: `schemas/test/${entity}/${name}.json`,
  json,
});
const screen = (id: string, json: object) => ({
  file: `screens/test/${id}.json`,
  json: { id, access: 'login', title: 'entity.sample.plural', ...json },
});

const added = withDeclarations([
  ...sampleLookups.map((lookup) => ({ file: `schemas/lookups/${lookup.$id}.json`, json: lookup })),
  file('maker', 'entity', {
    ...{ $id: 'maker', title: 'Maker', type: 'object', required: ['Name'] },
    properties: { Name: { type: 'string', maxLength: 40, title: 'Name' } },
  }),
  file('maker', 'behaviour', { for: 'maker', policy: { view: 'login', write: 'login' } }),
  file('maker', 'api', { for: 'maker', routes: [{ route: 'GET /maker', operation: 'find' }] }),
  file('sample', 'entity', {
    ...{ $id: 'sample', title: 'Sample', type: 'object', required: ['Name'], 'x-history': true },
    properties: {
      Name: { type: 'string', maxLength: 40, title: 'Name' },
      ...Object.fromEntries(
        fieldKinds.map((kind) => [nameOf(kind), { title: nameOf(kind), ...declaredOnly[kind].declared }]),
      ),
    },
  }),
  file('sample', 'behaviour', { for: 'sample', policy: { view: 'login', write: 'login', import: 'login' } }),
  file('sample', 'api', {
    for: 'sample',
    sheets: {
      samples: {
        file: "'samples.xlsx'",
        key: 'Name',
        columns: ['Name', ...fieldKinds.filter((kind) => kinds[kind].sheet).map(nameOf)],
      },
    },
    routes: [
      { route: 'GET /sample', operation: 'find', sort: ['Name'] },
      { route: 'GET /sample/{id}', operation: 'get' },
      { route: 'POST /sample', operation: 'create' },
      { route: 'PUT /sample', operation: 'update' },
      { route: 'POST /sample/upload', operation: 'upload', sheet: 'samples' },
    ],
  }),
  screen('samples', {
    route: '/samples',
    blocks: [
      {
        ...{ kind: 'grid', id: 'list', entity: 'sample', find: '/sample', sort: ['Name'] },
        columns: ['Name', ...names('grid')],
        filters: fieldKinds.flatMap((kind) =>
          kinds[kind].filter.shown.map((operator) => ({ path: nameOf(kind), operator })),
        ),
      },
    ],
  }),
  screen('sample', {
    route: '/samples/:id',
    title: 'entity.sample',
    blocks: [
      {
        ...{ kind: 'form', id: 'form', entity: 'sample', get: '/sample/:id', update: '/sample' },
        sections: [{ id: 'all', items: ['Name', ...names('form')] }],
      },
    ],
  }),
]);
const { model } = added.compilation;
const blockOf = <Block>(id: string) => model.screens.get(id)?.blocks[0] as Block;
const tools = {
  model,
  locale: 'en-CA',
  say: (key: string) => formatMessage(model, 'en-CA', key),
} as const;

const filter = (path: string, operator: string, value: string) =>
  `filterProperty=${path}&filterOperator=${operator}&filterValue=${encodeURIComponent(value)}`;
const columnOf = (kind: FieldKind) => {
  const at = names('grid').indexOf(nameOf(kind));
  const column = blockOf<GridBlock>('samples').columns[1 + at];
  if (!column) throw new Error(`${kind} has no column.`);
  return column;
};
const stores = process.env.STORES === 'postgres' ? (['postgres'] as const) : (['memory', 'sqlite'] as const);
const pdf = (text: string) => `%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n% ${text}\n%%EOF\n`;

describe.each(stores)('on the %s store', (store) => {
  let [app, ask, send] = [{} as Running, {} as Ask, {} as Send];
  let [samples, full, none] = [declaredOnly, {} as Record<string, unknown>, {} as Record<string, unknown>];

  const upload = async (kind: FieldKind, content: BlobPart, name: string) => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    const { status, body } = await send('POST', `/File?field=sample.${nameOf(kind)}`, form);
    expect(status, JSON.stringify(body)).toBe(201);
    return String(body.Id);
  };
  const create = async (record: object) => {
    const { status, body } = await ask('POST', '/sample', record);
    expect(status, JSON.stringify(body)).toBe(201);
    return (await ask('GET', `/sample/${body.Id}`)).body;
  };
  const cellsOf = async (kind: FieldKind, cell: string, Name: string) => {
    const bytes = await sheetOf([
      ['Name', nameOf(kind)],
      [Name, cell],
    ]);
    return send('POST', '/sample/upload', formOf(bytes));
  };

  beforeAll(async () => {
    const records = { maker: makers.map((Id, at) => ({ Id, Name: makerNames[at] })), sample: [] };
    app = await startApp({ store, records, added });
    [ask, send] = [await app.as('admin'), await sender(app, 'admin')];
    const { Id, DisplayName } = (await ask('GET', '/user?pageSize=1')).body.Items[0];
    const [one, two] = fileNames.papers;
    samples = kindSamples({
      ...{ makers, person: { Id, DisplayName } },
      paper: await upload('file', pdf('terms'), fileNames.paper),
      photo: await upload('picture', jpeg() as BlobPart, fileNames.photo),
      papers: [await upload('files', pdf('one'), one), await upload('files', pdf('two'), two)],
    });
    const values = fieldKinds.filter(has('write')).map((kind) => [nameOf(kind), samples[kind].value]);
    full = await create({ Name: 'Full', ...Object.fromEntries(values) });
    none = await create({ Name: 'None' });
    return () => app.store.close();
  });

  describe.each(fieldKinds.map((kind) => [kind]))('the kind %s', (kind) => {
    const name = nameOf(kind);
    const sample = (): KindSample & { readonly cell: string } => ({
      cell: String(samples[kind].value),
      ...samples[kind],
    });
    const answered = (record: Record<string, unknown>) => {
      const value = record[name];
      return kinds[kind].elements === 'ids'
        ? (value as { Id?: string }[]).map((one) => one?.Id ?? one)
        : (value ?? null);
    };
    const found = async (query: string) => {
      const { status, body } = await ask('GET', `/sample?pageSize=0&${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      const all: readonly string[] = body.Items.map((one: { Name: string }) => one.Name);
      return all.filter((one) => one === 'Full' || one === 'None');
    };
    const where = (place: Place) => it.runIf(has(place)(kind));

    where('form')('has a widget on a form', () => {
      const items = blockOf<FormBlock>('sample').sections.flatMap((section) => section.items);
      expect(items.map(({ field }) => field)).toContain(name);
      expect(registry.map((entry) => entry.name)).toContain(kindViews[kind].widget);
    });

    where('grid')('is drawn in a cell of a list', () => {
      const column = columnOf(kind);
      const value = column.path
        .split('.')
        .reduce<unknown>((at, step) => (at as Record<string, unknown> | null)?.[step], full);
      const format = { ...column, options: {} };
      const drawn = renderToStaticMarkup(createElement(CellValue, { value, format, tools } as never));
      const { drawn: expected = sample().cell } = sample();
      const text = drawn.replace(/<[^>]*>/g, '').replaceAll('&quot;', '"');
      for (const part of expected.split('; ')) expect(text).toContain(part);
      expect(drawn).not.toBe('');
    });

    where('filter')('is filtered by', async () => {
      const { finds = { operator: 'eq', text: String(sample().answered ?? sample().value) } } = samples[kind];
      const { path, operator, text } = finds;
      expect(await found(filter(path ? `${name}.${path}` : name, operator, text))).toEqual(['Full']);
    });

    where('sort')('is sorted by, from its column', async () => {
      const {
        path,
        sorts = path,
        sortable,
      } = columnOf(kind) as ReturnType<typeof columnOf> & {
        sorts?: string;
      };
      expect(sortable).toBe(true);
      const orders = [1, 0].map((direction) => found(`sortFields=${sorts}&sortDirections=${direction}`));
      const [up = [], down = []] = await Promise.all(orders);
      expect([[...up].sort(), down]).toEqual([['Full', 'None'], up.toReversed()]);
    });

    where('write')('is written and answered', async () => {
      const { value, answered: other = value } = sample();
      const told = kind === 'signature' ? expect.stringContaining('Jane Doe') : other;
      expect(answered(full)).toEqual(told);
      expect([null, [], false, undefined]).toContainEqual(answered(none));
    });

    where('openapi')('is described for answers and writes', async () => {
      const { schemas } = (await ask('GET', '/openapi.json')).body.components;
      for (const schema of ['sample', 'sample.create', 'sample.update'])
        expect(schemas[schema].properties, schema).toHaveProperty(name);
    });

    where('export')('is exported with its list', async () => {
      const column = has('grid')(kind) ? columnOf(kind).path : name;
      const headers = { 'x-time-zone': 'UTC' };
      const path = `/sample?$export=xlsx&exportColumns=Name&exportColumns=${column}`;
      const { bytes, body, status } = await send('GET', path, undefined, headers);
      expect(status, JSON.stringify(body)).toBe(200);
      const row = (await rowsOf(bytes)).find(([first]) => first === 'Full');
      expect(String(row?.[1])).toContain(sample().cell);
    });

    where('history')('is told in the history', async () => {
      const { body: record } = await ask('POST', '/sample', { Name: `Told ${kind}`, [name]: sample().value });
      const { status, body } = await ask('PUT', '/sample', {
        ...{ Id: record.Id, Name: 'Told', [name]: kinds[kind].elements ? [] : null },
      });
      expect(status, JSON.stringify(body)).toBe(200);
      const { Items } = (await ask('GET', `/history/sample/${record.Id}?pageSize=0`)).body;
      const said = Items.filter(({ Field }: { Field: string }) => Field.split('.')[0] === name);
      expect(said.length, JSON.stringify(Items)).toBeGreaterThan(0);
    });

    where('report')('is a column of a report', async () => {
      const columns = [{ path: 'Name' }, { path: reported(kind) }];
      const { status, body } = await ask(
        'POST',
        '/report/query',
        { Definition: { from: 'sample', columns } },
        {
          'x-time-zone': 'UTC',
        },
      );
      expect(status, JSON.stringify(body)).toBe(200);
      const row = body.Rows.find(([first]: string[]) => first === 'Full');
      expect(String(row[1])).toBe(sample().cell);
    });

    it.skipIf(has('report')(kind))('is refused as a column of a report', async () => {
      const Definition = { from: 'sample', columns: [{ path: reported(kind) }] };
      expect((await ask('POST', '/report/query', { Definition })).status).toBe(422);
    });

    it('is offered to imports, unless it is declared otherwise', async () => {
      const { bytes } = await send('GET', '/import/sample/template');
      const [heads = []] = await rowsOf(bytes);
      expect(heads.map(String).includes(name)).toBe(has('import')(kind));
    });

    where('import')('is imported by what its cell shows, and cleared by an empty cell', async () => {
      const Name = `Imported ${kind}`;
      const sent = await cellsOf(kind, sample().cell, Name);
      expect([sent.status, sent.body], JSON.stringify(sent.body)).toMatchObject([200, { Created: 1 }]);
      const again = await cellsOf(kind, sample().cell, Name);
      expect(again.body, JSON.stringify(again.body)).toMatchObject({ Unchanged: 1 });
      const record = async () => {
        const { Items } = (await ask('GET', `/sample?pageSize=1&${filter('Name', 'eq', Name)}`)).body;
        return (await ask('GET', `/sample/${Items[0].Id}`)).body;
      };
      expect(answered(await record())).toEqual(kind === 'sequence' ? expect.any(String) : answered(full));
      if (kind === 'sequence') return;
      expect((await cellsOf(kind, '', Name)).body).toMatchObject({ Updated: 1 });
      expect(answered(await record())).toEqual(kinds[kind].elements ? [] : null);
    });
  });
});

/** References are shown by a member. */
function reported(kind: FieldKind): string {
  if (kind === 'reference') return 'Reference.Name';
  return kind === 'person' ? 'Person.DisplayName' : nameOf(kind);
}
