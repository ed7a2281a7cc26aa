/** SCIM 2.0: what Entra ID and Okta send, within the rights of the key. */
import { beforeAll, describe, expect, it } from 'vitest';
import { badCalls, core, enterprise, entraUser, patchOp, scimOf } from './support/scim.ts';
import { type Ask, appStores, asker, type Running, startApp } from './support/startApp.ts';

const stores = [...new Set([...appStores, 'memory' as const])];

for (const kind of process.env.STORES === 'postgres' ? appStores : stores)
  describe(`SCIM, ${kind} store`, () => {
    let app: Running;
    let admin: Ask;
    let scim: Ask;
    let count = 0;

    const makeKey = async (Features: readonly string[], more: object = {}) => {
      count += 1;
      const account = await admin('POST', '/serviceaccount', {
        ...{ Name: `Directory ${count}`, Features, CallsPerMinute: 60000 },
        ...more,
      });
      expect([account.status, account.body]).toMatchObject([201, {}]);
      const made = await admin('POST', `/serviceaccount/${account.body.Id}/key`);
      return made.body.Key as string;
    };

    beforeAll(async () => {
      app = await startApp({ store: kind });
      admin = await app.as('admin');
      const viewer = app.models.current().roles.get('viewer')?.features ?? [];
      const key = await makeKey(['User.Provision', ...viewer]);
      scim = scimOf(app, key);
      const off = await scim('GET', '/Users');
      expect([off.status, off.body.status]).toEqual([403, '403']);
      expect(off.body.detail).toMatch(/turned off/);
      expect((await admin('PUT', '/programaccess', { Name: 'scim', IsOn: true })).status).toBe(200);
    });

    const fresh = (name: string) => {
      count += 1;
      return `${name}.${count}@contoso.example`;
    };
    const create = async (userName: string) => {
      const made = await scim('POST', '/Users', entraUser(userName));
      expect([made.status, made.body]).toMatchObject([201, { userName }]);
      return made.body;
    };
    const patch = (id: string, ...Operations: object[]) =>
      scim('PATCH', `/Users/${id}`, { schemas: [patchOp], Operations });
    const find = (filter: string, more = '') =>
      scim('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`);

    it('Entra ID finds nobody, creates, finds, changes, and deactivates with a text', async () => {
      const userName = fresh('adele');
      const none = await find(`userName eq "${userName}"`);
      expect([none.status, none.body.totalResults, none.body.Resources]).toEqual([200, 0, []]);
      const made = await scim('POST', '/Users', entraUser(userName));
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        ...{ schemas: [core], userName, displayName: 'Adele Vance', active: true },
        ...{ name: { givenName: 'Adele', familyName: 'Vance' }, groups: [] },
        emails: [{ value: userName, type: 'work', primary: true }],
      });
      expect(made.headers.get('location')).toBe(made.body.meta.location);
      expect(made.body.meta.location).toMatch(/\/scim\/v2\/Users\/[0-9a-f-]{36}$/);
      const found = await find(`userName eq "${userName.toUpperCase()}" and active eq true`);
      expect(found.body.Resources.map(({ id }: { id: string }) => id)).toEqual([made.body.id]);
      expect((await find(`externalId eq "object ${userName}"`)).body.totalResults).toBe(1);
      const changed = await patch(
        made.body.id,
        { op: 'Replace', path: 'displayName', value: 'Adele V.' },
        { op: 'Add', path: 'emails[type eq "work"].value', value: 'adele.v@contoso.example' },
        { op: 'Replace', path: 'name.familyName', value: 'V.' },
        { op: 'Add', path: `${enterprise}:department`, value: 'Sales' },
      );
      expect([changed.status, changed.body]).toMatchObject([
        200,
        {
          displayName: 'Adele V.',
          emails: [{ value: 'adele.v@contoso.example' }],
          name: { familyName: 'V.' },
        },
      ]);
      const gone = await patch(made.body.id, { op: 'Replace', path: 'active', value: 'False' });
      expect([gone.status, gone.body.active]).toEqual([200, false]);
      const back = await patch(made.body.id, {
        op: 'Replace',
        value: { active: 'True', 'name.givenName': 'A.' },
      });
      expect([back.status, back.body]).toMatchObject([200, { active: true, name: { givenName: 'A.' } }]);
    });

    it('Okta creates with a password that is ignored, replaces with PUT, deactivates without a path', async () => {
      const userName = fresh('okta');
      const body = {
        schemas: [core],
        userName,
        name: { givenName: 'Test', familyName: 'User' },
        emails: [{ primary: true, value: userName, type: 'work' }],
        displayName: 'Test User',
        locale: 'fr-CA',
        externalId: '00ujl29u0le5T6Aj10h7',
        groups: [],
        password: '1mz050nq',
        active: true,
      };
      const made = await scim('POST', '/Users', body);
      expect([made.status, made.body.preferredLanguage]).toEqual([201, 'fr-CA']);
      const stored = await app.store.get('user', made.body.id);
      expect(stored).toMatchObject({ Roles: [], IsEmailUnconfirmed: true });
      expect(stored?.PasswordHash ?? null).toBeNull();
      const put = await scim('PUT', `/Users/${made.body.id}`, {
        ...{ ...body, id: made.body.id, displayName: 'Test Person', emails: [] },
        name: { givenName: 'Test', familyName: 'Person' },
        meta: { resourceType: 'User' },
      });
      expect([put.status, put.body]).toMatchObject([200, { displayName: 'Test Person', active: true }]);
      expect(put.body.emails).toBeUndefined();
      const off = await patch(made.body.id, { op: 'replace', value: { active: false } });
      expect([off.status, off.body.active]).toEqual([200, false]);
    });

    it('deactivation ends logins at once, in whatever way it is said', async () => {
      for (const end of ['delete', 'patch', 'put'] as const) {
        const made = await create(fresh('ends'));
        const given = await admin('POST', `/user/${made.id}/password`);
        const signedIn = await asker(app.fetch, {})('POST', '/session', {
          UserName: made.userName,
          Password: given.body.Password,
        });
        const person = asker(app.fetch, { authorization: `Bearer ${signedIn.body.Token}` });
        expect((await person('GET', '/session')).status).toBe(200);
        const answer =
          end === 'delete'
            ? await scim('DELETE', `/Users/${made.id}`)
            : end === 'patch'
              ? await patch(made.id, { op: 'replace', path: 'active', value: false })
              : await scim('PUT', `/Users/${made.id}`, { ...made, active: false });
        expect(answer.status, end).toBe(end === 'delete' ? 204 : 200);
        expect((await person('GET', '/session')).status, end).toBe(401);
        expect((await scim('GET', `/Users/${made.id}`)).body.active).toBe(false);
      }
    });

    it('nobody is taken over by name, and look-alike names are refused', async () => {
      const made = await create(fresh('name'));
      for (const userName of [
        made.userName,
        made.userName.toUpperCase(),
        'admin',
        'ADMIN',
        'аdmin',
        'adm1n',
      ]) {
        const again = await scim('POST', '/Users', { ...entraUser(userName), emails: [] });
        expect([again.status, again.body.scimType], userName).toEqual([409, 'uniqueness']);
      }
      const renamed = await patch(made.id, { op: 'replace', path: 'userName', value: fresh('other') });
      expect([renamed.status, renamed.body.scimType]).toEqual([400, 'mutability']);
    });

    it('accounts above the rights of the key, administrators above all, are not touched', async () => {
      const { body } = await find('userName eq "admin" or userName eq "manager"');
      expect(body.totalResults).toBe(2);
      for (const { id, userName } of body.Resources) {
        const operations: readonly object[] = [
          { op: 'replace', path: 'active', value: false },
          { op: 'replace', path: 'externalId', value: 'mine' },
          { op: 'replace', path: 'emails', value: [{ value: 'attacker@contoso.example' }] },
        ];
        for (const operation of operations)
          expect((await patch(id, operation)).status, `${userName} ${JSON.stringify(operation)}`).toBe(403);
        expect((await scim('DELETE', `/Users/${id}`)).status, userName).toBe(403);
        for (const role of ['viewer', 'admin']) {
          const Operations = [{ op: 'add', path: 'members', value: [{ value: id }] }];
          const given = await scim('PATCH', `/Groups/${role}`, { schemas: [patchOp], Operations });
          expect(given.status, `${userName} ${role}`).toBe(role === userName ? 200 : 403);
        }
        expect((await app.store.get('user', id))?.Roles).toEqual([userName]);
      }
    });

    it('groups are roles: given and taken as far as the key holds them, in the forms of both directories', async () => {
      const [one, two] = [await create(fresh('one')), await create(fresh('two'))];
      const listed = await scim(
        'GET',
        `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Viewer"')}`,
      );
      expect(listed.body.Resources).toMatchObject([{ id: 'viewer', displayName: 'Viewer' }]);
      expect(listed.body.Resources[0].members).toBeUndefined();
      const change = (...Operations: object[]) =>
        scim('PATCH', '/Groups/viewer', { schemas: [patchOp], Operations });
      const rolesOf = async ({ id }: { id: string }) => (await app.store.get('user', id))?.Roles;
      // Entra ID.
      await change({ op: 'Add', path: 'members', value: [{ value: one.id }, { value: two.id }] });
      expect([await rolesOf(one), await rolesOf(two)]).toEqual([['viewer'], ['viewer']]);
      await change({ op: 'Remove', path: 'members', value: [{ value: one.id }] });
      // Okta.
      await change({ op: 'remove', path: `members[value eq "${two.id}"]` });
      expect([await rolesOf(one), await rolesOf(two)]).toEqual([[], []]);
      const named = await change(
        { op: 'replace', value: { id: 'viewer', displayName: 'Viewer' } },
        { op: 'add', path: 'members', value: [{ value: one.id, display: one.userName }] },
      );
      expect(named.body.members).toContainEqual(expect.objectContaining({ value: one.id }));
      expect((await scim('GET', `/Users/${one.id}`)).body.groups).toMatchObject([{ value: 'viewer' }]);
      const beyond = await scim('PATCH', '/Groups/admin', {
        schemas: [patchOp],
        Operations: [{ op: 'add', path: 'members', value: [{ value: one.id }] }],
      });
      expect([beyond.status, beyond.body.scimType]).toEqual([400, 'invalidValue']);
      expect(await rolesOf(one)).toEqual(['viewer']);
      expect((await change({ op: 'replace', path: 'displayName', value: 'Readers' })).status).toBe(400);
      const linked = await scim('POST', '/Groups', { displayName: 'viewer', members: [{ value: two.id }] });
      expect([linked.status, linked.body.id, await rolesOf(two)]).toEqual([201, 'viewer', ['viewer']]);
      expect((await scim('POST', '/Groups', { displayName: 'New' })).status).toBe(403);
      expect((await scim('DELETE', '/Groups/viewer')).status).toBe(405);
      expect((await scim('GET', '/Groups/nothing')).status).toBe(404);
      expect(
        (await change({ op: 'add', path: 'members', value: [{ value: crypto.randomUUID() }] })).status,
      ).toBe(400);
    });

    it('pages hold everyone once, though accounts are made between them', async () => {
      const before: string[] = [];
      for (let at = 0; at < 5; at += 1) {
        app.clock.now = new Date(app.clock.now.getTime() + 1000);
        before.push((await create(fresh('page'))).id);
      }
      const seen: string[] = [];
      for (let start = 1; ; start += 3) {
        const { body } = await scim('GET', `/Users?startIndex=${start}&count=3`);
        if (body.Resources.length === 0) break;
        expect(body).toMatchObject({ startIndex: start, itemsPerPage: body.Resources.length });
        seen.push(...body.Resources.map(({ id }: { id: string }) => id));
        app.clock.now = new Date(app.clock.now.getTime() + 1000);
        if (start < 12) await create(fresh('between'));
      }
      expect(new Set(seen).size).toBe(seen.length);
      for (const id of before) expect(seen).toContain(id);
      const across = await scim('GET', '/Users?startIndex=3&count=4');
      expect(across.body.Resources.map(({ id }: { id: string }) => id)).toEqual(seen.slice(2, 6));
      expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ Resources: [], itemsPerPage: 0 });
      const sorted = (await scim('GET', '/Users?sortBy=userName&sortOrder=descending&count=200')).body
        .Resources;
      const names = sorted.map(({ userName }: { userName: string }) => userName.toLowerCase());
      expect(names[0]).not.toBe(names.toSorted()[0]);
      expect(names).not.toContain(expect.stringMatching(/^service /));
    });

    it('versions: a stale one is refused with 412, a known one answers 304', async () => {
      const made = await create(fresh('version'));
      const at = `/Users/${made.id}`;
      const tag = (await scim('GET', at)).headers.get('etag') ?? '';
      expect(tag).toBe((await scim('GET', at)).body.meta.version);
      expect((await scim('GET', at, undefined, { 'if-none-match': tag })).status).toBe(304);
      const Operations = [{ op: 'replace', path: 'displayName', value: 'Newer' }];
      expect((await scim('PATCH', at, { Operations }, { 'if-match': tag })).status).toBe(200);
      const stale = await scim(
        'PATCH',
        at,
        { Operations: [{ ...Operations[0], value: 'Old' }] },
        { 'if-match': tag },
      );
      expect([stale.status, stale.body.status]).toEqual([412, '412']);
    });

    it('only a key with the right reaches it, and it writes accounts nowhere else; history names the key', async () => {
      expect((await scimOf(app, await makeKey(['Product.Menu']))('GET', '/Users')).status).toBe(403);
      expect((await scimOf(app, 'nothing')('GET', '/Users')).status).toBe(401);
      expect((await admin('GET', '/scim/v2/Users')).status).toBe(403);
      const key = await makeKey(['User.Provision']);
      const api = asker(app.fetch, { authorization: `Bearer ${key}` });
      expect((await api('POST', '/user', { UserName: 'mine', DisplayName: 'Mine' })).status).toBe(403);
      const made = await create(fresh('told'));
      const { body } = await admin('GET', `/history/user/${made.id}`);
      expect(body.Items[0].ChangedWith).toMatch(/^fwk_/);
      // The same rights at the next call: the directory's right can be taken away.
      const limited = await makeKey(['User.Provision'], { Entities: ['product'] });
      expect((await scimOf(app, limited)('GET', '/Users')).status).toBe(403);
    });

    it('says what it supports, and refuses the rest in the form of SCIM', async () => {
      const config = await scim('GET', '/ServiceProviderConfig');
      expect(config.body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
      expect((await scim('GET', '/ResourceTypes')).body.totalResults).toBe(2);
      expect((await scim('GET', '/ResourceTypes/User')).body.schema).toBe(core);
      expect((await scim('GET', `/Schemas/${enterprise}`)).body.id).toBe(enterprise);
      expect((await scim('POST', '/Bulk', {})).status).toBe(404);
      expect((await scim('GET', '/Nothing')).body.schemas).toEqual([
        'urn:ietf:params:scim:api:messages:2.0:Error',
      ]);
      expect((await scim('GET', `/Users/${'not'}-an-id`)).status).toBe(400);
      expect((await scim('GET', `/Users/${crypto.randomUUID()}`)).status).toBe(404);
      for (const filter of [
        'userName',
        'userName eq',
        'userName zz "a"',
        '(userName eq "a"',
        'nickName eq "a"',
        'userName eq "a',
        'active eq "perhaps"',
        '('.repeat(50),
      ])
        expect((await find(filter)).body, filter).toMatchObject({ status: '400', scimType: 'invalidFilter' });
      for (const filter of [
        'emails[type eq "work" and value co "contoso"]',
        'not (active eq false)',
        'externalId pr',
        'meta.lastModified gt "2020-01-01T00:00:00Z"',
        'active eq "True"',
      ])
        expect((await find(filter)).body.totalResults, filter).toBeGreaterThan(0);
    });

    it('1,000 generated bad bodies give no 5xx', async () => {
      const made = await create(fresh('bad'));
      const next = badCalls(made.id);
      const failed: unknown[] = [];
      for (let at = 0; at < 1000; at += 1) {
        const [method, path, body] = next();
        const answer = await scim(method, path, body);
        if (answer.status >= 500) failed.push([method, path, body, answer.body]);
      }
      expect(failed).toEqual([]);
      expect(app.errors).toEqual([]);
      expect((await app.store.get('user', made.id))?.UserName).toBe(made.userName);
    });
  });
