/**
 * Every published query parameter of every call: wrong types, wrong choices, too long, repeated with two
 * values, and misspelt names. Each is refused with the parameter named, and no call fails internally.
 */
import { beforeAll, expect, it } from 'vitest';
import { type Answer, type Ask, type Running, startApp } from './support/startApp.ts';

let app: Running;
let admin: Ask;
let document: Answer['body'];

beforeAll(async () => {
  app = await startApp({ store: 'sqlite' });
  admin = await app.as('admin');
  document = (await admin('GET', '/openapi.json')).body;
  return () => app.store.close();
});

// biome-ignore lint/suspicious/noExplicitAny: a part of the description.
type Part = any;
type Asked = {
  readonly method: string;
  readonly path: string;
  readonly parameter: Part;
  readonly all: readonly Part[];
};

const nobodys = '00000000-0000-4000-8000-00000000ffff';

/** Event streams never end, and the test's own session must survive. */
const isWalked = (path: string) => !/\/(events|session)\b|hub/i.test(path);

function asked(): readonly Asked[] {
  return Object.entries<Part>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Part>(methods).flatMap(([method, { parameters }]) => {
      const all = parameters.filter(({ in: place }: Part) => place === 'query');
      return isWalked(path)
        ? all.map((parameter: Part) => ({ method: method.toUpperCase(), path, parameter, all }))
        : [];
    }),
  );
}

const addressOf = (path: string) => path.replace('/api', '').replace(/\{[^}]+\}/g, nobodys);

function wrongValues(schema: Part): readonly string[] {
  if (schema.type === 'array') return wrongValues(schema.items);
  if (schema.type === 'integer') return ['x', '1.5', '1e9', '99999999999999999999', '{}'];
  if (schema.type === 'boolean') return ['x', '1', '[]'];
  if (schema.enum) return ['no such choice'];
  if (schema.format === 'uuid') return ['x'];
  return schema.maxLength ? ['x'.repeat(schema.maxLength + 1)] : [];
}

async function send({ method, path }: Asked, query: string): Promise<Answer> {
  return admin(
    method,
    `${addressOf(path)}?${query}`,
    method === 'GET' || method === 'DELETE' ? undefined : {},
  );
}

it('a bad value is refused with the name of its parameter', async () => {
  const wrong: string[] = [];
  let count = 0;
  for (const one of asked()) {
    const { name, schema } = one.parameter;
    const inPath = one.path.includes('{');
    // Only keys may call these.
    const isForKeys = one.path.startsWith('/api/scim/');
    for (const value of wrongValues(schema)) {
      const { status, body } = await send(one, `${name}=${encodeURIComponent(value)}`);
      count += 1;
      const isNamed = body?.Parameter?.toLowerCase() === name.toLowerCase() || body?.Message?.includes(name);
      // Operators are checked with their field; a missing record or search condition is reported first.
      const isFine =
        status >= 400 &&
        status < 500 &&
        (isNamed || name === 'FilterOperator' || (inPath && status === 404) || (isForKeys && status === 403));
      if (!isFine)
        wrong.push(`${one.method} ${one.path} ${name}=${value.slice(0, 20)}: ${status} ${body?.Message}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(1000);
  expect(app.errors).toEqual([]);
});

it('a parameter with a single value may not be given two', async () => {
  const wrong: string[] = [];
  for (const one of asked().filter(({ parameter }) => parameter.schema.type !== 'array')) {
    const { name } = one.parameter;
    const values = one.parameter.schema.type === 'boolean' ? ['true', 'false'] : ['1', '2'];
    const { status, body } = await send(one, values.map((value) => `${name}=${value}`).join('&'));
    if (name !== '$export' && (status !== 400 || body.Parameter !== name))
      wrong.push(`${one.method} ${one.path} ${name}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

it('a misspelt filter, sort or page parameter is refused instead of returning the whole list', async () => {
  for (const slip of [
    'FilterPropery=Name',
    'filters=x',
    'sortField=Name',
    'pages=2',
    '$field=Name',
    'exportColumn=Name',
  ]) {
    const { status, body } = await admin('GET', `/product?${slip}`);
    expect([slip, status, body.Parameter]).toEqual([slip, 400, slip.split('=')[0]]);
    expect(body.Message).toContain('pageSize');
  }
  // Unrelated parameters are ignored.
  expect((await admin('GET', '/product?pageSize=1&utm_source=x')).status).toBe(200);
  expect((await admin('GET', '/product?PAGESIZE=1&pagesize=1')).status).toBe(200);
});

it('a refusal is in the language of the person', async () => {
  const french = { 'accept-language': 'fr-CA' };
  const { body } = await admin('GET', '/product?pageSize=x', undefined, french);
  expect(body.Message).toContain('exige un nombre entier');
});
