/** Every kind of field in every place, on every store: what a kind leaves out, it declares with a reason. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FieldKind, type FormBlock, fieldKinds, formatMessage, type GridBlock, kinds } from '#engine';
import { kindViews } from '../../renderer/fields/registry.ts';
import { CellValue } from '../../renderer/grid/CellValue.tsx';
import { registry } from '../../renderer/widgets/registry.ts';
import { fileNames, type KindSample, kindSamples, makerNames } from '../support/kindSamples.ts';
import { jpeg } from '../support/pictures.ts';
import { added, declaredOnly, has, nameOf, names, type Place } from './support/kindFields.ts';
import { formOf, rowsOf, type Send, sender, sheetOf } from './support/sheets.ts';
import { type Ask, type Running, startApp } from './support/startApp.ts';

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
  const made = async (path: string, record: object) => {
    const { status, body } = await ask('POST', path, record);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const create = async (record: object) =>
    (await ask('GET', `/sample/${(await made('/sample', record)).Id}`)).body;
  const cellsOf = async (kind: FieldKind, cell: string, Name: string) => {
    const bytes = await sheetOf([
      ['Name', nameOf(kind)],
      [Name, cell],
    ]);
    return send('POST', '/sample/upload', formOf(bytes), { 'x-time-zone': 'UTC' });
  };

  beforeAll(async () => {
    app = await startApp({ store, records: {}, added });
    [ask, send] = [await app.as('admin'), await sender(app, 'admin')];
    const { Id, DisplayName } = (await ask('GET', '/user?pageSize=1')).body.Items[0];
    const [one, two] = fileNames.papers;
    const [acme, zenith] = makerNames;
    samples = kindSamples({
      ...{ person: { Id, DisplayName } },
      makers: [(await made('/maker', { Name: acme })).Id, (await made('/maker', { Name: zenith })).Id],
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
      const items = blockOf<FormBlock>('sample-create').sections.flatMap((section) => section.items);
      expect(items.map(({ field }) => field)).toContain(name);
      expect(registry.map((entry) => entry.name)).toContain(kindViews[kind].widget);
    });

    where('grid')('is drawn in a cell of a list', () => {
      const column = columnOf(kind);
      const value = (column.shows ?? column.path)
        .split('.')
        .reduce<unknown>((at, step) => (at as Record<string, unknown> | null)?.[step], full);
      const cell = createElement(CellValue, { value, format: column, tools });
      const html = renderToStaticMarkup(cell);
      expect(html).not.toBe('');
      const text = html.replace(/<[^>]*>/g, '').replaceAll('&quot;', '"');
      const { drawn = sample().cell } = sample();
      for (const part of drawn.split('; ')) expect(text).toContain(part);
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
      const empty = kind === 'sequence' ? 'S-0043' : kinds[kind].elements || kind === 'rows' ? [] : null;
      expect(answered(none) ?? null).toEqual(empty);
    });

    where('openapi')('is described for answers and writes', async () => {
      const { schemas } = (await ask('GET', '/openapi.json')).body.components;
      for (const schema of ['sample', 'sample.create', 'sample.update'])
        expect(schemas[schema].properties, schema).toHaveProperty(name);
    });

    where('export')('is exported with its list', async () => {
      const { path: column } = columnOf(kind);
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

    where('report')('is a column of a query, and of a report and its file', async () => {
      const headers = { 'x-time-zone': 'UTC' };
      const columns = [{ path: 'Name' }, { path: reported(kind) }];
      const asked = { Definition: { from: 'sample', columns } };
      const { status, body } = await ask('POST', '/report/query', asked, headers);
      expect(status, JSON.stringify(body)).toBe(200);
      const rowOf = (rows: readonly (readonly unknown[])[]) => rows.find(([first]) => first === 'Full');
      expect(String(rowOf(body.Rows)?.[1])).toBe(sample().cell);
      const file = await send('POST', '/report/query?format=EXCEL', JSON.stringify(asked), {
        ...{ ...headers, 'content-type': 'application/json' },
      });
      expect(String(rowOf(await rowsOf(file.bytes))?.[1])).toBe(sample().cell);
      const report = await ask('POST', '/report/preview', definitionOf(name), headers);
      expect(report.status, JSON.stringify(report.body)).toBe(200);
      const { cell, printed = cell } = sample();
      expect(JSON.stringify(report.body)).toContain(JSON.stringify(printed).slice(1, -1));
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
      const { cell, imported = cell } = sample();
      const sent = await cellsOf(kind, imported, Name);
      expect([sent.status, sent.body], JSON.stringify(sent.body)).toMatchObject([200, { Created: 1 }]);
      const again = await cellsOf(kind, imported, Name);
      expect(again.body, JSON.stringify(again.body)).toMatchObject({ Unchanged: 1 });
      const record = async () => {
        const { Items } = (await ask('GET', `/sample?pageSize=1&${filter('Name', 'eq', Name)}`)).body;
        return (await ask('GET', `/sample/${Items[0].Id}`)).body;
      };
      expect(answered(await record())).toEqual(kind === 'sequence' ? imported : answered(full));
      // A number never changes.
      if (kind === 'sequence') return;
      expect((await cellsOf(kind, '', Name)).body).toMatchObject({ Updated: 1 });
      expect(answered(await record())).toEqual(kinds[kind].elements ? [] : null);
    });
  });

  it('imports every kind at once in the background, files by the names of stored ones', async () => {
    const shown = fieldKinds.filter((kind) => has('import')(kind) && kind !== 'sequence');
    const cell = (kind: FieldKind) => samples[kind].cell ?? String(samples[kind].value);
    const bytes = await sheetOf([
      ['Name', ...shown.map(nameOf)],
      ['At once', ...shown.map(cell)],
    ]);
    const headers = { 'x-time-zone': 'UTC', 'content-type': 'application/json' };
    const form = new FormData();
    form.append('file', new Blob([bytes as BlobPart]), 'samples.xlsx');
    const sent = await send('POST', '/import/sample/file', form, { 'x-time-zone': 'UTC' });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    const Columns = ['Name', ...shown.map(nameOf)].map((Field, At) => ({ At, Field }));
    const asked = { FileId: sent.body.FileId, Columns, Mode: 'create' };
    const started = await ask('POST', '/import/sample', asked, headers);
    expect(started.status, JSON.stringify(started.body)).toBe(202);
    let job: Record<string, unknown> = {};
    while (!job.FinishedDate) {
      await new Promise((resolve) => setImmediate(resolve));
      const { status, body } = await ask('GET', `/job/${started.body.JobId}`);
      expect(status, JSON.stringify(body)).toBe(200);
      job = body;
    }
    expect(job.Result, JSON.stringify(job)).toMatchObject({ Created: 1 });
    const { Items } = (await ask('GET', `/sample?${filter('Name', 'eq', 'At once')}`)).body;
    for (const name of shown.map(nameOf)) expect(Items[0][name], name).toEqual(full[name]);
  });

  it('refuses at its cell a file that is not stored, is another’s or is ambiguous, and says what to do', async () => {
    const other = await sender(app, 'viewer');
    const form = new FormData();
    form.append('file', new Blob([pdf('private')]), 'private.pdf');
    expect((await other('POST', '/File?field=sample.FileId', form)).status).toBe(201);
    for (const text of ['first', 'second']) await upload('file', pdf(text), 'twice.pdf');
    for (const kind of ['file', 'files'] as const)
      for (const [cell, en, fr] of [
        ['missing.pdf', 'upload the file in the form', 'téléversez le fichier'],
        ['private.pdf', 'upload the file in the form', 'téléversez le fichier'],
        ['twice.pdf', 'choose the file in the form', 'choisissez le fichier'],
      ] as const)
        for (const [locale, words] of [
          ['en-CA', en],
          ['fr-CA', fr],
        ] as const) {
          const bytes = await sheetOf([
            ['Name', nameOf(kind)],
            ['Refused', cell],
          ]);
          const headers = { 'accept-language': locale };
          const { status, body } = await send('POST', '/sample/upload', formOf(bytes), headers);
          expect([status, body.Message], cell).toEqual([422, expect.stringMatching(/B2/)]);
          expect(body.Message).toContain(words);
        }
    // Uploaded again, it is still one file.
    await upload('file', pdf('terms'), fileNames.paper);
    expect((await cellsOf('file', fileNames.paper, 'Again')).body).toMatchObject({ Created: 1 });
    // A file of a type that the field does not accept is told by the field.
    const wrong = await cellsOf('picture', fileNames.paper, 'Refused');
    expect([wrong.status, wrong.body.Message]).toEqual([422, expect.stringContaining('B2')]);
    expect((await ask('GET', `/sample?${filter('Name', 'eq', 'Refused')}`)).body.Items).toEqual([]);
  });
});

it('is tried in every place that it does not leave out with a reason', () => {
  for (const kind of fieldKinds)
    for (const [place, reason] of Object.entries(kinds[kind].absent ?? {}))
      expect(reason.length, `${kind} ${place}`).toBeGreaterThan(15);
  // The import and the report ask the kind itself.
  for (const kind of fieldKinds) {
    const { sheet, isSigned, query, elements } = kinds[kind];
    expect([kind, has('import')(kind)]).toEqual([kind, sheet !== undefined && !isSigned]);
    expect([kind, has('report')(kind)]).toEqual([kind, query.isShown && elements !== 'ids']);
  }
});

const definitionOf = (column: string) => ({
  ...{ Name: 'Samples', DataSet: 'sample', ReportPath: '/Samples' },
  Parameters: [
    { ParameterName: 'Name', Path: 'Name', Operator: 'contains', ReportFilterTypeId: 9, Hidden: false },
  ],
  ReportColumns: ['Name', column].map((ReportColumnName, OrdinalPosition) => ({
    ...{ ReportColumnName, OrdinalPosition, IsDefault: true, SortOrder: '0' },
  })),
});

/** References are shown by a member. */
function reported(kind: FieldKind): string {
  if (kind === 'reference') return 'Reference.Name';
  return kind === 'person' ? 'Person.DisplayName' : nameOf(kind);
}
