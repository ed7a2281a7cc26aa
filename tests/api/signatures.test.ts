/** Signatures: what is stored, who sets the moment, and what no other way in may do. */
import { beforeAll, describe, expect, it } from 'vitest';
import { partsOfSignature } from '#engine';
import { textsOfPages } from '../support/textOfPages.ts';
import { printerFor } from './support/printClients.ts';
import { formOf, rowsOf, type Send, sender, sheetOf } from './support/sheets.ts';
import { type Ask, type Running, startApp, withDeclarations } from './support/startApp.ts';

const file = (name: string, json: object) => ({ file: `schemas/test/sample/${name}.json`, json });
const signature = { type: 'string', format: 'signature' };

const added = withDeclarations([
  file('entity', {
    $id: 'sample',
    title: 'Sample',
    type: 'object',
    required: ['Name'],
    properties: {
      Name: { type: 'string', maxLength: 40, title: 'Name' },
      IsOpen: { type: 'boolean', default: false, title: 'Open' },
      Signed: { ...signature, title: 'Signed by the client' },
      Witness: { ...signature, title: 'Witness' },
      Lines: {
        ...{ type: 'array', maxItems: 9, title: 'Lines' },
        items: { type: 'object', properties: { What: { type: 'string', maxLength: 9 }, By: signature } },
      },
    },
    'x-history': true,
  }),
  file('behaviour', {
    for: 'sample',
    policy: { view: 'login', write: 'login' },
    rules: [
      { id: 'sample.signed', field: 'Signed', required: 'IsOpen' },
      { id: 'sample.witness', field: 'Witness', relevant: 'IsOpen', retain: 'stash' },
    ],
    activity: { restore: true, duplicate: {} },
    printFormats: [
      {
        ...{ id: 'sample.card', title: { 'en-CA': 'Card', 'fr-CA': 'Carte' }, open: true },
        blocks: [{ print: 'fields', fields: ['Name', 'Signed'] }],
      },
    ],
  }),
  file('api', {
    for: 'sample',
    sheets: { samples: { file: "'samples.xlsx'", key: 'Name', columns: ['Name', 'Signed'] } },
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

const stores = process.env.STORES === 'postgres' ? (['postgres'] as const) : (['memory', 'sqlite'] as const);
const ink = 'M12,80L14,78 17,75';
const forged = '2001-01-01T00:00:00.000Z;somebody%40else.example;';
const json = { 'content-type': 'application/json' };

describe.each(stores)('on the %s store', (store) => {
  let [app, ask, send] = [{} as Running, {} as Ask, {} as Send];

  beforeAll(async () => {
    app = await startApp({ store, seed: 'none', added });
    ask = await app.as('admin');
    send = await sender(app, 'admin');
    return () => app.store.close();
  });

  const create = async (input: object) => {
    const { status, body } = await ask('POST', '/sample', { Name: 'One', ...input });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const save = async (record: object) => {
    const { status, body } = await ask('PUT', '/sample', record);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  /** People sign in again after a long time. */
  const moveTo = async (moment: string) => {
    app.clock.now = new Date(moment);
    ask = await app.as('admin');
    send = await sender(app, 'admin');
  };
  const later = () => {
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    return app.clock.now.toISOString();
  };

  it('gets its moment and its account from the server, whatever was sent', async () => {
    const now = later();
    const { Signed } = await create({ Signed: `${forged}${ink};Jane Doe` });
    const parts = partsOfSignature(Signed);
    expect(parts).toMatchObject({ moment: now, drawing: ink, name: 'Jane Doe' });
    expect(parts?.account).toMatch(/admin/);
  });

  it('stays as it was signed until it changes', async () => {
    const signed = later();
    const lines = [{ What: 'a', By: ';Ada' }, { What: 'b' }];
    const made = await create({ Signed: `${ink};Jane Doe`, Lines: lines });
    const moved = later();
    const kept = await save({ ...made, Name: 'Two', Lines: [{ What: 'b', By: ';Bo' }, made.Lines[0]] });
    expect(kept).toMatchObject({ Signed: made.Signed, Name: 'Two' });
    expect(kept.Lines.map(({ By }: { By: string }) => partsOfSignature(By))).toMatchObject([
      { moment: moved, name: 'Bo' },
      { moment: signed, name: 'Ada' },
    ]);
    const again = later();
    const changed = await save({ ...kept, Signed: `;Jane Doe` });
    expect(partsOfSignature(changed.Signed)).toMatchObject({ moment: again, drawing: '', name: 'Jane Doe' });
    expect(changed.Lines).toEqual(kept.Lines);
    const moment = changed.Signed.replace(again, signed);
    expect(partsOfSignature((await save({ ...changed, Signed: moment })).Signed)?.moment).toBe(again);
  });

  it('keeps its moment while its field does not apply', async () => {
    const made = await create({ IsOpen: true, Signed: ';Jane', Witness: `${ink};Wim` });
    later();
    const closed = await save({ ...made, IsOpen: false });
    expect(closed.Witness ?? null).toBeNull();
    later();
    expect((await save({ ...closed, IsOpen: true })).Witness).toBe(made.Witness);
  });

  it('refuses what is no signature, in both languages and in rows, and stores nothing', async () => {
    for (const bad of [
      'Jane Doe',
      'M1,2;',
      'M1,2"><script>alert(1)</script>;Jane',
      'M601,2;Jane',
      `;${'x'.repeat(101)}`,
      `${ink};Jane\u202eDoe`,
      'x'.repeat(20_000),
      7,
      { drawing: ink },
    ])
      for (const [path, body] of [
        ['/Signed', { Name: 'bad', Signed: bad }],
        ['/Lines/0/By', { Name: 'bad', Lines: [{ By: bad }] }],
      ] as const) {
        const en = await ask('POST', '/sample', body);
        const fr = await ask('POST', '/sample', body, { 'accept-language': 'fr-CA' });
        expect([en.status, fr.status, JSON.stringify(en.body)]).toEqual([
          ...[422, 422],
          expect.stringContaining(path),
        ]);
        if (typeof bad === 'string' && bad.length < 20) expect(en.body.Message).toContain('Type the name');
        expect(en.body.Message).not.toBe(fr.body.Message);
      }
    const { body } = await ask('GET', '/sample?filterProperty=Name&filterOperator=eq&filterValue=bad');
    expect(body.Items).toEqual([]);
  });

  it('is asked for where it is required', async () => {
    const { status, body } = await ask('POST', '/sample', { Name: 'open', IsOpen: true });
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('/Signed')]);
  });

  it('is found by whether and when it was signed', async () => {
    await moveTo('2027-03-01T12:00:00Z');
    await create({ Name: 'March', Signed: `${ink};Jane` });
    await moveTo('2027-05-01T12:00:00Z');
    await create({ Name: 'May', Signed: ';Jane' });
    await create({ Name: 'Never' });
    const found = async (operator: string, value: string) => {
      const names = 'filterProperty=Name&filterOperator=in&filterValue=March,May,Never';
      const own = `filterProperty=Signed&filterOperator=${operator}&filterValue=${value}`;
      const { status, body } = await ask('GET', `/sample?${names}&${own}&sortFields=Signed`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.Items.map(({ Name }: { Name: string }) => Name);
    };
    expect(await found('filled', 'true')).toEqual(['March', 'May']);
    expect(await found('filled', 'false')).toEqual(['Never']);
    expect(await found('ge', '2027-03-02')).toEqual(['May']);
    expect(await found('le', '2027-03-01')).toEqual(['March']);
    expect(await found('eq', '2027-05-01')).toEqual(['May']);
    expect(await found('lt', '2027-05-01T12:00:00Z')).toEqual(['March']);
    const no = await ask('GET', '/sample?filterProperty=Signed&filterOperator=ge&filterValue=x');
    expect([no.status, String(no.body.Message)]).toEqual([400, expect.stringContaining('Signed')]);
  });

  it('is told in the history by name and moment, and cannot be restored', async () => {
    const made = await create({ Signed: `${ink};Jane Doe` });
    const changed = await save({ ...made, Signed: `M9,9L10,10;Ada` });
    await save({ ...changed, Lines: [{ By: 'M7,7;Bo' }] });
    const entries = (await app.store.find({ entity: 'history' })).items.filter(
      ({ RecordId }) => RecordId === made.Id,
    );
    expect(JSON.stringify(entries)).not.toMatch(/M\d+,\d/);
    const entry = entries.find(({ Field }) => Field === 'Signed');
    expect(partsOfSignature(String(entry?.PreviousValue))).toMatchObject({ name: 'Jane Doe' });
    const { status, body } = await ask('POST', `/activity/sample/${made.Id}/restore`, {
      ...{ Entry: entry?.Id, What: 'field' },
    });
    expect([status, body.Fields], JSON.stringify(body)).toEqual([200, []]);
    expect(body.Left).toMatchObject([{ Field: 'Signed', Reason: expect.stringContaining('sign again') }]);
  });

  it('does not come along to a copy', async () => {
    const made = await create({ Name: 'Origin', Signed: `${ink};Jane`, Lines: [{ What: 'a', By: ';Ada' }] });
    const { status, body } = await ask('POST', `/activity/sample/${made.Id}/duplicate`);
    expect(status, JSON.stringify(body)).toBe(201);
    const copy = (await ask('GET', `/sample/${body.Id}`)).body;
    expect([copy.Signed, copy.Lines[0].By].map((one) => one ?? null)).toEqual([null, null]);
    expect(copy.Lines).toMatchObject([{ What: 'a' }]);
  });

  it('is written to spreadsheets by name and moment, and never read from them', async () => {
    await moveTo('2027-06-01T12:00:00Z');
    const made = await create({ Name: 'Sheet', Signed: `${ink};Jane Doe` });
    const { bytes } = await send('POST', '/sample/download', '{}', json);
    const row = (await rowsOf(bytes)).find(([name]) => name === 'Sheet');
    expect(row?.[1]).toMatch(/^Jane Doe, Jun\.? 1, 2027, /);
    const mine = await sheetOf([
      ['Name', 'Signed'],
      ['Sheet', ';Somebody else'],
    ]);
    const back = await send('POST', '/sample/upload', formOf(mine));
    expect([back.status, back.body], JSON.stringify(back.body)).toMatchObject([200, { Unchanged: 1 }]);
    expect((await ask('GET', `/sample/${made.Id}`)).body.Signed).toBe(made.Signed);
  });

  it('is drawn on paper, above its name and moment', async () => {
    const made = await create({ Name: 'Paper', Signed: `${ink};Jane Doe` });
    const print = await printerFor(app, 'admin');
    const { bytes } = await print(`/print/sample/${made.Id}?printFormat=sample.card`);
    expect(JSON.stringify(await textsOfPages(bytes))).toContain('Jane Doe');
  });
});

it('cannot be set for many records at once', () => {
  const list = {
    file: 'screens/test/samples.json',
    json: {
      ...{ id: 'samples', route: '/samples', access: 'login', title: 'entity.sample.plural' },
      blocks: [
        {
          ...{ kind: 'grid', id: 'samples', entity: 'sample', find: '/sample', columns: ['Name', 'Signed'] },
          bulk: { save: 'PUT /sample', fields: ['Name', 'Signed'] },
        },
      ],
    },
  };
  const own = added.set.files.filter(({ file: name }) => name.startsWith('schemas/test/'));
  expect(() => withDeclarations([...own, list])).toThrow(/Signed is a signature/);
});
