/** Rights over company sign-in: whom a provider may speak for, and sign-in without passwords. */
import { describe, expect, it } from 'vitest';
import { startApp } from './support/startApp.ts';
import { withRoles } from './support/withRoles.ts';

const issuer = 'https://login.example.com';

describe('whom a provider may speak for', () => {
  it('is raised by nobody beyond their own rights, through any door, and nobody else turns programs on', async () => {
    const app = await startApp({
      ...{ store: 'memory', settings: { signIn: { providers: [] } } },
      added: withRoles({
        keeper: { features: ['User.Manage', '*.View'] },
        others: { features: ['*'], except: ['User.Manage'] },
      }),
    });
    const [admin, viewer, manager] = [await app.as('admin'), await app.as('viewer'), await app.as('manager')];
    const { items } = await app.store.find({ entity: 'user' });
    for (const [name, role] of [
      ['viewer', 'keeper'],
      ['manager', 'others'],
    ])
      await app.store.update('user', String(items.find(({ UserName }) => UserName === name)?.Id), {
        Roles: [role],
      });
    app.clock.now = new Date(app.clock.now.getTime() + 6_000);
    const body = { Name: 'Of all', LabelFrench: 'De tous', Issuer: issuer, ClientId: 'x', RoleMap: [] };
    const above = await admin('POST', '/signinprovider', body);
    const path = `/signinprovider/${above.body.Id}`;
    const trusted = async (id: unknown) =>
      (await app.store.get('sign-in-provider', String(id)))?.TrustedRoles as readonly string[];
    expect(await trusted(above.body.Id)).toEqual(['admin']);
    const grants = { TrustedRoles: ['admin'], RoleMap: [{ Group: 'x', Roles: ['admin'] }] };
    const calls: readonly (readonly [string, string, object?])[] = [
      ...[{ Name: 'Mine' }, { Issuer: 'https://evil.example' }, { IsActive: false }, grants].map(
        (change) => ['PUT', path, change] as const,
      ),
      ['PUT', `${path}/secret`, { Secret: 'mine' }],
      ['POST', `${path}/test`],
      ['DELETE', path],
      ['POST', '/signinprovider', { ...body, Name: 'Second', RoleMap: grants.RoleMap }],
      ['POST', '/import/sign-in-provider', { FileId: above.body.Id, Columns: [], Mode: 'create' }],
      [
        'POST',
        `/activity/sign-in-provider/${above.body.Id}/restore`,
        { Entry: above.body.Id, What: 'record' },
      ],
      ['POST', `/activity/sign-in-provider/${above.body.Id}/duplicate`],
    ];
    const before = JSON.stringify(await app.store.get('sign-in-provider', above.body.Id));
    for (const [method, at, sent] of calls)
      for (const [who, ask] of [
        ['keeper', viewer],
        ['others', manager],
      ] as const) {
        const { status } = await ask(method, at, sent);
        expect([who, method, at, status >= 400 && status < 500]).toEqual([who, method, at, true]);
      }
    expect(JSON.stringify(await app.store.get('sign-in-provider', above.body.Id))).toBe(before);
    const sent = { ...body, Name: 'Of few', TrustedRoles: ['admin', 'manager'] };
    const own = await viewer('POST', '/signinprovider', sent);
    if (own.status === 201) expect(await trusted(own.body.Id)).toEqual(['keeper']);
    else expect(own.status, JSON.stringify(own.body)).toBe(422);
    const plain = await viewer('POST', '/signinprovider', { ...body, Name: 'Of few more' });
    expect([plain.status, await trusted(plain.body.Id)]).toEqual([201, ['keeper']]);
    await viewer('PUT', `/signinprovider/${plain.body.Id}`, { TrustedRoles: ['admin'] });
    expect(await trusted(plain.body.Id)).toEqual(['keeper']);
    for (const Name of ['mcp', 'scim'])
      for (const IsOn of [true, false])
        expect((await manager('PUT', '/programaccess', { Name, IsOn })).status).toBe(403);
    expect((await manager('GET', '/programaccess')).status).toBe(403);
    expect((await viewer('PUT', '/programaccess', { Name: 'other', IsOn: true })).status).toBe(422);
    expect(await app.store.count('program-access')).toBe(0);
    expect(app.errors).toEqual([]);
  });
});

describe('passwords switched off', () => {
  const withPassword = (password: 'on' | 'off') =>
    startApp({ store: 'memory', settings: { signIn: { providers: [], password } } });

  it('the server takes, sets and sends none; the operator switches them on again', async () => {
    const app = await startApp({ store: 'memory', settings: { signIn: { providers: [] } } });
    const [id, now] = ['01900d01-0000-7000-8000-00000000aaaa', app.clock.now.toISOString()];
    const stamps = { CreatedDate: now, CreatedBy: 'admin', ModifiedDate: now, ModifiedBy: 'admin' };
    const viewer = await app.as('viewer');
    await app.store.insert('sign-in-provider', {
      ...{ Id: id, Revision: 1, ...stamps, Name: 'Directory', LabelFrench: 'Annuaire', RoleMap: [] },
      ...{ Issuer: issuer, ClientId: 'x', IsActive: true, ReplacesPasswords: true },
    });
    const nobody = await app.as();
    const body = { UserName: 'viewer', Password: 'demo' };
    const refused = await nobody('POST', '/session', body);
    expect([refused.status, refused.body.Message]).toEqual([403, expect.stringMatching(/turned off/)]);
    expect((await nobody('GET', '/sign-in')).body.HasPassword).toBe(false);
    for (const [method, path, sent, ask] of [
      ['PUT', '/account/password', { CurrentPassword: 'demo', NewPassword: 'a long new one 7' }, viewer],
      ['POST', '/account/forgotten', { UserName: 'viewer' }, nobody],
      ['POST', '/account/link', { Token: 'x' }, nobody],
      ['PUT', '/account/link', { Token: 'x', NewPassword: 'a long new one 7' }, nobody],
    ] as const)
      expect((await ask(method, path, sent)).status, path).toBe(403);
    await app.store.update('sign-in-provider', id, { IsActive: false });
    expect((await nobody('POST', '/session', body)).status).toBe(200);
    for (const [password, status] of [
      ['on', 200],
      ['off', 403],
    ] as const)
      expect((await (await (await withPassword(password)).as())('POST', '/session', body)).status).toBe(
        status,
      );
  });
});
