/** Pictures and several files, alone and in rows: the rights, bounds, filters and history of any other field. */
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanFiles } from '#server/app';
import { jpeg, png, webp } from '../support/pictures.ts';
import { rowsOf, type Send, sender } from './support/sheets.ts';
import { type Ask, type Running, startApp, withDeclarations } from './support/startApp.ts';

const file = (name: string, json: object) => ({ file: `schemas/test/sample/${name}.json`, json });
const documents = { type: 'array', maxItems: 3, items: { type: 'string', format: 'file' } };
const photos = { ...documents, items: { type: 'string', format: 'picture' }, minItems: 0 };

const added = withDeclarations([
  file('entity', {
    $id: 'sample',
    title: 'Sample',
    type: 'object',
    required: ['Name'],
    properties: {
      Name: { type: 'string', maxLength: 40, title: 'Name' },
      Owner: { type: 'string', maxLength: 40, title: 'Owner' },
      Seer: { type: 'string', format: 'person', title: 'Seer' },
      Caption: { type: 'string', maxLength: 80, title: 'Caption' },
      Photo: {
        ...{ type: 'string', format: 'picture', title: 'Photo' },
        'x-file': { maxBytes: 5000, pixels: { minWidth: 20, maxWidth: 100, maxHeight: 80 }, alt: 'Caption' },
      },
      Papers: { ...documents, title: 'Papers', 'x-file': { accept: ['application/pdf'], maxBytes: 900 } },
      Views: { ...photos, title: 'Views' },
      Secrets: { ...documents, title: 'Secrets' },
      Lines: {
        ...{ type: 'array', maxItems: 9, title: 'Lines' },
        items: {
          type: 'object',
          properties: {
            Photo: { type: 'string', format: 'picture', title: 'Photo' },
            Papers: { ...documents, title: 'Papers' },
          },
        },
      },
    },
    'x-history': true,
    'x-rowAccess': {
      to: [{ where: 'Seer', is: '$user.Id' }],
      unless: { feature: 'User.Manage', only: true },
    },
  }),
  file('behaviour', {
    for: 'sample',
    policy: {
      view: 'login',
      write: 'login',
      fields: { Secrets: { view: 'User.Manage', write: 'User.Manage' } },
    },
  }),
  file('api', {
    for: 'sample',
    routes: [
      { route: 'GET /sample', operation: 'find', sort: ['Name'] },
      { route: 'GET /sample/{id}', operation: 'get' },
      { route: 'POST /sample', operation: 'create' },
      { route: 'PUT /sample', operation: 'update' },
    ],
  }),
]);

const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
const nothing = '00000000-0000-4000-8000-000000000000';
const stores = process.env.STORES === 'postgres' ? (['postgres'] as const) : (['memory', 'sqlite'] as const);

describe.each(stores)('on the %s store', (store) => {
  let [app, ask, viewer] = [{} as Running, {} as Ask, {} as Ask];
  let [send, sendOfViewer] = [{} as Send, {} as Send];

  const uploadAs = async (by: Send, field: string, content: BlobPart, name = 'a.jpg') => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    return by('POST', `/File?field=sample.${field}`, form);
  };
  const upload = async (field: string, content: BlobPart, name?: string) => {
    const { status, body } = await uploadAs(send, field, content, name);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const create = async (body: object) => {
    const answer = await ask('POST', '/sample', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const names = async (query: string) => {
    const { status, body } = await ask('GET', `/sample?pageSize=0&${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.Items.map(({ Name }: { Name: string }) => Name);
  };
  const filter = (path: string, operator: string, value: string) =>
    `filterProperty=${path}&filterOperator=${operator}&filterValue=${value}`;

  beforeAll(async () => {
    app = await startApp({ store, records: {}, added });
    [ask, viewer] = [await app.as('admin'), await app.as('viewer')];
    [send, sendOfViewer] = [await sender(app, 'admin'), await sender(app, 'viewer')];
    return () => app.store.close();
  });

  it('stores pictures without the place where they were taken, and knows their size as shown', async () => {
    for (const [make, name] of [
      [jpeg, 'a.jpg'],
      [png, 'a.png'],
      [webp, 'a.webp'],
    ] as const) {
      const photo = await upload('Photo', make({ width: 60, height: 40, orientation: 6 }) as BlobPart, name);
      expect(photo).toMatchObject({ Name: name, Width: 40, Height: 60 });
      const { Url } = (await send('GET', `/File/token/${photo.Id}`)).body;
      const { bytes, headers } = await send('GET', Url.replace('/api', ''));
      expect(Buffer.from(bytes).toString('latin1')).not.toContain('GPS');
      expect(headers.get('content-type')).toBe(photo.ContentType);
      const made = await create({ Name: name, Photo: photo.Id, Lines: [{ Photo: photo.Id }] });
      const { body } = await ask('GET', `/sample/${made.Id}`);
      const shown = { Id: photo.Id, Width: 40, Height: 60 };
      expect(body).toMatchObject({ PhotoFile: shown, Lines: [{ PhotoFile: shown }] });
    }
  });

  it('refuses what is no whole picture, or has too few or too many pixels, in both languages', async () => {
    const refused: readonly (readonly [BlobPart, number, string])[] = [
      [jpeg({ width: 101 }) as BlobPart, 422, '101'],
      [jpeg({ height: 81 }) as BlobPart, 422, '81'],
      [png({ width: 19 }) as BlobPart, 422, '19'],
      // Sixty thousand pixels square in a few bytes.
      [png({ width: 60_000, height: 60_000 }) as BlobPart, 422, '60'],
      // Upright it would fit.
      [jpeg({ width: 100, height: 10, orientation: 6 }) as BlobPart, 422, '100'],
      [jpeg({ isCut: true }) as BlobPart, 422, ''],
      [png().slice(0, 30) as BlobPart, 422, ''],
      [pdf, 415, ''],
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', 415, ''],
      [jpeg({ more: 6000 }) as BlobPart, 413, ''],
    ];
    for (const [content, status, text] of refused) {
      const english = await uploadAs(send, 'Photo', content);
      expect([english.status, english.body.Message], text).toEqual([status, expect.stringContaining(text)]);
      const form = new FormData();
      form.append('file', new Blob([content]), 'a.jpg');
      const french = await send('POST', '/File?field=sample.Photo', form, { 'accept-language': 'fr-CA' });
      expect(french.status).toBe(status);
      expect(french.body.Message).not.toBe(english.body.Message);
      expect(french.body.Message).not.toMatch(/file\./);
    }
  });

  it('refuses files in a record that were uploaded for other fields, at their place', async () => {
    const uncleaned = await upload('Lines.Papers', jpeg() as BlobPart);
    const wide = await upload('Views', jpeg({ width: 150 }) as BlobPart);
    const paper = await upload('Papers', pdf, 'a.pdf');
    for (const [path, body] of [
      ['/Photo', { Photo: uncleaned.Id }],
      ['/Photo', { Photo: wide.Id }],
      ['/Photo', { Photo: paper.Id }],
      ['/Views/1', { Views: [wide.Id, uncleaned.Id] }],
      ['/Papers/0', { Papers: [wide.Id] }],
      ['/Lines/0/Photo', { Lines: [{ Photo: uncleaned.Id }] }],
      ['/Papers/1', { Papers: [paper.Id, nothing] }],
    ] as const) {
      const { status, body: said } = await ask('POST', '/sample', { Name: 'no', ...body });
      expect([status, JSON.stringify(said)], path).toEqual([422, expect.stringContaining(`"${path}"`)]);
    }
    expect(await names(filter('Name', 'eq', 'no'))).toEqual([]);
  });

  it('refuses files that another field of the same record already has, as in any other record', async () => {
    const paper = await upload('Papers', pdf, 'a.pdf');
    const uncleaned = await upload('Lines.Papers', jpeg() as BlobPart);
    const secret = await upload('Secrets', pdf, 'secret.pdf');
    const seer = (await app.store.find({ entity: 'user' })).items.find(
      ({ UserName }) => UserName === 'viewer',
    );
    const made = await create({
      ...{ Name: 'moved', Seer: seer?.Id, Papers: [paper.Id], Secrets: [secret.Id] },
      Lines: [{ Papers: [uncleaned.Id] }],
    });
    for (const [by, path, body] of [
      [ask, '/Photo', { Photo: paper.Id }],
      [ask, '/Views/0', { Views: [uncleaned.Id] }],
      [ask, '/Lines/0/Photo', { Lines: [{ Photo: paper.Id, Papers: [uncleaned.Id] }] }],
      // Nobody opens a file to themselves that only a hidden field has.
      [viewer, '/Papers/1', { Papers: [paper.Id, secret.Id] }],
    ] as const) {
      const { status, body: said } = await by('PUT', '/sample', { Id: made.Id, ...body });
      expect([status, JSON.stringify(said)], path).toEqual([422, expect.stringContaining(`"${path}"`)]);
    }
    expect((await ask('PUT', '/sample', { Id: made.Id, Name: 'kept', Papers: [paper.Id] })).status).toBe(200);
    await app.store.update('sample', made.Id, { Seer: null });
  });

  it('keeps several files in the order that was sent, each once and not more than the field holds', async () => {
    const [one, two, three] = await Promise.all(
      ['1', '2', '3'].map((name) => upload('Papers', pdf, `${name}.pdf`)),
    );
    const made = await create({ Name: 'ordered', Papers: [three.Id, one.Id, { Id: two.Id }] });
    const stored = async () => (await ask('GET', `/sample/${made.Id}`)).body;
    const order = async () => (await stored()).Papers.map(({ Name }: { Name: string }) => Name);
    expect(await order()).toEqual(['3.pdf', '1.pdf', '2.pdf']);
    const put = (Papers: unknown) => ask('PUT', '/sample', { Id: made.Id, Papers });
    expect((await put([one.Id, two.Id, three.Id])).status).toBe(200);
    expect(await order()).toEqual(['1.pdf', '2.pdf', '3.pdf']);
    const more = await upload('Papers', pdf, '4.pdf');
    for (const bad of [
      [one.Id, one.Id],
      [one.Id, two.Id, three.Id, more.Id],
      one.Id,
      [5],
      [{}],
      ['x'],
      { Id: one.Id },
    ])
      expect((await put(bad)).status, JSON.stringify(bad)).toBe(422);
    expect(await order()).toEqual(['1.pdf', '2.pdf', '3.pdf']);
    expect((await put(null)).status).toBe(200);
    expect((await stored()).Papers).toEqual([]);
    const { body } = await ask('GET', `/history/sample/${made.Id}`, undefined, {
      'accept-language': 'fr-CA',
    });
    const said = JSON.stringify(body.Items.filter(({ Field }: { Field: string }) => Field === 'Papers'));
    for (const name of ['3.pdf, 1.pdf, 2.pdf', '1.pdf, 2.pdf, 3.pdf']) expect(said).toContain(name);
  });

  it('is filtered by whether there are files, in records and in rows', async () => {
    const photo = await upload('Photo', jpeg() as BlobPart);
    const paper = await upload('Papers', pdf);
    const own = filter('Owner', 'eq', 'filters');
    await create({ Name: 'f-all', Owner: 'filters', Photo: photo.Id, Papers: [paper.Id] });
    const inRows = await upload('Lines.Papers', pdf);
    await create({ Name: 'f-rows', Owner: 'filters', Lines: [{ Papers: [inRows.Id] }, {}] });
    await create({ Name: 'f-none', Owner: 'filters' });
    const found = (path: string, value: string) => names(`${own}&${filter(path, 'filled', value)}`);
    for (const path of ['Photo', 'Papers']) {
      expect(await found(path, 'true')).toEqual(['f-all']);
      expect(await found(path, 'false')).toEqual(['f-none', 'f-rows']);
    }
    expect(await found('Lines.Papers', 'true')).toEqual(['f-rows']);
    expect(await found('Lines.Papers', 'false')).toEqual(['f-all', 'f-none']);
    expect(await names(`${own}&${filter('Papers', 'eq', paper.Id)}`)).toEqual(['f-all']);
    const no = await ask('GET', `/sample?${filter('Photo', 'filled', 'perhaps')}`);
    expect([no.status, no.body.Message]).toEqual([400, expect.stringContaining('Photo')]);
    for (const operator of ['contains', 'ge', 'all'])
      expect((await ask('GET', `/sample?${filter('Papers', operator, '1')}`)).status).toBe(400);
  });

  it('is downloaded by those alone who see the field and the record', async () => {
    const [shown, secret] = [
      await upload('Papers', pdf, 'shown.pdf'),
      await upload('Secrets', pdf, 'secret.pdf'),
    ];
    expect((await uploadAs(sendOfViewer, 'Secrets', pdf)).status).toBe(403);
    const inRow = await upload('Lines.Papers', pdf);
    const more = { Papers: [shown.Id], Secrets: [secret.Id], Lines: [{ Papers: [inRow.Id] }] };
    const { items } = await app.store.find({
      entity: 'user',
      filter: { kind: 'compare', path: 'UserName', operator: 'eq', value: 'viewer' },
    });
    const made = await create({ Name: 'seen', Seer: items[0]?.Id, ...more });
    // Row access: the viewer sees the one record and not the other.
    const unseen = await upload('Papers', pdf, 'unseen.pdf');
    await create({ Name: 'unseen', Papers: [unseen.Id] });
    const token = async (by: Ask, { Id }: { Id: string }) => (await by('GET', `/File/token/${Id}`)).status;
    for (const one of [shown, inRow]) expect(await token(viewer, one)).toBe(200);
    expect([await token(viewer, unseen), await token(ask, unseen)]).toEqual([403, 200]);
    expect((await viewer('GET', '/sample')).body.Items).toHaveLength(1);
    expect([await token(viewer, secret), await token(ask, secret)]).toEqual([403, 200]);
    expect((await viewer('GET', `/sample/${made.Id}`)).body.Secrets).toBeUndefined();
    // A file of someone else, which the caller cannot see, cannot be put into a record of their own.
    const stolen = await viewer('POST', '/sample', { Name: 'stolen', Papers: [secret.Id] });
    expect([stolen.status, JSON.stringify(stolen.body)]).toEqual([422, expect.stringContaining('/Papers/0')]);
    expect((await ask('PUT', '/sample', { Id: made.Id, Papers: [] })).status).toBe(200);
    expect(await token(viewer, shown)).toBe(403);
  });

  it('is cleaned up a day after no list refers to it any more', async () => {
    const [kept, lost] = [await upload('Papers', pdf), await upload('Papers', pdf)];
    await create({ Name: 'kept', Papers: [kept.Id] });
    const now = new Date(app.clock.now.getTime() + 2 * 24 * 3600 * 1000);
    await cleanFiles({
      model: app.models.current(),
      store: app.store,
      ports: { files: app.files, now: () => now },
    });
    const left = await app.store.getMany('file', [kept.Id, lost.Id]);
    expect(left.map(({ Id }) => Id)).toEqual([kept.Id]);
  });

  it('is exported by name, and published in openapi.json', async () => {
    const paper = await upload('Papers', pdf, 'policy of Ann.pdf');
    const view = await upload('Views', jpeg() as BlobPart, 'front.jpg');
    await create({ Name: 'out', Owner: 'out', Papers: [paper.Id], Views: [view.Id] });
    const columns = ['Name', 'Papers', 'Views'].map((name) => `exportColumns=${name}`).join('&');
    const { bytes } = await send('GET', `/sample?${filter('Owner', 'eq', 'out')}&$export=xlsx&${columns}`);
    expect((await rowsOf(bytes)).at(-1)).toEqual(['out', 'policy of Ann.pdf', 'front.jpg']);
    const { paths, components } = (await ask('GET', '/openapi.json')).body;
    const schema = paths['/api/sample'].post.requestBody.content['application/json'].schema;
    const { properties } = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema;
    expect(properties.Papers).toMatchObject({ type: ['array', 'null'], maxItems: 3 });
    expect(properties.Photo.type).toEqual(['string', 'null']);
  });

  it.skipIf(store === 'memory')('is there after a restart', async () => {
    const paper = await upload('Papers', pdf, 'stays.pdf');
    const made = await create({ Name: 'stays', Papers: [paper.Id] });
    const again = await app.startAgain(added);
    const later = await again.as('admin');
    expect((await later('GET', `/sample/${made.Id}`)).body.Papers).toMatchObject([{ Name: 'stays.pdf' }]);
  });
});
