/** Fields that name a person: whom they offer and accept, and what others learn of the account. */
import { beforeAll, describe, expect, it } from 'vitest';
import { formOf, rowsOf, type Send, sender, sheetOf } from './support/sheets.ts';
import { type Ask, appStores, type Running, startApp, withDeclarations } from './support/startApp.ts';

const file = (name: string, json: object) => ({ file: `schemas/test/claim/${name}.json`, json });

const added = withDeclarations([
  file('entity', {
    $id: 'claim',
    title: 'Claim',
    type: 'object',
    required: ['Name'],
    properties: {
      Name: { type: 'string', maxLength: 40, title: 'Name' },
      AdjusterId: {
        type: 'string',
        format: 'person',
        'x-account': { feature: 'User.Manage' },
        title: 'Adjuster',
      },
      AuthorId: { type: 'string', format: 'person', 'x-account': { default: 'creator' }, title: 'Author' },
      Visits: { type: 'array', maxItems: 9, items: { $ref: '#/$defs/Visit' } },
      IsMine: { type: 'boolean', readOnly: true, 'x-stored': false, title: 'Mine' },
      IsSecret: { type: 'string', format: 'person', title: 'Secret' },
    },
    $defs: {
      Visit: { type: 'object', properties: { VisitorId: { type: 'string', format: 'person' } } },
    },
    'x-history': true,
  }),
  file('behaviour', {
    for: 'claim',
    policy: {
      view: 'login',
      write: 'login',
      remove: 'login',
      fields: { IsSecret: { view: 'User.Manage', write: 'User.Manage' } },
    },
    rules: [{ id: 'claim.mine', field: 'IsMine', value: 'AuthorId = $user.Id' }],
  }),
  file('api', {
    for: 'claim',
    sheets: { claims: { file: "'claims.xlsx'", key: 'Name', columns: ['Name', 'AdjusterId', 'AuthorId'] } },
    routes: [
      { route: 'GET /claim', operation: 'find', sort: ['Name'] },
      { route: 'GET /claim/mine', operation: 'find', where: 'AuthorId = $user.Id' },
      { route: 'GET /claim/{id}', operation: 'get' },
      { route: 'POST /claim', operation: 'create' },
      { route: 'PUT /claim', operation: 'update' },
      { route: 'DELETE /claim/{id}', operation: 'remove' },
      { route: 'POST /claim/download', operation: 'download', sheet: 'claims' },
      { route: 'POST /claim/upload', operation: 'upload', sheet: 'claims' },
    ],
  }),
]);

const filter = (path: string, operator: string, value: string) =>
  `FilterProperty=${path}&FilterOperator=${operator}&FilterValue=${encodeURIComponent(value)}`;
const json = { 'content-type': 'application/json' };

describe.each(appStores)('a field that names a person, %s store', (store) => {
  let [app, ask, viewer, send] = [{} as Running, {} as Ask, {} as Ask, {} as Send];
  const people: Record<string, { Id: string; DisplayName: string }> = {};

  const create = async (by: Ask, body: object) => {
    const made = await by('POST', '/claim', body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const names = async (by: Ask, path: string) => {
    const { status, body } = await by('GET', path);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.Items.map((one: { DisplayName?: string; Name?: string }) => one.DisplayName ?? one.Name);
  };
  const setActive = async (IsActive: boolean, which = 'ann') => {
    const { Id } = people[which] ?? {};
    const stored = (await ask('GET', `/user/${Id}`)).body;
    const { status, body } = await ask('PUT', `/user/${Id}`, { ...stored, IsActive });
    expect(status, JSON.stringify(body)).toBe(200);
  };

  beforeAll(async () => {
    app = await startApp({ store, records: { claim: [] }, added });
    [ask, viewer, send] = [await app.as('admin'), await app.as('viewer'), await sender(app, 'admin')];
    for (const { Id, UserName, DisplayName } of (await ask('GET', '/user?pageSize=0')).body.Items)
      people[UserName] = { Id, DisplayName };
    for (const [UserName, DisplayName] of [
      ['ann', 'Ann Álvarez'],
      ['bob', 'Bob Roy'],
      ['roy', 'Bob Roy'],
    ] as const) {
      const made = await ask('POST', '/user', {
        ...{ UserName, DisplayName, Roles: [], Email: `${UserName}@example.com` },
      });
      expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
      const found = await ask('GET', `/user?${filter('UserName', 'eq', UserName)}`);
      people[UserName] = { Id: found.body.Items[0].Id, DisplayName };
    }
    return () => app.store.close();
  });

  it('answers the name to people who may not list accounts, and nothing else of the account', async () => {
    const made = await create(viewer, { Name: 'plain', AdjusterId: people.admin?.Id });
    const { body } = await viewer('GET', `/claim/${made.Id}`);
    const shown = { Id: people.admin?.Id, DisplayName: people.admin?.DisplayName, IsActive: true };
    expect(body.Adjuster).toEqual(shown);
    expect((await viewer('GET', '/user')).status).toBe(403);
    expect((await viewer('GET', `/claim?${filter('Adjuster.Email', 'contains', 'a')}`)).status).toBe(403);
    expect(await names(viewer, '/claim?sortFields=Adjuster.DisplayName')).toContain('plain');
  });

  it('names the creator in a new record, and tells rules and lists who that is', async () => {
    const made = await create(viewer, { Name: 'own' });
    expect(made.Author.DisplayName).toBe(people.viewer?.DisplayName);
    expect(made.IsMine).toBe(true);
    expect((await ask('GET', `/claim/${made.Id}`)).body.IsMine).toBe(false);
    expect(await names(viewer, '/claim/mine')).toContain('own');
    expect(await names(ask, '/claim/mine')).not.toContain('own');
    expect((await create(viewer, { Name: 'nobody', AuthorId: null })).AuthorId ?? null).toBeNull();
  });

  it('offers active people whom the field accepts, by name or by a whole address', async () => {
    expect(await names(viewer, '/person/claim.AuthorId?pageSize=0')).toEqual(
      expect.arrayContaining(['Ann Álvarez', 'Bob Roy']),
    );
    const adjusters = await names(viewer, '/person/claim.AdjusterId?pageSize=0');
    expect(adjusters).toContain(people.admin?.DisplayName);
    expect(adjusters).not.toContain('Ann Álvarez');
    const search = (text: string) =>
      names(viewer, `/person/claim.AuthorId?page=1&pageSize=5&${filter('DisplayName', 'contains', text)}`);
    expect(await search('alvar')).toEqual(['Ann Álvarez']);
    expect(await search('ANN@example.com')).toEqual(['Ann Álvarez']);
    expect(await search('@example')).toEqual([]);
    expect(await names(viewer, '/person/claim.Visits.VisitorId?pageSize=1')).toHaveLength(1);
    const { body } = await viewer('GET', '/person/claim.AuthorId?pageSize=1');
    expect(Object.keys(body.Items[0]).sort()).toEqual(['DisplayName', 'Id', 'IsActive']);
  });

  it('tells nobody whom a field may name that they cannot read, or by facts it does not answer', async () => {
    expect((await viewer('GET', '/person/claim.IsSecret')).status).toBe(403);
    expect((await ask('GET', '/person/claim.IsSecret')).status).toBe(200);
    for (const path of ['claim.Name', 'claim.None', 'user.Email', 'x'])
      expect((await ask('GET', `/person/${path}`)).status, path).toBe(400);
    for (const query of [
      filter('Email', 'contains', 'a'),
      filter('PasswordHash', 'ne', ''),
      filter('IsActive', 'eq', 'true'),
      'sortFields=Email',
    ])
      expect((await viewer('GET', `/person/claim.AuthorId?${query}`)).status, query).toBe(400);
    expect((await (await app.as())('GET', '/person/claim.AuthorId')).status).toBe(401);
  });

  it('refuses what is no account, and people whom the field does not accept, in both languages', async () => {
    const none = '01900000-0000-7000-8000-0000000000ff';
    for (const value of ['x', 5, {}, [people.admin?.Id], none, people.ann?.Id]) {
      const { status, body } = await ask('POST', '/claim', { Name: 'bad', AdjusterId: value });
      expect([status, JSON.stringify(body)], String(value)).toEqual([
        422,
        expect.stringContaining('/AdjusterId'),
      ]);
      const row = await ask('POST', '/claim', { Name: 'bad', Visits: [{ VisitorId: value }] });
      expect(row.status, String(value)).toBe(value === people.ann?.Id ? 201 : 422);
      if (row.status === 201) await ask('DELETE', `/claim/${row.body.Id}`);
    }
    const body = { Name: 'bad', AdjusterId: people.ann?.Id };
    const [en, fr] = [
      await ask('POST', '/claim', body),
      await ask('POST', '/claim', body, { 'accept-language': 'fr-CA' }),
    ];
    expect(en.body.Message).toContain('Ann Álvarez cannot be named here');
    expect(fr.body.Message).toContain('Ann Álvarez ne peut pas être désigné ici');
    expect(await names(ask, `/claim?${filter('Name', 'eq', 'bad')}`)).toEqual([]);
  });

  it('keeps a person who left, marked inactive, and offers and accepts them no more', async () => {
    const made = await create(ask, { Name: 'left', AuthorId: people.ann?.Id });
    await setActive(false);
    const { body } = await viewer('GET', `/claim/${made.Id}`);
    expect(body.Author).toMatchObject({ DisplayName: 'Ann Álvarez', IsActive: false });
    expect(await names(viewer, '/person/claim.AuthorId?pageSize=0')).not.toContain('Ann Álvarez');
    expect(await names(viewer, '/person/claim.AuthorId?pageSize=0&inactive=true')).toContain('Ann Álvarez');
    const byId = filter('Id', 'in', `${people.ann?.Id}`);
    expect(await names(viewer, `/person/claim.AuthorId?${byId}`)).toEqual(['Ann Álvarez']);
    expect((await ask('PUT', '/claim', { ...body, Name: 'left us' })).status).toBe(200);
    const again = await ask('POST', '/claim', { Name: 'new', AuthorId: people.ann?.Id });
    expect([again.status, again.body.Message]).toEqual([
      422,
      expect.stringContaining('no longer has an active account'),
    ]);
    await setActive(true);
  });

  it('is filtered by one of several people and by me, each time for the person who asks', async () => {
    for (let time = 0; time < 2; time += 1)
      for (const operator of ['eq', 'in']) {
        expect(await names(viewer, `/claim?${filter('AuthorId', operator, 'me')}`)).toContain('own');
        expect(await names(ask, `/claim?${filter('AuthorId', operator, 'me')}`)).not.toContain('own');
      }
    const both = filter('AuthorId', 'in', `me,${people.ann?.Id}`);
    expect(await names(viewer, `/claim?${both}`)).toEqual(expect.arrayContaining(['own', 'left us']));
    expect(await names(viewer, `/claim?${filter('AuthorId', 'eq', '')}`)).toEqual(['nobody']);
    const wrong = await ask('GET', `/claim?${filter('AuthorId', 'eq', 'ann')}`);
    expect([wrong.status, wrong.body.Message]).toEqual([400, expect.stringContaining('or me for yourself')]);
    expect((await ask('GET', `/claim?${filter('Name', 'eq', 'me')}`)).status).toBe(200);
    await create(ask, { Name: 'reported' });
    const Definition = {
      from: 'claim',
      columns: [{ path: 'Name' }, { path: 'Author.DisplayName' }],
      filters: [{ path: 'AuthorId', operator: 'eq', value: 'me' }],
    };
    const report = await ask('POST', '/report/query', { Definition });
    expect(report.status, JSON.stringify(report.body)).toBe(200);
    expect(report.body.Rows).toEqual([['reported', people.admin?.DisplayName]]);
  });

  it('is exported by name, and imported by name, user name or address', async () => {
    const { bytes } = await send('POST', '/claim/download', '{}', json);
    const rows = await rowsOf(bytes);
    expect(JSON.stringify(rows)).toContain('Ann Álvarez');
    expect((await send('POST', '/claim/upload', formOf(bytes))).body).toMatchObject({
      Created: 0,
      Updated: 0,
    });
    const upload = async (value: string) =>
      send(
        'POST',
        '/claim/upload',
        formOf(
          await sheetOf([
            ['Name', 'Author'],
            ['sheet', value],
          ]),
        ),
      );
    for (const text of ['ann', 'ANN@example.com', 'Ann Álvarez']) {
      expect((await upload(text)).status, text).toBe(200);
      const { body } = await ask('GET', `/claim?${filter('Name', 'eq', 'sheet')}`);
      expect(body.Items[0].Author.DisplayName, text).toBe('Ann Álvarez');
      await ask('DELETE', `/claim/${body.Items[0].Id}`);
    }
    for (const text of ['Bob Roy', 'Nobody At All']) {
      const { status, body } = await upload(text);
      expect([status, JSON.stringify(body)], text).toEqual([422, expect.stringContaining('B2')]);
    }
    expect((await upload('roy')).status).toBe(200);
  });

  it('is named in the history, no matter who reads it', async () => {
    const made = await create(ask, { Name: 'told', AuthorId: people.ann?.Id });
    await ask('PUT', '/claim', { Id: made.Id, AuthorId: people.bob?.Id });
    const { body } = await viewer('GET', `/history/claim/${made.Id}`);
    const said = JSON.stringify(body.Items.filter(({ Field }: { Field: string }) => Field === 'AuthorId'));
    expect(said).toContain('Ann Álvarez');
    expect(said).toContain('Bob Roy');
  });

  it('is described in openapi.json', async () => {
    const { body } = await ask('GET', '/openapi.json');
    const described = JSON.stringify(body);
    expect(body.paths).toHaveProperty(['/api/person/{field}']);
    expect(described).toMatch(/"AuthorId":\{[^}]*"format":"uuid"/);
  });

  it('stands after a restart', async () => {
    const again = await (await app.startAgain()).as('viewer');
    expect(await names(again, `/claim?${filter('AuthorId', 'eq', 'me')}`)).toContain('own');
  });
});
