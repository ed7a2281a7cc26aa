/** API keys: what a key may do, and every way it ends. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Ask, asker, type Running, type StoreKind, startApp } from './support/startApp.ts';

const named = (value: string) => ({ kind: 'compare', path: 'Name', operator: 'eq', value }) as const;
const rights = ['Product.Menu', 'Product.ProductGroup.View', 'Product.ProductGroup.Create'];

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[])
  describe(`API keys, ${kind} store`, () => {
    let app: Running;
    let admin: Ask;

    beforeEach(async () => {
      app = await startApp({ store: kind });
      admin = await app.as('admin');
    });

    const userId = async (name: string): Promise<string> => {
      const { items } = await app.store.find({ entity: 'user' });
      return String(items.find(({ UserName }) => UserName === name)?.Id);
    };
    const group = async (Name: string) => {
      const filter = { kind: 'compare', path: 'IsOperational', operator: 'eq', value: true } as const;
      const { items } = await app.store.find({ entity: 'brand', filter, page: { number: 1, size: 1 } });
      return { Name, BrandId: items[0]?.Id };
    };
    const makeAccount = async (more: object = {}, by = admin): Promise<Answer> =>
      by('POST', '/serviceaccount', { Name: 'Nightly sync', Features: rights, ...more });
    const withKey = async (more: object = {}) => {
      const account = await makeAccount(more);
      expect([account.status, account.body]).toMatchObject([201, {}]);
      const made = await admin('POST', `/serviceaccount/${account.body.Id}/key`);
      expect(made.status).toBe(201);
      return { account: account.body, key: made.body.Key as string, id: made.body.Id as string };
    };
    const using = (key: string): Ask => asker(app.fetch, { authorization: `Bearer ${key}` });
    const from = async (key: string, address: string, path = '/product') => {
      const request = new Request(`http://localhost/api${path}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return app.fetch(request, { incoming: { socket: { remoteAddress: address } } });
    };

    it('a key reads and writes within its rights, and history names account and key', async () => {
      const { key, account } = await withKey();
      expect(key).toMatch(/^fwk_[0-9a-f]{12}_[\w-]{43}$/);
      const program = using(key);
      expect((await program('GET', '/product')).status).toBe(200);
      const made = await program('POST', '/product/productgroup', await group('Made by a program'));
      expect([made.status, made.body]).toMatchObject([201, {}]);
      const { items } = await app.store.find({ entity: 'product-group', filter: named('Made by a program') });
      const told = await admin('GET', `/history/product-group/${items[0]?.Id}`);
      const user = await app.store.get('user', account.UserId);
      expect(told.body.Items[0]).toMatchObject({ ChangedBy: user?.UserName, ChangedWith: key.slice(0, 16) });
      expect(user).toMatchObject({ DisplayName: 'Nightly sync', IsService: true, Roles: [] });
      expect((await program('GET', '/dealer')).status).not.toBe(200);
    });

    it('the key is stored as a digest, shown once, and its last use is listed', async () => {
      const { key, account } = await withKey();
      await using(key)('GET', '/product');
      const listed = await admin('GET', `/serviceaccount/${account.Id}/key`);
      expect(listed.body.Items).toMatchObject([{ Prefix: key.slice(0, 16), LastUsedAddress: 'local' }]);
      const secret = key.slice(17);
      for (const entity of ['service-key', 'service-account', 'history', 'kept-answer'])
        expect(JSON.stringify((await app.store.find({ entity })).items)).not.toContain(secret);
      expect(JSON.stringify(listed.body)).not.toMatch(/Digest/);
    });

    it('nobody gives a key more than they have, and no key manages people or configures', async () => {
      for (const Features of [['User.Manage'], ['Configuration.Edit'], ['No.Such']])
        expect((await makeAccount({ Features })).status, String(Features)).toBe(422);
      expect((await makeAccount({ Entities: ['nothing'] })).status).toBe(422);
      for (const Addresses of ['10.0.0', '10.0.0.0/33', 'localhost', '10.1'])
        expect((await makeAccount({ Addresses })).status, Addresses).toBe(422);
      const viewer = await app.as('viewer');
      expect((await makeAccount({}, viewer)).status).toBe(403);
      expect((await viewer('GET', '/serviceaccount')).status).toBe(403);
      // The person it acts for limits it, at every call.
      expect((await makeAccount({ OwnerId: await userId('viewer') })).status).toBe(422);
      const { key } = await withKey({ OwnerId: await userId('manager') });
      expect((await using(key)('POST', '/product/productgroup', await group('Before'))).status).toBe(201);
      await app.store.update('user', await userId('manager'), { Roles: ['viewer'] });
      expect((await using(key)('GET', '/product')).status).toBe(200);
      expect((await using(key)('POST', '/product/productgroup', await group('After'))).status).toBe(403);
      await app.store.update('user', await userId('manager'), { IsActive: false });
      expect((await using(key)('GET', '/product')).status).toBe(401);
    });

    it('someone with fewer rights makes no key for the account of someone with more', async () => {
      const { account, id } = await withKey();
      const inForce = app.models.inForce();
      const roles = new Map(app.models.current().roles);
      roles.set('viewer', { id: 'viewer', features: ['User.Manage', 'Product.Menu'] });
      app.models.replace(inForce.set, {
        ...inForce.compilation,
        model: { ...app.models.current(), roles, version: 'office' },
      });
      const office = await app.as('viewer');
      const at = `/serviceaccount/${account.Id}`;
      expect((await office('POST', `${at}/key`)).status).toBe(403);
      expect((await office('POST', `${at}/key/${id}/rotate`)).status).toBe(403);
      expect((await office('PUT', at, { Addresses: '' })).status).toBe(403);
      expect((await office('DELETE', `${at}/key/${id}`)).status).toBe(200);
    });

    it('every other end of a key: revoked, expired, replaced, deactivated, another address', async () => {
      const { key, id, account } = await withKey({ Addresses: '203.0.113.0/24\n2001:db8::/32' });
      for (const good of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1'])
        expect((await from(key, good)).status, good).toBe(200);
      for (const bad of ['203.0.114.9', '2001:db9::1', 'nonsense', '127.0.0.1'])
        expect((await from(key, bad)).status, bad).toBe(403);
      const at = `/serviceaccount/${account.Id}`;
      expect((await admin('PUT', at, { Addresses: '' })).status).toBe(200);
      expect((await from(key, '127.0.0.1')).status).toBe(200);
      await admin('PUT', at, { IsActive: false });
      expect((await using(key)('GET', '/product')).status).toBe(401);
      expect((await admin('POST', `${at}/key`)).status).toBe(409);
      await admin('PUT', at, { IsActive: true });
      expect((await using(key)('GET', '/product')).status).toBe(200);

      const next = await admin('POST', `${at}/key/${id}/rotate`, { OverlapHours: 1 });
      expect(next.status).toBe(201);
      expect((await using(key)('GET', '/product')).status).toBe(200);
      app.clock.now = new Date(app.clock.now.getTime() + 2 * 3_600_000);
      const over = await using(key)('GET', '/product');
      expect([over.status, over.body.Message]).toMatchObject([401, expect.stringMatching(/expired/)]);
      expect((await using(next.body.Key)('GET', '/product')).status).toBe(200);
      expect((await admin('POST', `${at}/key/${id}/rotate`)).status).toBe(409);

      await admin('DELETE', `${at}/key/${next.body.Id}`);
      expect((await using(next.body.Key)('GET', '/product')).status).toBe(401);
      expect((await admin('DELETE', `${at}/key/${crypto.randomUUID()}`)).status).toBe(404);
    });

    it('a key ends at the moment it expires, also while it is remembered', async () => {
      const { key, id } = await withKey();
      const ends = Date.parse(String((await app.store.get('service-key', id))?.ExpiryDate));
      const statusAt = async (moment: number) => {
        app.clock.now = new Date(moment);
        return (await using(key)('GET', '/product?pageSize=1')).status;
      };
      expect(await statusAt(ends - 1000)).toBe(200);
      expect(await statusAt(ends - 1)).toBe(200);
      expect(await statusAt(ends)).toBe(401);
    });

    it('only the exact key counts', async () => {
      const { key } = await withKey();
      const [head, secret] = [key.slice(0, 17), key.slice(17)];
      const last = secret.endsWith('A') ? 'B' : 'A';
      for (const wrong of [
        ...[key.toUpperCase(), head + secret.toLowerCase(), `${key}A`, key.slice(0, -1)],
        ...[key.slice(0, -1) + last, `fwk_${'0'.repeat(12)}_${secret}`, head],
      ])
        expect((await using(wrong)('GET', '/product')).status, wrong).toBe(401);
      // A wrong key is not replaced by a cookie, and a key is no cookie.
      const { body } = await (await app.as())('POST', '/session', { UserName: 'admin', Password: 'demo' });
      const cookie = `formwright=${body.Token}`;
      const mixed = asker(app.fetch, { authorization: `Bearer ${key.slice(0, -1)}${last}`, cookie });
      expect((await mixed('GET', '/product')).status).toBe(401);
      expect((await asker(app.fetch, { cookie: `formwright=${key}` })('GET', '/product')).status).toBe(401);
      expect((await (await app.as())('GET', `/product?key=${key}`)).status).toBe(400);
      expect((await admin('GET', `/product?access_token=${encodeURIComponent(key)}`)).status).toBe(400);
    });

    it('a key reaches nothing of a person: no screens, sessions, accounts, keys or configuration', async () => {
      const every = [...app.models.current().features.keys()].filter(
        (feature) => !['User.Manage', 'Configuration.Edit'].includes(feature),
      );
      const { key, account } = await withKey({ Features: every });
      const program = using(key);
      const id = await userId('viewer');
      const closed: readonly [string, string, object?][] = [
        ['GET', '/session'],
        ['POST', '/session', { UserName: 'admin', Password: 'demo' }],
        ['PUT', '/account/password', { CurrentPassword: 'demo', NewPassword: 'another good one' }],
        ['GET', '/account/session'],
        ['GET', '/preference/display'],
        ['GET', '/view'],
        ['GET', '/notification'],
        ['GET', '/user'],
        ['POST', '/user', { UserName: 'mole', DisplayName: 'Mole', Roles: ['admin'] }],
        ['PUT', `/user/${id}`, { Roles: ['admin'] }],
        ['POST', `/user/${id}/password`],
        ['GET', '/serviceaccount'],
        ['POST', '/serviceaccount', { Name: 'Second', Features: [] }],
        ['POST', `/serviceaccount/${account.Id}/key`],
        ['GET', '/configure/draft'],
        ['GET', '/model'],
      ];
      for (const [method, path, body] of closed)
        expect([403, 404], `${method} ${path}`).toContain((await program(method, path, body)).status);
      await expect(
        (async () => {
          const { items } = await app.store.find({ entity: 'user' });
          return items.some(({ UserName }) => UserName === 'mole');
        })(),
      ).resolves.toBe(false);
    });

    it('no declared call lets a key with every right write an account or a link to one', async () => {
      const every = [...app.models.current().features.keys()].filter(
        (feature) => !['User.Manage', 'Configuration.Edit'].includes(feature),
      );
      const { key } = await withKey({ Features: every });
      const { items } = await app.store.find({ entity: 'employee', page: { number: 1, size: 1 } });
      const id = String(items[0]?.Id);
      await app.store.update('employee', id, { UserName: 'brand.new', Email: 'new@example.com' });
      const before = (await app.store.find({ entity: 'user' })).items.length;
      const sent = await using(key)('POST', `/profile/employee/${id}/resetpassword`);
      expect([403, 404]).toContain(sent.status);
      expect((await app.store.find({ entity: 'user' })).items.length).toBe(before);
    });

    it('a key limited to an entity does not reach another, along no path', async () => {
      const { key } = await withKey({
        Features: [...rights, 'Product.Plan.View'],
        Entities: ['product-group'],
      });
      const program = using(key);
      expect((await program('GET', '/product/productgroup')).status).toBe(200);
      const refused = await program('GET', '/product');
      expect([refused.status, refused.body.Message]).toMatchObject([403, expect.stringMatching(/limited/)]);
    });

    it('the API document shows what the key may do, and nothing else', async () => {
      const { key } = await withKey({ Features: ['Product.ProductGroup.View'] });
      const { body, headers } = await using(key)('GET', '/openapi.json');
      const whole = await admin('GET', '/openapi.json');
      const calls = (document: { paths: object }) =>
        Object.entries(document.paths).flatMap(([path, methods]) =>
          Object.keys(methods).map((method) => `${method} ${path}`),
        );
      expect(calls(body)).toContain('get /api/product/productgroup');
      expect(calls(body)).not.toContain('post /api/product/productgroup');
      for (const call of calls(body))
        expect(call).not.toMatch(/serviceaccount|api\/user\/\{|session|configure/);
      expect(calls(body).length).toBeLessThan(calls(whole.body).length / 2);
      const references = [...JSON.stringify(body).matchAll(/components\/schemas\/([^"]+)"/g)];
      for (const [, name = ''] of references) expect(body.components.schemas).toHaveProperty([name]);
      expect(headers.get('etag')).not.toBe(whole.headers.get('etag'));
      // What it lists is what it may: no listed read is refused.
      for (const path of Object.keys(body.paths).filter((one) => !/{|\/stream$/.test(one)))
        if ('get' in body.paths[path])
          expect((await using(key)('GET', path.slice('/api'.length))).status, path).not.toBe(403);
    });

    it('each key has its own calls a minute, in all processes together', async () => {
      const { key, account } = await withKey({ CallsPerMinute: 30 });
      const other = await admin('POST', `/serviceaccount/${account.Id}/key`);
      const second = app.restart();
      const beside = asker(second.fetch, { authorization: `Bearer ${key}` });
      const statuses: number[] = [];
      for (let count = 0; count < 40; count += 1)
        statuses.push((await (count % 2 ? using(key) : beside)('GET', '/product?pageSize=1')).status);
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(28);
      const last = await using(key)('GET', '/product');
      expect([last.status, Number(last.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
      expect((await using(other.body.Key)('GET', '/product')).status).toBe(200);
      app.clock.now = new Date(app.clock.now.getTime() + 60_000);
      expect((await using(key)('GET', '/product')).status).toBe(200);
    });

    it('10,000 wrong keys slow down their address and nobody else', async () => {
      const { key } = await withKey();
      expect((await from(key, '198.51.100.1')).status).toBe(200);
      const before = app.errors.length;
      const wrong = (count: number) => `fwk_${String(count).padStart(12, '0')}_${'x'.repeat(43)}`;
      const statuses = new Map<number, number>();
      const all = kind === 'memory' ? 10_000 : 100;
      for (let count = 0; count < all; count += 1) {
        const { status } = await from(wrong(count), '198.51.100.1');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect(statuses.get(401)).toBe(30);
      expect(statuses.get(429)).toBe(all - 30);
      expect((await from(key, '198.51.100.1')).status).toBe(200);
      expect((await from(wrong(1), '198.51.100.2')).status).toBe(401);
      expect((await using(key)('GET', '/product')).status).toBe(200);
      expect(app.errors.length).toBe(before);
    });

    it('a service account has no password, and none can be set', async () => {
      const { account } = await withKey({ OwnerId: await userId('manager') });
      for (const [method, path] of [
        ['POST', 'password'],
        ['POST', 'link'],
        ['DELETE', 'session'],
      ] as const)
        expect((await admin(method, `/user/${account.UserId}/${path}`)).status, path).toBe(409);
      expect((await admin('PUT', `/user/${account.UserId}`, { Roles: ['viewer'] })).status).toBe(409);
      const user = await app.store.get('user', account.UserId);
      const login = await (await app.as())('POST', '/session', { UserName: user?.UserName, Password: '' });
      expect(login.status).toBe(401);
    });

    it('logs never contain a key', async () => {
      const { key, account, id } = await withKey();
      const secret = key.slice(17);
      await using(key)('GET', `/product/${key}`);
      await using(key)('GET', '/nothing/here');
      await admin('DELETE', `/serviceaccount/${account.Id}/key/${id}`);
      await using(key)('GET', '/product');
      expect(app.warnings.length).toBeGreaterThan(0);
      expect(JSON.stringify([app.warnings, app.errors])).not.toContain(secret);
      const refused = app.warnings.find((line) => (line as { kind?: string }).kind === 'server.key.revoked');
      expect(refused).toMatchObject({ user: expect.stringMatching(/^service /) });
    });
  });
