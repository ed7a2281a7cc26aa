/**
 * Who receives which messages from the hubs and the event stream: only what their own calls would answer, at
 * any time.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel, type DataRecord } from '#engine';
import { createEvents } from '#server/app';
import { mayHear } from '../../server/operations/mayHear.ts';
import { extensions } from '../support/extensions.ts';
import { parseOnce } from '../support/parseOnce.ts';
import { asker, type Running, startApp } from './support/startApp.ts';
import { serveOn, sockets, stockClient, transports } from './support/stockClient.ts';
import { withRoles } from './support/withRoles.ts';

const { hubs } = extensions;

const handshake = '{"protocol":"json","version":1}\u001e';
const record = '0f000000-0000-7000-8000-000000000001';
/** The record that each kind of long work concerns, as announced. */
const inputs: Readonly<Record<string, DataRecord>> = {
  'rate-card.generate': { RateCardId: record, ProductId: record },
};
const kinds = hubs.flatMap((hub) => Object.keys(hub.messages).map((kind) => ({ hub, kind })));
const progressOf = (kind: string) =>
  ({ job: record, kind, input: inputs[kind] as DataRecord, done: 1, status: 'running' }) as const;

/** The entities whose records are announced; here each is visible only with one feature. */
const told = new Set(kinds.map(({ hub, kind }) => messageOf(hub, kind).about.entity));
const feature = 'Pricing.Edit';

function messageOf(hub: (typeof hubs)[number], kind: string) {
  return (hub.messages[kind] as (typeof hub.messages)[string])(progressOf(kind));
}

function declared(more: Parameters<typeof withRoles>[0]) {
  const { set } = withRoles(more);
  const files = set.files.map((one) => {
    const json = one.json as { readonly for?: string; readonly policy?: object };
    if (!one.file.endsWith('/behaviour.json') || !told.has(String(json.for))) return one;
    return { ...one, json: { ...json, policy: { ...json.policy, view: feature } } };
  });
  const narrowed = { ...set, files };
  return { set: narrowed, compilation: compileModel(narrowed, { parse: parseOnce }) };
}

const everything = { features: ['*'] };
const roles = {
  with: everything,
  without: { ...everything, except: [feature] },
  alone: { features: [feature] },
  signs: everything,
  moves: everything,
  leaves: everything,
  loses: everything,
  chooses: everything,
  expires: everything,
  ends: everything,
};
const lessRoles = { ...roles, loses: { ...everything, except: [feature] } };

const events = createEvents();
const upgrades = sockets();
let app: Running;
let port: number;
let stopServing: () => Promise<void>;

beforeAll(async () => {
  app = await startApp({
    ...{ store: 'sqlite', added: declared(roles), events },
    ports: { upgrade: upgrades.upgrade },
    // Nothing here waits for time to pass: a connection is ended by a change.
    settings: { heartbeatSeconds: 3600 },
  });
  const { items } = await app.store.find({ entity: 'user' });
  const like = items.find(({ UserName }) => UserName === 'viewer') as DataRecord;
  for (const [at, role] of Object.keys(roles).entries()) {
    const Id = `0f000000-0000-7000-8000-00000000010${at}`;
    const person = { ...like, Id, UserName: `${role}-person`, Roles: [role] };
    await app.store.transaction((session) => session.insert('user', person));
  }
  ({ port, stop: stopServing } = await serveOn(app.fetch, { port: 0, server: upgrades.server }));
});
afterAll(async () => {
  await stopServing();
  await app.store.close();
});

const path = (hub: { path: string }) => `http://127.0.0.1:${port}/api${hub.path}`;

async function signIn(role: string) {
  const login = { UserName: `${role}-person`, Password: 'demo' };
  const { body } = await asker(app.fetch, {})('POST', '/session', login);
  const token = String(body.Token);
  return { token, id: String(body.User.Id), ask: asker(app.fetch, { authorization: `Bearer ${token}` }) };
}

it('every kind of hub message is tested here', () => {
  expect(kinds.length).toBeGreaterThan(0);
  expect(Object.keys(inputs).sort()).toEqual(kinds.map(({ kind }) => kind).sort());
});

for (const { hub, kind } of kinds)
  for (const transport of transports)
    it(`C-324 ${kind} is sent by ${transport} to those who may see its record, and to nobody else`, async () => {
      const heard: string[] = [];
      const people = ['with', 'without', 'alone'];
      const connections = await Promise.all(
        people.map(async (role) => {
          const { token } = await signIn(role);
          const connection = stockClient(path(hub), { token, transport });
          const { target } = messageOf(hub, kind);
          connection.on(target, () => heard.push(role));
          await connection.start();
          return connection;
        }),
      );
      events.announce('jobProgress', progressOf(kind));
      await until(() => heard.includes('with') && heard.includes('alone'));
      // Anything else would have arrived before a second message.
      events.announce('jobProgress', { ...progressOf(kind), done: 2 });
      await until(() => heard.length >= 4);
      expect(heard.sort()).toEqual(['alone', 'alone', 'with', 'with']);
      expect(app.warnings).toContainEqual(
        expect.objectContaining({ channel: 'refusals', kind: 'hub.withheld', user: 'without-person' }),
      );
      await Promise.all(connections.map((one) => one.stop()));
    });

describe('a connection ends with its login, on every transport', () => {
  for (const transport of transports)
    it(`at sign-out, by ${transport}`, async () => {
      for (const { hub, kind } of kinds) {
        const { token, ask } = await signIn('signs');
        const connection = stockClient(path(hub), { token, transport });
        const { target } = messageOf(hub, kind);
        let told = 0;
        connection.on(target, () => {
          told += 1;
        });
        let isClosed = false;
        connection.onclose(() => {
          isClosed = true;
        });
        await connection.start();
        expect((await ask('DELETE', '/session')).status).toBe(204);
        events.announce('jobProgress', progressOf(kind));
        // Through a poll the client only learns that its token has expired, and tries to reconnect with it.
        if (transport !== 'LongPolling') await until(() => isClosed);
        expect(told).toBe(0);
        await connection.stop();
      }
    });

  /** Ways to end a login or reduce its rights while it listens. */
  const endings: Readonly<Record<string, (login: Awaited<ReturnType<typeof signIn>>) => Promise<unknown>>> = {
    signs: ({ ask }) => ask('DELETE', '/session'),
    ends: async ({ ask }) => {
      const { body } = await ask('GET', '/account/session');
      const other = await signIn('ends');
      const [first] = body.Items.filter(({ IsCurrent }: DataRecord) => IsCurrent);
      return other.ask('DELETE', `/account/session/${first.Id}`);
    },
    chooses: ({ ask }) =>
      ask('PUT', '/account/password', { CurrentPassword: 'demo', NewPassword: 'quite-Another-1-here' }),
    leaves: async ({ id }) => {
      const admin = await app.as('admin');
      const answer = await admin('PUT', `/user/${id}`, { IsActive: false });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    },
    moves: async ({ id }) => {
      const admin = await app.as('admin');
      const answer = await admin('PUT', `/user/${id}`, { Roles: ['without'] });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    },
    loses: async () => app.models.replace(lessened.set, lessened.compilation),
    // Directly in the store: the next broadcast notices it.
    with: async ({ id }) => {
      const { items } = await app.store.find({ entity: 'session' });
      for (const one of items.filter(({ UserId }) => UserId === id))
        await app.store.remove('session', String(one.Id));
      events.announce('jobProgress', progressOf(kinds[0]?.kind ?? ''));
      events.announce('recordChanged', { entity: 'product', id: record, operation: 'update' });
    },
    expires: async () => {
      app.clock.now = new Date(app.clock.now.getTime() + 13 * 3_600_000);
      events.announce('jobProgress', progressOf(kinds[0]?.kind ?? ''));
      events.announce('recordChanged', { entity: 'product', id: record, operation: 'update' });
    },
  };

  // Compiled before anyone waits: on a busy machine that takes longer than a poll stays silent.
  let lessened: ReturnType<typeof declared>;
  beforeAll(() => {
    lessened = declared(lessRoles);
  });

  for (const [role, end] of Object.entries(endings))
    it(`hub and events: ${role}`, async () => {
      const login = await signIn(role);
      const always = { authorization: `Bearer ${login.token}` };
      const stream = await app.fetch(new Request('http://localhost/api/events', { headers: always }));
      const reading = readAll(stream);
      const [{ hub }] = kinds as [(typeof kinds)[number]];
      const { body } = await login.ask('POST', `${hub.path}/negotiate?negotiateVersion=1`, {});
      const at = `${hub.path}?id=${body.connectionToken}`;
      await login.ask('POST', at, handshake, { 'content-type': 'text/plain' });
      expect((await login.ask('GET', at)).body).toBe('{}\u001e');
      const poll = login.ask('GET', at);
      await end(login);
      const said = await poll;
      const mayReturn = ['moves', 'loses'].includes(role);
      expect(said.body).toBe(`{"type":7${mayReturn ? ',"allowReconnect":true' : ''}}\u001e`);
      const told = await reading;
      expect(told).not.toContain(record);
      // Nobody else receives it, neither by the connection nor by a new one of that login.
      const again = await login.ask('GET', at);
      expect([401, 404]).toContain(again.status);
    });
});

it("row access applies to messages: of each limited entity only one's own records", async () => {
  const model = app.models.current();
  const { entities } = model;
  const limited = [...entities.values()].filter(({ rowAccess }) => rowAccess);
  expect(limited.length).toBeGreaterThan(12);
  const { runtime } = await runtimeOf();
  const features = new Set([...model.features.keys()].filter((one) => one !== 'AllDealers.View'));
  const user = { Id: record, UserName: 'x', DisplayName: 'x', Roles: [], Features: [...features] };
  const belongs = { ...user, Employee: { Id: record, DealerId: record } };
  for (const { id } of limited) {
    const { items } = await app.store.find({ entity: id, page: { number: 1, size: 1 } });
    if (!items[0]) continue;
    const about = { entity: id, id: String(items[0].Id) };
    expect(await mayHear(runtime, about, { user: belongs, features }), id).toBe('unseen');
    const nothing = { user: belongs, features: new Set<string>() };
    expect(await mayHear(runtime, about, nothing), id).not.toBe('yes');
    const all = new Set(model.features.keys());
    expect(await mayHear(runtime, about, { user: belongs, features: all }), id).toBe('yes');
  }
});

it('a login that must choose a password first receives nothing', async () => {
  const { token, id } = await signIn('alone');
  await app.store.update('user', id, { MustChangePassword: true });
  events.announce('recordChanged', { entity: 'user', id, operation: 'update' });
  for (const { path } of hubs) {
    const { status } = await asker(app.fetch, {})('POST', `${path}/negotiate?access_token=${token}`);
    expect(status).toBe(403);
  }
});

async function readAll(response: Response): Promise<string> {
  return new Response(response.body).text();
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The runtime of the app is its own, but one over the same store sees the same. */
async function runtimeOf() {
  const { createRuntime } = await import('../../server/operations/Runtime.ts');
  const model = app.models.current();
  const parts = { model, store: app.store, ports: { now: () => app.clock.now }, events };
  return { runtime: createRuntime(parts as never) };
}
