/** People and their roles, and who may do what with whom. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Ask, asker, type Running, type StoreKind, startApp } from './support/startApp.ts';

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[]) {
  describe(`people, ${kind} store`, () => {
    let app: Running;
    let admin: Ask;

    beforeEach(async () => {
      app = await startApp({ store: kind });
      admin = await app.as('admin');
    });

    const idOf = async (name: string): Promise<string> => {
      const { items } = await app.store.find({ entity: 'user' });
      return String(items.find(({ UserName }) => UserName === name)?.Id);
    };
    const signIn = async (UserName: string, Password: string) =>
      (await app.as())('POST', '/session', { UserName, Password });
    const reset = async (name: string, by = admin) => by('POST', `/user/${await idOf(name)}/password`);
    /** Someone an administrator and otherwise holds only what the viewer does. */
    const office = async (): Promise<Ask> => {
      await app.store.update('user', await idOf('reports'), { Roles: ['viewer'] });
      const { features } = app.models.current().roles.get('viewer') ?? { features: [] };
      const held = new Set([...features, 'User.Manage']);
      const roles = new Map(app.models.current().roles);
      roles.set('viewer', { id: 'viewer', features: [...held] });
      app.models.replace(app.models.inForce().set, {
        ...app.models.inForce().compilation,
        model: { ...app.models.current(), roles, version: 'office' },
      });
      return app.as('reports');
    };

    it('a person is added, given a password, and signs in with it once', async () => {
      const made = await admin('POST', '/user', {
        UserName: 'ada',
        DisplayName: 'Ada L.',
        Roles: ['viewer'],
      });
      expect([made.status, made.body.IsActive, made.body.Roles]).toEqual([200, true, ['viewer']]);
      expect((await signIn('ada', '')).status).toBe(401);
      const { status, body } = await reset('ada');
      expect([status, body.UserName]).toEqual([200, 'ada']);
      expect(body.Password.length).toBeGreaterThanOrEqual(20);
      const login = await signIn('ada', body.Password);
      expect([login.status, login.body.MustChangePassword]).toEqual([200, true]);
      const ada = asker(app.fetch, { authorization: `Bearer ${login.body.Token}` });
      expect((await ada('GET', '/product')).status).toBe(403);
      const change = { CurrentPassword: body.Password, NewPassword: 'words of her own choice' };
      expect((await ada('PUT', '/account/password', change)).status).toBe(200);
      expect((await signIn('ada', body.Password)).status).toBe(401);
      app = app.restart();
      expect((await signIn('ada', 'words of her own choice')).body.MustChangePassword).toBe(undefined);
    });

    it('nobody without the right sees or touches people', async () => {
      const id = await idOf('viewer');
      for (const role of ['manager', 'viewer', 'configurator', undefined]) {
        const ask = await app.as(role);
        for (const [method, path] of [
          ['GET', '/user'],
          ['GET', `/user/${id}`],
          ['POST', '/user'],
          ['PUT', `/user/${id}`],
          ['POST', `/user/${id}/password`],
          ['DELETE', `/user/${id}/session`],
        ] as const)
          expect((await ask(method, path, method === 'GET' ? undefined : {})).status, `${role} ${path}`).toBe(
            role ? 403 : 401,
          );
      }
    });

    it('nobody can read, filter, sort, write or find in the history a password hash', async () => {
      const id = await idOf('viewer');
      const asked = [
        await admin('GET', '/user?pageSize=0'),
        await admin('GET', `/user/${id}`),
        await admin('PUT', `/user/${id}`, { DisplayName: 'Someone' }),
        await admin('GET', '/user?$export=csv'),
        await admin('GET', `/history/user/${id}`),
        await admin('GET', '/history'),
      ];
      for (const { body } of asked) expect(JSON.stringify(body)).not.toMatch(/PasswordHash|pbkdf2/);
      for (const query of [
        'sortFields=PasswordHash',
        'FilterProperty=PasswordHash&FilterOperator=startsWith&FilterValue=p',
      ])
        expect((await admin('GET', `/user?${query}`)).status, query).toBeGreaterThanOrEqual(400);
      const before = (await app.store.get('user', id))?.PasswordHash;
      await admin('PUT', `/user/${id}`, { PasswordHash: 'pbkdf2$1$00$00', MustChangePassword: true });
      expect(await app.store.get('user', id)).toMatchObject({
        PasswordHash: before,
        MustChangePassword: false,
      });
    });

    it('a deactivated person is signed out at once, and after reactivation must sign in again', async () => {
      const viewer = await app.as('viewer');
      const path = `/user/${await idOf('viewer')}`;
      expect((await admin('PUT', path, { IsActive: false })).status).toBe(200);
      expect((await viewer('GET', '/session')).status).toBe(401);
      expect((await signIn('viewer', 'demo')).status).toBe(401);
      expect((await admin('PUT', path, { IsActive: true })).status).toBe(200);
      expect((await viewer('GET', '/session')).status).toBe(401);
      expect((await signIn('viewer', 'demo')).status).toBe(200);
    });

    it('roles apply to the next call, and a user name never changes', async () => {
      const viewer = await app.as('viewer');
      expect((await viewer('GET', '/user')).status).toBe(403);
      const path = `/user/${await idOf('viewer')}`;
      expect((await admin('PUT', path, { Roles: ['viewer', 'admin'] })).status).toBe(200);
      expect((await viewer('GET', '/user')).status).toBe(200);
      const renamed = await admin('PUT', path, { UserName: 'somebody' });
      expect(renamed.status).toBe(422);
    });

    it('a reset signs the person out everywhere, and so does an administrator on request', async () => {
      const first = await app.as('viewer');
      expect((await reset('viewer')).status).toBe(200);
      expect((await first('GET', '/session')).status).toBe(401);
      const manager = await app.as('manager');
      const ended = await admin('DELETE', `/user/${await idOf('manager')}/session`);
      expect([ended.status, ended.body.Ended]).toEqual([200, 1]);
      expect((await manager('GET', '/session')).status).toBe(401);
    });

    it('nobody gives a right that they do not hold, nor edits someone who holds more', async () => {
      const clerk = await office();
      const viewer = `/user/${await idOf('viewer')}`;
      const given = await clerk('PUT', viewer, { Roles: ['viewer', 'manager'] });
      expect(given.status).toBe(422);
      expect(given.body.ValidationErrors).toEqual([
        expect.objectContaining({ Key: 'Roles', Rule: 'user.role-beyond' }),
      ]);
      const made = { UserName: 'eve', DisplayName: 'Eve', Roles: ['admin'] };
      expect((await clerk('POST', '/user', made)).status).toBe(422);
      expect((await clerk('POST', '/user', { ...made, Roles: ['viewer'] })).status).toBe(200);
      expect((await clerk('POST', '/user', { ...made, UserName: 'x', Roles: ['nothing'] })).status).toBe(422);
      for (const name of ['admin', 'manager', 'configurator']) {
        const path = `/user/${await idOf(name)}`;
        expect((await clerk('PUT', path, { IsActive: false })).status, name).toBe(403);
        expect((await clerk('PUT', path, { Roles: [] })).status, name).toBe(403);
        expect((await reset(name, clerk)).status, name).toBe(403);
        expect((await clerk('DELETE', `${path}/session`)).status, name).toBe(403);
      }
      expect((await clerk('PUT', viewer, { DisplayName: 'The viewer' })).status).toBe(200);
    });

    it('the last administrator cannot be changed', async () => {
      const path = `/user/${await idOf('admin')}`;
      for (const change of [{ IsActive: false }, { Roles: [] }, { Roles: ['viewer'] }]) {
        const { status, body } = await admin('PUT', path, change);
        expect([status, body.Message]).toEqual([
          409,
          expect.stringMatching(/last person with the permission/),
        ]);
      }
      expect((await admin('GET', '/user')).status).toBe(200);
      // Someone who cannot sign in does not count.
      await admin('POST', '/user', { UserName: 'ada', DisplayName: 'Ada', Roles: ['admin'] });
      expect((await admin('PUT', path, { Roles: ['viewer'] })).status).toBe(409);
      await reset('ada');
      expect((await admin('PUT', path, { Roles: ['viewer'] })).status).toBe(200);
      expect((await admin('GET', '/user')).status).toBe(403);
    });

    it('a name is unique ignoring case, and an invalid one is refused', async () => {
      const made = await admin('POST', '/user', { UserName: 'VIEWER', DisplayName: 'x', Roles: [] });
      expect([made.status, made.body.ValidationErrors[0].Rule]).toEqual([422, 'user.name.unique']);
      expect((await admin('POST', '/user', { DisplayName: 'x' })).status).toBe(422);
      expect((await admin('POST', '/user', { UserName: 'x', DisplayName: 'x', Roles: 'admin' })).status).toBe(
        422,
      );
      expect((await admin('POST', '/user', { UserName: 'x', Salary: 1 })).status).toBe(400);
    });

    it('changes of a person are in the history', async () => {
      const id = await idOf('viewer');
      await admin('PUT', `/user/${id}`, { Roles: ['viewer', 'pricing'] });
      const { body } = await admin('GET', `/history/user/${id}`);
      expect(body.Items).toEqual([expect.objectContaining({ Field: 'Roles', ChangedBy: 'admin' })]);
      expect((await (await app.as('viewer'))('GET', `/history/user/${id}`)).status).toBe(403);
    });
  });
}

describe('what a login alone may not read', () => {
  it('rule texts and factors of products', async () => {
    const app = await startApp({ store: 'memory' });
    const [reports, viewer] = [await app.as('reports'), await app.as('viewer')];
    const rules = ['EligibilityRuleText', 'EligibilityExamples', 'NewUsedRuleText'];
    const { items } = await app.store.find({ entity: 'product' });
    const product = items.find(({ EligibilityRuleText }) => EligibilityRuleText);
    await app.store.update('product', String(product?.Id), { NewUsedRuleText: 'true' });
    const read = async (ask: Ask) => Object.keys((await ask('GET', `/product/${product?.Id}`)).body);
    expect(await read(viewer)).toEqual(expect.arrayContaining(rules));
    expect((await read(reports)).filter((field) => rules.includes(field))).toEqual([]);
    const factors = `/products/${product?.Id}/productfactors`;
    expect((await viewer('GET', factors)).status).toBe(200);
    expect((await reports('GET', factors)).status).toBe(403);
  });
});
