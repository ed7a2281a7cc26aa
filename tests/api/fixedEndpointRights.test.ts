/**
 * Who may call what exists whatever is declared: every fixed endpoint of the OpenAPI document. Without a login only
 * public ones answer; someone with a login and no features is refused, or the endpoint is here with the reason why
 * not; and records of others do not exist for them.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createFeatureClients, type FeatureClients } from './support/featureClients.ts';
import type { Ask } from './support/startApp.ts';

/** Before there is a session, or for anyone: by the start of the path, with what protects it. */
const publicly: Readonly<Record<string, string>> = {
  'POST /session': 'Signs in.',
  'GET /sign-in': 'Ways to sign in; a provider proves who it is.',
  'POST /sign-in': 'Ways to sign in; a provider proves who it is.',
  'POST /account/link': 'The token of an e-mail.',
  'PUT /account/link': 'The token of an e-mail.',
  'POST /account/forgotten': 'Mails a link to the known address.',
  'GET /unsubscribe': 'The token of an e-mail.',
  'POST /unsubscribe': 'The token of an e-mail.',
  'GET /branding': 'Shown on the sign-in page.',
  'GET /publicforms/{address}': 'Forms for people without an account.',
  'POST /publicforms/{address}': 'Forms for people without an account.',
  'POST /publicforms/{address}/open': 'Forms for people without an account.',
  'POST /publicforms/{address}/file': 'Forms for people without an account.',
  'GET /health': 'For monitoring.',
  'GET /ready': 'For monitoring.',
  'POST /hooks/{name}': 'Messages are signed.',
};
const isBelow = (call: string, start: string) => call === start || call.startsWith(`${start}/`);
const isPublic = (call: string): boolean =>
  // Links to forms are made by people who are signed in.
  !call.includes('/link/') &&
  !call.endsWith('{address}/link') &&
  Object.keys(publicly).some((one) => isBelow(call, one));

/** For any login, by the start of the path, with the reason. */
const anyLogin: Readonly<Record<string, string>> = {
  'GET /session': 'Who one is.',
  'DELETE /session': 'Signs out.',
  'GET /account': 'One’s own account.',
  'PUT /account': 'One’s own account.',
  'POST /account': 'One’s own account.',
  'DELETE /account/session': 'One’s own sessions.',
  'GET /publicforms': 'Only forms to whose records one may make a link.',
  'GET /model': 'The declarations a browser draws; they hold no records.',
  'GET /openapi.json': 'Lists what the caller may call.',
  'POST /query': 'A GET in a body, with the rights of that GET.',
  'GET /person': 'Names of people, for fields that name one.',
  'GET /history': 'Only of records that one may see.',
  'GET /changes': 'Only of records that one may see.',
  'GET /events': 'Only of records that one may see.',
  'GET /job': 'One’s own jobs.',
  'GET /notification': 'One’s own notifications.',
  'POST /notification/read': 'One’s own notifications.',
  'GET /approval': 'What one may approve.',
  'GET /approval/requested': 'What one has asked for.',
  'GET /absence': 'One’s own absences.',
  'POST /absence': 'One’s own absences.',
  'GET /visit': 'One’s own visits.',
  'GET /preference/{key}': 'One’s own preferences.',
  'PUT /preference/{key}': 'One’s own preferences.',
  'GET /view': 'One’s own views, and those of one’s role.',
  'POST /view': 'A view of a list that one may see.',
  'POST /bulk': 'The body names the list, whose rights are asked.',
  'GET /background-work': 'One’s own work.',
  'POST /ratecards/negotiate': 'Opens a connection; each call in it has rights of its own.',
};
/** They stand for all calls below them. */
const whole = new Set([
  'GET /account',
  'PUT /account',
  'POST /account',
  'GET /model',
  'GET /changes',
  'POST /bulk',
]);
const isForAnyone = (call: string): string | undefined =>
  Object.keys(anyLogin).find(
    (one) => call === one || (whole.has(one) && isBelow(call, one)) || call === `${one}/schedule`,
  );

const bodies: Readonly<Record<string, DataRecord>> = {
  'POST /publicforms/{address}/link': { RecordId: '0f000000-0000-7000-8000-00000000dead' },
};

type Call = {
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly streams: boolean;
};

let clients: FeatureClients;
let calls: readonly Call[];
let [nobody, anyone] = [{} as Ask, {} as Ask];
/** Ids of others’ records, by parameter. */
let foreign: Readonly<Record<string, string>>;

const shape = (method: string, path: string) =>
  `${method} ${path.replace(/\{[^}]+\}/g, '{}').replace(/\/$/, '')}`.toLowerCase();

beforeAll(async () => {
  clients = await createFeatureClients('memory', [[]]);
  const admin = await clients.app.as('admin');
  const { routes } = clients.app.models.current();
  const optional = (path: string) => [path, path.replace(/\/\{[^}]+\?\}/g, '')];
  const declared = new Set(
    routes.flatMap(({ method, path }) => optional(path).map((one) => shape(method, one))),
  );
  const { body } = await admin('GET', '/openapi.json');
  calls = Object.entries(body.paths as Record<string, Record<string, object>>).flatMap(([given, item]) => {
    const path = given.replace(/^\/api/, '');
    return Object.entries(item).flatMap(([verb, operation]) => {
      const method = verb.toUpperCase();
      if (!/^(GET|POST|PUT|PATCH|DELETE)$/.test(method) || declared.has(shape(method, path))) return [];
      const streams = JSON.stringify(operation).includes('text/event-stream');
      return [{ call: `${method} ${path}`, method, path, streams }];
    });
  });
  foreign = await plant(admin);
  [nobody, anyone] = [await clients.app.as(), await clients.holding([])];
});
afterAll(() => clients.app.store.close());

/** A record of each kind that belongs to the administrator, or is about a record that needs a feature. */
async function plant(admin: Ask): Promise<Record<string, string>> {
  const { store } = clients.app;
  const { items } = await store.find({ entity: 'user' });
  const { Id: UserId } = items.find(({ UserName }) => UserName === 'admin') as DataRecord;
  const { Id: dealer } = (await store.find({ entity: 'dealer', page: { number: 1, size: 1 } }))
    .items[0] as DataRecord;
  const ok = ({ status, body }: Awaited<ReturnType<Ask>>): string => {
    expect([status, JSON.stringify(body)]).toEqual([201, expect.any(String)]);
    return String(body.Id);
  };
  const lists = { sort: [], hidden: [], order: [], pinned: [] };
  const Choices = { ...lists, filters: {}, widths: {}, density: 'normal' };
  const view = await admin('POST', '/view', { List: 'products#products', Name: 'Mine', Choices });
  const days = { From: '2026-11-19', To: '2026-11-25', Substitute: 'viewer' };
  const absence = await admin('POST', '/absence', days);
  const comment = await admin('POST', `/activity/dealer/${dealer}/comment`, {
    Text: 'Internal',
    Mentions: [],
  });
  const id = (last: number) => `0e000000-0000-7000-8000-00000000000${last}`;
  const moment = '2026-01-01T00:00:00.000Z';
  const stamp = {
    Revision: 1,
    CreatedDate: moment,
    CreatedBy: 'admin',
    ModifiedDate: moment,
    ModifiedBy: 'admin',
  };
  await store.insert('notification', {
    ...stamp,
    Id: id(1),
    UserId,
    Kind: 'k',
    Title: 'ui.x',
    Outcome: 'done',
  });
  await store.insert('job', {
    ...stamp,
    Id: id(2),
    Kind: 'export',
    Key: 'k',
    Status: 'done',
    StartedBy: 'admin',
  });
  const sessions = (await admin('GET', '/account/session')).body.Items as readonly DataRecord[];
  return {
    ...{
      viewId: ok(view),
      absenceId: ok(absence),
      commentId: ok(comment),
      notificationId: id(1),
      jobId: id(2),
    },
    ...{
      workId: id(2),
      source: 'job',
      field: 'service-account.OwnerId',
      entity: 'dealer',
      id: String(dealer),
      recordId: String(dealer),
    },
    'account/session/id': String(sessions[0]?.Id),
  };
}

const unknown = '0f000000-0000-7000-8000-00000000dead';
const addressOf = ({ path }: Call): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (path === '/account/session/{id}') return foreign['account/session/id'] ?? '';
    return foreign[name] ?? unknown;
  });
const send = (ask: Ask, one: Call) =>
  ask(
    one.method,
    addressOf(one),
    ['GET', 'DELETE'].includes(one.method) ? undefined : (bodies[one.call] ?? {}),
  );

it('the document has all fixed endpoints, and no list names one that is gone', () => {
  expect(calls.length).toBeGreaterThan(150);
  const gone = [...Object.keys(publicly), ...Object.keys(anyLogin)].filter(
    (start) => !calls.some(({ call }) => isBelow(call, start)),
  );
  expect(gone).toEqual([]);
});

it('without a login, whatever is not public answers 401', async () => {
  const wrong: string[] = [];
  for (const one of calls) {
    const { status } = await send(nobody, one);
    if (isPublic(one.call) ? status === 401 || status >= 500 : status !== 401)
      wrong.push(`${one.call}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

it('a login without features is refused, unless the endpoint is for any login', async () => {
  const wrong: string[] = [];
  // Those that end the session come last, and what streams does not end.
  const asked = calls.filter(
    ({ call, streams }) => !isPublic(call) && !streams && !/^DELETE \/(account\/)?session$/.test(call),
  );
  for (const one of asked) {
    const { status, body } = await send(anyone, one);
    const isRefused = [403, 404].includes(status);
    if (status >= 500 || (!isRefused && !isForAnyone(one.call)))
      wrong.push(`${one.call}: ${status} ${body?.Message}`);
  }
  expect(wrong).toEqual([]);
  expect(clients.app.errors).toEqual([]);
});

it('records of others do not exist for a login without features', async () => {
  const ids = /\{(viewId|absenceId|notificationId|jobId|workId|commentId|id|recordId)\}/;
  const found = calls.filter(
    ({ call, path }) => (ids.test(path) || path === '/account/session/{id}') && !isPublic(call),
  );
  expect(found.length).toBeGreaterThan(40);
  const wrong: string[] = [];
  for (const one of found) {
    const { status } = await send(anyone, one);
    if (![403, 404].includes(status)) wrong.push(`${one.call}: ${status}`);
  }
  expect(wrong).toEqual([]);
  // They are still there, for their owner.
  const admin = await clients.app.as('admin');
  const own = ['view/{viewId}', 'job/{jobId}', 'activity/{entity}/{id}/comment'].map((path) =>
    admin(
      'GET',
      `/${path}`.replace(/\{(\w+)\}/g, (_, name: string) => foreign[name] ?? ''),
    ),
  );
  expect((await Promise.all(own)).map(({ status }) => status)).toEqual([200, 200, 200]);
});
