/** Several choices and number sequences that a configurator adds to an entity with records, then uses. */
import { expect, it } from 'vitest';
import { jpeg } from '../support/pictures.ts';
import { putAll } from '../support/putAll.ts';
import { lending } from './support/lending.ts';
import { sender } from './support/sheets.ts';
import { type Ask, appStores, startApp } from './support/startApp.ts';

const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });

async function put(ask: Ask, path: string, change: object): Promise<void> {
  const answer = await ask('PUT', `/configure/draft/${path}`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function publish(ask: Ask): Promise<void> {
  const first = await ask('POST', '/configure/publish', {});
  const tokens = first.body.Confirmations?.map(({ Token }: { Token: string }) => Token) ?? [];
  const confirmed = { 'x-confirm': tokens.join(',') };
  const answer = first.status === 428 ? await ask('POST', '/configure/publish', {}, confirmed) : first;
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}

it.each(appStores)(
  'new fields of these kinds work from the publication on, and after a restart, on %s',
  async (store) => {
    const app = await startApp({ store, seed: 'none', added: lending });
    const admin = await app.as('admin');
    const equipment = async (ask: Ask, Code: string, more: object = {}) =>
      ask('POST', '/equipment', { Name: Code, Code, Value: 1, ...more });
    const old = (await equipment(admin, 'AA-1')).body;
    await put(admin, 'field/equipment.Parts', {
      ...{ type: 'choices', title: texts('Parts', 'Pièces'), maxItems: 2 },
      choices: [
        { name: 'Motor', title: texts('Motor', 'Moteur') },
        { name: 'Blade', title: texts('Blade', 'Lame') },
        { name: 'Handle', title: texts('Handle', 'Manche') },
      ],
    });
    await put(admin, 'field/equipment.Serial', {
      ...{ type: 'sequence', sequence: 'S/{Code}/{number:3}', title: texts('Serial', 'Série') },
    });
    await publish(admin);

    const made = await equipment(admin, 'BB-2', { Parts: ['Handle', 'Motor'] });
    expect([made.status, made.body.Parts, made.body.Serial]).toEqual([
      201,
      ['Motor', 'Handle'],
      'S/BB-2/001',
    ]);
    const refused = await equipment(admin, 'CC-3', { Parts: ['Wing'] });
    const french = await admin(
      'POST',
      '/equipment',
      { Name: 'C', Code: 'CC-3', Value: 1, Parts: ['Motor', 'Motor'] },
      { 'accept-language': 'fr-CA' },
    );
    expect([refused.status, refused.body.Message]).toEqual([422, expect.stringContaining('Parts')]);
    expect([french.status, french.body.Message]).toEqual([422, expect.stringContaining('Pièces')]);

    const again = await app.startAgain(lending);
    const later = await again.as('admin');
    const kept = (await later('GET', `/equipment/${old.Id}`)).body;
    expect([kept.Parts, kept.Serial ?? null]).toEqual([[], null]);
    const saved = await later('PUT', '/equipment', { ...kept, Parts: ['Blade'] });
    expect([saved.status, saved.body.Parts, saved.body.Serial ?? null]).toEqual([200, ['Blade'], null]);
    const filter = 'FilterProperty=Parts&FilterOperator=none&FilterValue=Blade,Wing';
    const found = await later('GET', `/equipment?${filter}`);
    expect(found.body.Items.map(({ Code }: { Code: string }) => Code)).toEqual(['BB-2']);
    await app.store.close();
  },
);

const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';

it.each(appStores)(
  'a kind of an extension, pictures, files and references can be added, also to rows, on %s',
  async (store) => {
    const app = await startApp({ store, seed: 'none', added: lending });
    const admin = await app.as('admin');
    const title = texts('Value', 'Valeur');
    const inRows = [
      { name: 'Load', type: 'weight', title, maximum: 900 },
      { name: 'Photo', type: 'picture', title },
      { name: 'Papers', type: 'files', title, maxItems: 2 },
      { name: 'Others', type: 'references', title, reference: 'equipment' },
    ];
    const changes = {
      Load: { type: 'weight', title: texts('Load', 'Charge'), minimum: 100, maximum: 9000, default: 500 },
      Portrait: { type: 'picture', title, pixels: { maxWidth: 80 }, alt: 'Name' },
      Papers: { type: 'files', title, accept: ['application/pdf'], maxItems: 2 },
      Views: { type: 'files', title, pixels: { minWidth: 10 } },
      Others: { type: 'references', title, reference: 'equipment', maxItems: 2 },
      Trips: { type: 'rows', title, fields: inRows },
    };
    const named = Object.entries(changes).map(([name, change]) => [`field/equipment.${name}`, change]);
    const drafted = await admin('PUT', '/configure/draft', putAll(Object.fromEntries(named)));
    expect(drafted.status, JSON.stringify(drafted.body)).toBe(200);
    const draft = (await admin('GET', '/configure/draft')).body;
    expect(draft.Findings.filter(({ Level }: { Level: string }) => Level === 'error')).toEqual([]);
    await publish(admin);

    const send = await sender(app, 'admin');
    const upload = async (field: string, content: BlobPart, name: string) => {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      const { status, body } = await send('POST', `/File?field=equipment.${field}`, form);
      expect(status, JSON.stringify(body)).toBe(201);
      return body.Id;
    };
    const make = (Code: string, more: object) =>
      admin('POST', '/equipment', { Name: Code, Code, Value: 1, ...more });
    const photo = await upload('Portrait', jpeg({ width: 60 }) as BlobPart, 'a.jpg');
    const paper = await upload('Papers', pdf, 'a.pdf');
    const first = (await make('AA-1', {})).body;
    expect(first).toMatchObject({ Load: 500, Papers: [], Others: [], Trips: [] });
    const row = { Load: 900, Photo: photo, Papers: [paper], Others: [first.Id] };
    const made = await make('BB-2', {
      ...{ Load: 9000, Portrait: photo, Papers: [paper], Others: [first.Id] },
      Trips: [row],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const shown = { Papers: [{ Id: paper, Name: 'a.pdf' }], Others: [{ Id: first.Id, Name: 'AA-1' }] };
    const full = { ...shown, PortraitFile: { Width: 60 }, Trips: [{ ...shown, PhotoFile: { Width: 60 } }] };
    expect((await admin('GET', `/equipment/${made.body.Id}`)).body).toMatchObject(full);
    for (const [path, bad] of [
      ['/Load', { Load: 99 }],
      ['/Load', { Load: '5 kg' }],
      ['/Trips/0/Load', { Trips: [{ Load: 901 }] }],
      ['/Portrait', { Portrait: paper }],
      ['/Papers/0', { Papers: [photo] }],
      ['/Views/0', { Views: [paper] }],
      ['/Others/1', { Others: [first.Id, 'no-such'] }],
      ['/Trips/0/Others/0', { Trips: [{ Others: [paper] }] }],
    ] as const) {
      const { status, body } = await make('CC-3', bad);
      expect([status, JSON.stringify(body)], path).toEqual([422, expect.stringContaining(`"${path}"`)]);
    }

    const again = await app.startAgain(lending);
    const later = await again.as('admin');
    expect((await later('GET', `/equipment/${made.body.Id}`)).body).toMatchObject(full);
    await app.store.close();
  },
);

it('a change names a type that the application has, and only its settings', async () => {
  const app = await startApp({ store: 'memory', seed: 'none', added: lending });
  const admin = await app.as('admin');
  const findingsOf = async (change: object) => {
    const { body } = await admin('PUT', '/configure/draft/field/equipment.Odd', {
      title: texts('Odd'),
      ...change,
    });
    return body.Findings.map(({ At, Code }: { At: string; Code: string }) => `${Code} ${At}`);
  };
  expect(await findingsOf({ type: 'colour' })).toContain('shape.enum /type');
  for (const type of ['constructor', 'id', 'json', 'flags', 'rule'])
    expect(await findingsOf({ type }), type).toContain('shape.enum /type');
  const fields = [{ name: 'Odd', type: 'html', title: texts('Odd') }];
  expect(await findingsOf({ type: 'rows', fields })).toContain('shape.enum /fields/0/type');
  expect(await findingsOf({ type: 'weight', maxLength: 5 })).toContain('not-for-type /maxLength');
  expect(await findingsOf({ type: 'file', alt: 'Name' })).toContain('not-for-type /alt');
  const noText = await findingsOf({ type: 'picture', alt: 'Value' });
  expect(noText.length, JSON.stringify(noText)).toBeGreaterThan(0);
  await app.store.close();
});
