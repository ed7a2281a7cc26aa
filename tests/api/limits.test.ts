/** How much of the server one caller may use, and who may filter and sort a list by what. */
import { beforeAll, describe, expect, it } from 'vitest';
import { filter } from './support/createClients.ts';
import { type Running, startApp } from './support/startApp.ts';
import { startSmallApp } from './support/startSmallApp.ts';

describe('limits of one person', () => {
  it('the preference unchanged for longest makes room for a new one', async () => {
    const app = await startSmallApp({});
    const [admin, viewer] = [await app.as('admin'), await app.as('viewer')];
    const { items } = await app.store.find({ entity: 'user' });
    const UserId = items.find(({ UserName }) => UserName === 'admin')?.Id;
    await viewer('PUT', '/preference/theirs', 0);
    // As many as the entity allows, all older.
    for (let made = 0; made < 197; made += 1)
      await app.store.insert('preference', {
        ...{ Id: `01900d01-0000-7000-8000-${String(made).padStart(12, '0')}`, UserId, Key: `old ${made}` },
        ...{
          Value: made,
          Revision: 1,
          ModifiedDate: `2020-01-01T00:00:00.${String(made).padStart(3, '0')}Z`,
        },
      });
    for (const key of ['a', 'b', 'c', 'd']) await admin('PUT', `/preference/${key}`, { key });
    await admin('PUT', '/preference/d', { key: 'changed' });
    const values = [];
    for (const key of ['old 0', 'old 1', 'a', 'd'])
      values.push((await admin('GET', `/preference/${encodeURIComponent(key)}`)).body);
    expect(values).toEqual([null, 1, { key: 'a' }, { key: 'changed' }]);
    expect((await viewer('GET', '/preference/theirs')).body).toBe(0);
  });

  it('the oldest event stream ends for a new one, and beyond the total limit nobody gets one', async () => {
    const app = await startSmallApp({}, { settings: { streamsPerLogin: 2, streams: 3 } });
    const open = async (role: string) => {
      const login = await (await app.as())('POST', '/session', { UserName: role, Password: 'demo' });
      const headers = { authorization: `Bearer ${login.body.Token}` };
      return () => app.fetch(new Request('http://localhost/api/events', { headers }));
    };
    const [admin, viewer] = [await open('admin'), await open('viewer')];
    const streams = [await admin(), await admin(), await admin()];
    const oldest = (streams[0] as Response).body?.getReader();
    expect((await oldest?.read())?.done).toBe(false);
    expect((await oldest?.read())?.done).toBe(true);
    const other = await viewer();
    expect(other.status).toBe(200);
    const refused = await viewer();
    expect([refused.status, (await refused.json()).Code]).toEqual([503, 'internal']);
    await other.body?.cancel();
    expect((await viewer()).status).toBe(200);
  });
});

describe('behind a proxy', () => {
  const login = (headers: Record<string, string>, Password = 'wrong') =>
    new Request('http://inside:3000/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ UserName: 'viewer', Password }),
    });

  it('wrong passwords are counted for the address that the trusted proxy saw', async () => {
    const app = await startSmallApp({}, { settings: { trustProxy: 1, loginAttempts: 1 } });
    const from = async (address: string) =>
      (await app.address(login({ 'x-forwarded-for': `9.9.9.9, ${address}` }), '10.0.0.1')).status;
    expect([await from('1.1.1.1'), await from('1.1.1.1'), await from('2.2.2.2')]).toEqual([401, 429, 401]);
    const bare = await startSmallApp({}, { settings: { loginAttempts: 1 } });
    const invented = async (address: string) =>
      (await bare.address(login({ 'x-forwarded-for': address }), '10.0.0.1')).status;
    expect([await invented('1.1.1.1'), await invented('2.2.2.2')]).toEqual([401, 429]);
  });

  it('the cookie is secure and the origin is that of the public address', async () => {
    const app = await startSmallApp({}, { settings: { trustProxy: ['10.0.0.1'] } });
    const seen = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'desk.example' };
    const trusted = await app.address(login(seen, 'demo'), '10.0.0.1');
    const cookie = trusted.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-formwright=.+; Path=\/; .*; Secure$/);
    expect(trusted.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    const stranger = await app.address(login(seen, 'demo'), '10.0.0.9');
    expect(stranger.headers.get('set-cookie')).not.toContain('Secure');
    expect(stranger.headers.has('strict-transport-security')).toBe(false);
    const keep = (peer: string) => {
      const headers = { ...seen, cookie: cookie.split(';')[0] ?? '', origin: 'https://desk.example' };
      const url = 'http://inside:3000/api/preference/x';
      const type = { 'content-type': 'application/json' };
      const request = new Request(url, { method: 'PUT', body: '1', headers: { ...headers, ...type } });
      return app.address(request, peer);
    };
    expect([(await keep('10.0.0.1')).status, (await keep('10.0.0.9')).status]).toEqual([200, 403]);
    // A name that any page without TLS could have set.
    const set = { ...seen, cookie: cookie.split(';')[0]?.replace('__Host-', '') ?? '' };
    const fixed = new Request('http://inside:3000/api/session', { headers: set });
    expect((await app.address(fixed, '10.0.0.1')).status).toBe(401);
  });
});

describe('a field that a person may not see', () => {
  const policy = { view: 'login', create: 'login', update: 'login', remove: 'login' };
  const secret = '01900000-0000-7000-8000-0000000000e0';
  const files = {
    'schemas/test/box/entity.json': {
      $id: 'box',
      title: 'box',
      type: 'object',
      properties: {
        Name: { type: 'string', title: 'Name' },
        Cost: { type: 'integer', title: 'Cost' },
        ParentId: {
          'x-ref': 'box',
          'x-expand': { as: 'Parent', fields: ['Id', 'Name'] },
          title: 'Parent',
        },
      },
    },
    'schemas/test/box/behaviour.json': {
      for: 'box',
      policy: { ...policy, fields: { Cost: { view: 'Configuration.Edit' } } },
    },
    'schemas/test/box/api.json': { for: 'box', routes: [{ route: 'GET /box', operation: 'find' }] },
  };

  it('cannot be filtered or sorted by, directly or through a reference', async () => {
    const app = await startSmallApp(files, { records: { box: [{ Id: secret, Name: 'A', Cost: 7 }] } });
    const [admin, manager] = [await app.as('admin'), await app.as('manager')];
    const queries = [filter('cost', '5', 'gt'), filter('Parent.Cost', '5', 'gt'), 'sortFields=Cost'];
    for (const query of queries) {
      expect((await admin('GET', `/box?${query}`)).status, query).toBe(200);
      const refused = await manager('GET', `/box?${query}`);
      expect([refused.status, refused.body.Code], query).toEqual([403, 'forbidden']);
      expect(refused.body.Message).toContain('Cost');
    }
    expect((await manager('GET', `/box?${filter('Name', 'A')}`)).body.TotalItems).toBe(1);
  });
});

describe('bodies in chunks of one byte', () => {
  let app: Running;
  let token = '';
  beforeAll(async () => {
    app = await startApp({ store: 'sqlite' });
    const login = await (await app.as())('POST', '/session', { UserName: 'admin', Password: 'demo' });
    token = login.body.Token;
    return () => app.store.close();
  });

  /** Sends a body in chunks of one size; returns how many were read. */
  async function send(method: string, path: string, { bytes, piece, head = '' }: Body) {
    const type = head === '' ? 'application/json' : 'multipart/form-data; boundary=cut';
    let [left, pulled] = [bytes, 0];
    const start = new TextEncoder().encode(head);
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (pulled === 0 && start.length > 0) controller.enqueue(start);
        else {
          controller.enqueue(new Uint8Array(Math.min(piece, left)).fill(97));
          left -= piece;
        }
        pulled += 1;
        if (left <= 0) controller.close();
      },
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const init = { method, headers, body, duplex: 'half' } as RequestInit;
    const { status } = await app.fetch(new Request(`http://localhost/api${path}`, init));
    return { status, pulled };
  }

  type Body = { readonly bytes: number; readonly piece: number; readonly head?: string };
  const file = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  const open = (path: string) =>
    path.replace(/\{\w+\}/g, '01900d01-0000-7000-8000-000000000001').replace(/^(?!\/)/, '/');

  it('are refused after a while by every call that takes a body, of any kind', async () => {
    const declared = app.models.current().routes.filter(({ method }) => method !== 'GET');
    const fixed = [
      ['POST', '/File'],
      ['POST', '/view'],
      ['PUT', '/preference/key'],
      ['POST', '/bulk'],
      ['PUT', '/account/password'],
      ['POST', '/session'],
      ['POST', '/account/forgotten'],
    ] as const;
    const calls = [...declared.map(({ method, path }) => [method, path] as const), ...fixed];
    expect(calls.length).toBeGreaterThan(100);
    for (const [method, path] of calls)
      for (const head of ['', file]) {
        const { status, pulled } = await send(method, open(path), { bytes: 5000, piece: 1, head });
        expect(pulled, `${method} ${path}`).toBeLessThan(1200);
        expect(status, `${method} ${path}`).toBeLessThan(500);
      }
  });

  it('do not lock out slow senders, whose chunks are those of a bad line', async () => {
    const { status, pulled } = await send('POST', '/File', { bytes: 1_000_000, piece: 536, head: file });
    // Read to its end, where the boundary is missing.
    expect([status, pulled > 1800]).toEqual([400, true]);
  });
});
