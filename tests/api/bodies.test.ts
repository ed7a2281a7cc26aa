/** Every call validates its body against a schema first: for all calls, no matter who declared them. */
import { beforeAll, expect, it } from 'vitest';
import { createWebPorts } from '#server/app';
import type { Endpoint } from '../../server/http/Endpoint.ts';
import { schemaOf } from '../../server/http/Takes.ts';
import { liveEndpoints } from './support/getAddresses.ts';
import { type Ask, asker, type Running, startApp } from './support/startApp.ts';

let app: Running;
let admin: Ask;
let sending: readonly Endpoint[];
let changing: readonly Endpoint[];

beforeAll(async () => {
  app = await startApp({ store: 'memory' });
  admin = await app.as('admin');
  changing = liveEndpoints(app, createWebPorts()).filter(({ method }) => method !== 'GET');
  // The others read no body.
  sending = changing.filter(({ method }) => method !== 'DELETE');
});

const id = '01900000-0000-7000-8000-0000000000ff';

/** An address with a value in place of each parameter. */
const addressOf = ({ path, ids }: Endpoint): string =>
  path
    .replace(/\/\{[^}]+\?\}/, '')
    .replace(/\{([^}]+)\}/g, (_, name: string) => (ids.includes(name) ? id : (named[name] ?? '1')));
const named: Readonly<Record<string, string>> = {
  entity: 'product',
  field: 'EligibilityRuleText',
  kind: 'entity',
};

/** Ending a login would break the rest. */
const isLast = ({ method, path }: Endpoint) => method === 'DELETE' && /session/.test(path);

/** These accept any content: browser preferences, changes judged as findings, records of any entity. */
const open = ['PUT /preference/{key}', 'PUT /configure/draft/{kind}/{name}', 'POST /profile', 'PUT /profile'];

it('no call accepts an unknown member', async () => {
  const taken: string[] = [];
  for (const endpoint of sending.filter((one) => !isLast(one))) {
    const at = `${endpoint.method} ${endpoint.path}`;
    if (open.includes(at) || endpoint.takes?.kind === 'stream') continue;
    const { status, body } = await admin(endpoint.method, addressOf(endpoint), { Nonsense: 1 });
    // Lists and hubs report that they are none; a list also allowed under Items reports that Items is
    // missing; declared restrictions are checked first.
    const isTold = status === 400 || status === 403 || status === 404 || status === 422;
    const isNamed = status !== 400 || /Nonsense|list|liste|bulk|^Items is required\.$/i.test(body.Message);
    if (!isTold || !isNamed) taken.push(`${at}: ${status} ${JSON.stringify(body).slice(0, 120)}`);
  }
  expect(taken).toEqual([]);
});

it('no call accepts a value of another type, an object for a text or a list for an object', async () => {
  const taken: string[] = [];
  for (const endpoint of sending.filter((one) => !isLast(one))) {
    const { takes } = endpoint;
    if (takes?.kind !== 'json') continue;
    const { properties = {} } = schemaOf(takes) as { properties?: Record<string, { type?: unknown }> };
    const typed = Object.entries(properties).filter(
      ([, { type }]) => type !== undefined && ![type].flat().includes('object'),
    );
    for (const [name] of typed.slice(0, 5)) {
      const { status } = await admin(endpoint.method, addressOf(endpoint), { [name]: { toString: 1 } });
      if (status < 400 || status >= 500) taken.push(`${endpoint.method} ${endpoint.path} ${name}: ${status}`);
    }
    const { status } = await admin(endpoint.method, addressOf(endpoint), 'text');
    if ((status < 400 || status >= 500) && !open.includes(`${endpoint.method} ${endpoint.path}`))
      taken.push(`${endpoint.method} ${endpoint.path}: ${status}`);
  }
  expect(taken).toEqual([]);
  expect(app.errors).toEqual([]);
});

it('nobody learns the shape of a body without a login', async () => {
  const nobody = await app.as();
  for (const endpoint of sending.filter(({ access }) => access.kind !== 'public')) {
    const { status } = await nobody(endpoint.method, addressOf(endpoint), { Nonsense: 1 });
    expect(status, `${endpoint.method} ${endpoint.path}`).toBe(401);
  }
});

it('names the place of a mistake, in both languages, and reads names in any case', async () => {
  const wrong = { list: 'products#products', FIELD: { toString: 1 }, Value: 1, Ids: [] };
  const english = await admin('POST', '/bulk/preview', wrong);
  expect([english.status, english.body.ValidationErrors]).toEqual([
    422,
    [{ Key: 'Field', Value: 'Field must be text.', Rule: 'validation.type', Path: '/Field' }],
  ]);
  const french = await admin('POST', '/bulk/preview', wrong, { 'accept-language': 'fr-CA' });
  expect(french.body.Message).toMatch(/^La valeur du champ .* doit être du texte\.$/);
  const missing = await admin('POST', '/bulk/preview', { List: 'products#products', Value: 1, Ids: [] });
  expect(missing.body.ValidationErrors).toMatchObject([{ Rule: 'validation.required', Path: '/Field' }]);
  const twice = await admin('POST', '/bulk/preview', { ...wrong, Field: 'Name' });
  expect([twice.status, twice.body.Message]).toEqual([400, expect.stringContaining('Field')]);
});

it('no call with the cookie of a person is taken from the page of another site', async () => {
  const nobody = asker(app.fetch, {});
  const login = await nobody('POST', '/session', { UserName: 'admin', Password: 'demo' });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const taken: string[] = [];
  const origins = ['https://elsewhere.example', 'null', 'https://localhost.elsewhere.example'];
  // What nobody may do is refused first.
  const isClosed = ({ access }: Endpoint) => access.kind === 'feature' && access.anyOf.length === 0;
  for (const [turn, endpoint] of changing.filter((one) => !isClosed(one)).entries()) {
    const origin = origins[turn % origins.length] ?? '';
    const body = endpoint.method === 'DELETE' ? undefined : {};
    const { status, body: said } = await nobody(endpoint.method, addressOf(endpoint), body, {
      ...{ cookie, origin },
    });
    if (status !== 403 || !String(said.Message).includes(origin))
      taken.push(`${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(said).slice(0, 120)}`);
  }
  expect(taken).toEqual([]);
  expect(changing.length).toBeGreaterThan(100);
  expect((await nobody('GET', '/session', undefined, { cookie })).status).toBe(200);
});

it('no call that takes JSON takes what a form of another site can send, also without a login', async () => {
  const taken: string[] = [];
  const nobody = asker(app.fetch, {});
  for (const endpoint of sending) {
    if (endpoint.takes?.kind !== 'json') continue;
    const ask = endpoint.access.kind === 'public' ? nobody : admin;
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const { status } = await ask(endpoint.method, addressOf(endpoint), '{"Name":"x"}', {
        'content-type': type,
      });
      // Records and permissions are looked up before the body.
      if (![415, 403, 404].includes(status))
        taken.push(`${endpoint.method} ${endpoint.path} as ${type}: ${status}`);
    }
  }
  expect(taken).toEqual([]);
});
