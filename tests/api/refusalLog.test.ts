/** Refusals are logged separately: who, what, from where; no secrets, and a limited number of lines. */
import { beforeAll, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createEvents } from '#server/app';
import { extensions } from '../support/extensions.ts';
import { asker, type Running, startApp } from './support/startApp.ts';

const { hubs } = extensions;

const events = createEvents();
let app: Running;

beforeAll(async () => {
  app = await startApp({ store: 'sqlite', events });
  return () => app.store.close();
});

const from = { incoming: { socket: { remoteAddress: '192.0.2.7' } } };
const near = async (request: Request) => app.fetch(request, from);

/** The log entries since the last call. */
async function noted(work: () => Promise<unknown>): Promise<readonly DataRecord[]> {
  const before = app.warnings.length;
  await work();
  const lines = app.warnings.slice(before) as readonly DataRecord[];
  return lines.filter(({ channel }) => channel === 'refusals');
}

const login = (UserName: string, Password: string) =>
  asker(near, {})('POST', '/session', { UserName, Password });

async function signedIn(name: string) {
  const { body, headers } = await login(name, 'demo');
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  return { token: body.Token as string, cookie, ask: asker(near, { authorization: `Bearer ${body.Token}` }) };
}

it('a call without a login, without the feature, and from a page of another site', async () => {
  const { ask, cookie } = await signedIn('viewer');
  expect(await noted(() => asker(near, {})('GET', '/user?secret=1'))).toMatchObject([
    { kind: 'server.not-logged-in', status: 401, address: '192.0.2.7', method: 'GET', path: '/user' },
  ]);
  expect(await noted(() => ask('POST', '/user', {}))).toMatchObject([
    { kind: 'server.forbidden', status: 403, user: 'viewer', what: 'User.Manage', path: '/user' },
  ]);
  const foreign = asker(near, { cookie, origin: 'https://elsewhere.example' });
  expect(await noted(() => foreign('POST', '/user', {}))).toMatchObject([
    { kind: expect.stringMatching(/foreign-origin|forbidden/), status: 403, user: 'viewer' },
  ]);
});

it('a wrong login and a locked one, with the name only if it is an account', async () => {
  const typed = 'my-password-in-the-wrong-field';
  const [unknown] = await noted(() => login(typed, 'x'));
  expect(unknown).toMatchObject({ kind: 'server.wrong-login', status: 401, address: '192.0.2.7' });
  expect(JSON.stringify(app.warnings)).not.toContain(typed);
  const lines = await noted(async () => {
    for (let tries = 0; tries < 6; tries++) await login('Manager', 'wrong-secret');
  });
  expect(lines.map(({ kind, user }) => [kind, user])).toEqual([
    ...Array.from({ length: 5 }, () => ['server.wrong-login', 'manager']),
    ['server.too-many-attempts', 'manager'],
  ]);
  expect(JSON.stringify(app.warnings)).not.toContain('wrong-secret');
});

it("a write that would leave one's own records", async () => {
  const { ask } = await signedIn('dealer-principal');
  const { body } = await (await app.as('admin'))('GET', '/profile/dealer?pageSize=2');
  const own = (await ask('GET', '/profile/dealer')).body.Items[0].Id;
  const other = body.Items.find(({ Id }: DataRecord) => Id !== own).Id;
  const employee = { FirstName: 'A', LastName: 'B', DealerId: other };
  const lines = await noted(() => ask('POST', '/profile/employee', employee));
  expect(lines).toHaveLength(1);
  for (const line of lines) expect(line).toMatchObject({ status: 403, user: 'dealer-principal' });
});

it('a hub without a login, and messages a hub withholds', async () => {
  for (const hub of hubs) {
    expect(await noted(() => asker(near, {})('POST', `${hub.path}/negotiate`))).toMatchObject([
      { kind: 'server.not-logged-in', path: `${hub.path}/negotiate` },
    ]);
  }
});

it('none of it contains a token, cookie or query', async () => {
  const { token, cookie, ask } = await signedIn('viewer');
  await ask('POST', `/user?token=${token}`, { Password: 'a-secret' });
  const all = JSON.stringify(app.warnings);
  for (const secret of [token, cookie, 'a-secret', 'demo']) expect(all).not.toContain(secret);
});

it('is limited: further refusals are counted and reported with the next minute', async () => {
  app.clock.now = new Date(app.clock.now.getTime() + 61_000);
  const { ask } = await signedIn('viewer');
  const lines = await noted(async () => {
    for (let at = 0; at < 100; at++) await ask('POST', '/user', {});
  });
  expect(lines).toHaveLength(30);
  app.clock.now = new Date(app.clock.now.getTime() + 61_000);
  const [dropped, next] = await noted(() => ask('POST', '/user', {}));
  expect(dropped).toEqual({ channel: 'refusals', dropped: 70 });
  expect(next).toMatchObject({ kind: 'server.forbidden' });
});

it('every call that can be refused is logged', async () => {
  const wanted = new Set<string>();
  const { routes } = app.models.current();
  const found = new Set<unknown>();
  for (const route of routes.filter(({ method }) => method !== 'GET').slice(0, 120)) {
    app.clock.now = new Date(app.clock.now.getTime() + 61_000);
    const path = route.path.replace(/\{\w+\??\}/g, '0f000000-0000-7000-8000-000000000001');
    const lines = await noted(async () => {
      const { status } = await asker(near, {})(route.method, path, {});
      if (status === 401) wanted.add(`${route.method} ${path}`);
    });
    for (const line of lines) if (line.path) found.add(`${line.method} ${line.path}`);
  }
  expect(wanted.size).toBeGreaterThan(50);
  expect([...found].sort()).toEqual([...wanted].sort());
});
