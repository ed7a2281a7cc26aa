/** Random requests generated from the OpenAPI description: every answer is valid and has the common shape. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { attackRuns, isAttack } from '../support/attack.ts';
import {
  type Answer,
  type Ask,
  appStores,
  type Running,
  type StoreKind,
  startApp,
} from './support/startApp.ts';

type Operation = { readonly method: string; readonly path: string; readonly operation: Answer['body'] };

const runs = {
  memory: attackRuns(800, 10_000),
  sqlite: attackRuns(800, 20_000),
  postgres: attackRuns(200, 20_000),
} satisfies Record<StoreKind, number>;
const errorMembers = ['Message', 'Code', 'ErrorMessages', 'Errors', 'ValidationErrors'];
const hostile = fc.constantFrom(
  '',
  ' ',
  '\0',
  '%',
  '..',
  '/',
  "'; DROP TABLE product; --",
  '<b>',
  '𝒳',
  '\ud800',
  'null',
  '-1',
  '1e999',
  '[]',
  '{}',
  'constructor',
  '__proto__',
  'a'.repeat(3000),
);

/** Objects that break code which treats them as texts, copies them, or traverses them without limit. */
const hostileValue = fc.constantFrom<unknown>(
  null,
  [],
  [[]],
  {},
  { toString: 1 },
  { valueOf: null, toJSON: 'x' },
  { length: 1e9 },
  { Id: { toString: 1 } },
  [{ toString: 1 }],
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  { constructor: { prototype: {} } },
  nested(20),
  nested(60),
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 53,
  true,
  '',
  '\0',
  '\ud800',
  'x'.repeat(5000),
);

function nested(depth: number): unknown {
  return depth === 0 ? 'x' : depth % 2 === 0 ? [nested(depth - 1)] : { Items: nested(depth - 1) };
}

/** Six people with different rights, so that each call is allowed to somebody. */
const people = ['admin', 'manager', 'viewer', 'pricing', 'profiles', 'reports'];

for (const kind of isAttack ? (['memory', 'sqlite'] satisfies StoreKind[]) : appStores) {
  describe(`generated requests, ${kind} store`, () => {
    let app: Running;
    let clients: Record<string, Ask>;
    let operations: readonly Operation[];
    let ids: readonly string[];
    let schemas: Record<string, Answer['body']>;

    beforeAll(async () => {
      app = await startApp({ store: kind });
      clients = {};
      for (const role of people) clients[role] = await app.as(role);
      clients.nobody = await app.as();
      const { body } = await (clients.viewer as Ask)('GET', '/openapi.json');
      schemas = body.components.schemas;
      operations = Object.entries<Record<string, Answer['body']>>(body.paths)
        .flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, operation]) => ({
            method: method.toUpperCase(),
            path: path.slice(4),
            operation,
          })),
        )
        // An event stream never ends, and a sign-out would end the rest of the run.
        .filter(
          ({ method, path }) =>
            !/^\/(events|changes\/stream)$/.test(path) && !(method === 'DELETE' && path === '/session'),
        );
      const records = await Promise.all(
        [
          'product',
          'plan',
          'brand',
          'product-group',
          'coverage-item',
          'coverage-group',
          'underwriter',
          'product-type',
          'dealer',
          'employee',
          'parameter',
          'report-configuration',
          'dashboard',
          'agreement-document',
        ].map((entity) => app.store.find({ entity, page: { number: 1, size: 5 } })),
      );
      ids = records.flatMap(({ items }) => items.map(({ Id }) => String(Id)));
    });

    it('never cause a 500, and every refusal has the error shape', async () => {
      const anId = () =>
        fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...ids) },
          { weight: 1, arbitrary: fc.uuid() },
          { weight: 1, arbitrary: hostile },
        );
      const request = fc.constantFrom(...operations).chain((operation) =>
        fc.record({
          operation: fc.constant(operation),
          client: fc.constantFrom('admin', 'admin', 'admin', ...people, 'nobody'),
          params: fc.array(
            operation.path.includes('{entity}') ? fc.constantFrom('product', 'plan', 'nothing') : anId(),
            { minLength: 2, maxLength: 2 },
          ),
          query: fc.array(queryPart(operation, schemas), { maxLength: 4 }),
          body: bodyOf(operation, schemas, anId()),
          headers: headersOf(),
        }),
      );
      const seen = new Map<number, number>();
      const left = new Set(operations.map(({ method, path }) => `${method} ${path}`));
      const wrong = new Map<string, string | undefined>();
      const seed = isAttack ? Number(process.env.FORMWRIGHT_SEED ?? Date.now() % 1e9) : 20261121;
      await fc.assert(
        fc.asyncProperty(request, async ({ operation, client, params, query, body, headers }) => {
          let next = 0;
          const path = operation.path.replace(/\{[^}]+\}/g, () =>
            encodeURIComponent(wellFormed(params[next++ % params.length] ?? '')),
          );
          const search = query
            .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(value))}`)
            .join('&');
          const sent = operation.method === 'GET' ? undefined : body;
          left.delete(`${operation.method} ${operation.path}`);
          const answer = await (clients[client] as Ask)(operation.method, `${path}?${search}`, sent, headers);
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
          const isSaid = answer.status < 400 || errorMembers.every((name) => name in answer.body);
          if (answer.status < 500 && isSaid) return;
          const stack = String((app.errors.at(-1) as { err?: Error })?.err?.stack).split('\n');
          const at = `${operation.method} ${operation.path} ${answer.status} ${stack.slice(0, 4).join(' ')}`;
          const asked = JSON.stringify({ client, path, search, body: sent, headers })?.slice(0, 2000);
          // Long runs report findings at once.
          if (isAttack && !wrong.has(at)) console.error(at, asked);
          wrong.set(at, asked);
        }),
        { numRuns: runs[kind], seed },
      );
      // All of them, so that one run finds every kind.
      expect(Object.fromEntries(wrong), `seed ${seed}`).toEqual({});
      expect(app.errors).toEqual([]);
      // A long run draws every call of the document.
      if (isAttack) expect([...left]).toEqual([]);
      // The run would prove little if everything were refused unread.
      for (const status of [200, 400, 401, 403, 404, 422])
        expect(seen.get(status) ?? 0, `answers of ${status}`).toBeGreaterThan(5);
    });
  });
}

/** Values of `$where`. */
const condition = fc.constantFrom(
  '{"all":[{"path":"Name","operator":"contains","value":"a"}]}',
  '{"any":[{"path":"CreatedDate","operator":"within","value":"next-30-days"}]}',
  '{"all":[{"any":[{"path":"__proto__","operator":"eq","value":{"toString":1}}]}]}',
  '{"all":[{"path":"Revision","operator":"gt","value":1e308}]}',
  '{"all":[null]}',
);

function queryPart(
  { operation }: Operation,
  schemas: Record<string, Answer['body']>,
): fc.Arbitrary<readonly [string, string]> {
  const own = operation.parameters.flatMap((one: Answer['body']) => (one.in === 'query' ? [one.name] : []));
  const fields = Object.keys(schemas.product.properties);
  const name = fc.constantFrom(
    'page',
    'pageSize',
    'sortFields',
    'sortDirections',
    'FilterProperty',
    'FilterOperator',
    'FilterValue',
    'part',
    'nonsense',
    ...own,
    ...own,
  );
  const value = fc.oneof(
    fc.constantFrom(
      ...fields,
      'Brand.Name',
      'ProductStateType.Name',
      'PlanCoverageItems.IsOptional',
      'Brand.Brand.Brand',
    ),
    fc.constantFrom(
      'eq',
      'ne',
      'contains',
      'startsWith',
      'gt',
      'ge',
      'lt',
      'le',
      'in',
      '0',
      '1',
      '10',
      '1000',
      'true',
      '2026-01-01',
    ),
    fc.string({ maxLength: 20 }),
    condition,
    hostile,
  );
  return fc.tuple(name, value);
}

function headersOf(): fc.Arbitrary<Record<string, string>> {
  const some = fc.constantFrom('"1"', '1', 'W/"2"', '*', 'x', '"99999999999999999999"', '', 'abc, def');
  return fc.record(
    {
      'if-match': some,
      'x-confirm': some,
      'accept-language': fc.constantFrom('fr', 'en;q=x', '*', ',,;', 'fr-CA;q=0'),
      'x-time-zone': fc.constantFrom('America/Vancouver', 'Nowhere/At-all', ''),
    },
    { requiredKeys: [] },
  );
}

function bodyOf(
  { operation }: Operation,
  schemas: Record<string, Answer['body']>,
  anId: fc.Arbitrary<string>,
): fc.Arbitrary<unknown> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const shaped = schema ? anyValue(schema, schemas, anId) : fc.constant(undefined);
  return fc.oneof(
    { weight: 6, arbitrary: shaped },
    { weight: 4, arbitrary: broken(shaped) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.oneof(fc.string(), hostileValue) },
  );
}

/** A body with one mistake: a member replaced by another, removed, or repeated in another spelling. */
function broken(shaped: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(shaped, fc.nat(), hostileValue, fc.constantFrom('put', 'drop', 'twice', 'more'))
    .map(([body, at, value, how]) => {
      if (typeof body !== 'object' || body === null) return value;
      const names = Object.keys(body);
      const name = names[at % Math.max(1, names.length)] ?? 'Id';
      const rest = Object.entries(body).filter(([each]) => how !== 'drop' || each !== name);
      const added = { put: [name], drop: [], twice: [name.toLowerCase()], more: ['Nonsense'] }[how];
      if (Array.isArray(body)) return [...body, value];
      return Object.fromEntries([...rest, ...(added ?? []).map((each): [string, unknown] => [each, value])]);
    });
}

/** Values that mostly fit the schema, and sometimes do not. */
function anyValue(
  schema: Answer['body'],
  schemas: Record<string, Answer['body']>,
  anId: fc.Arbitrary<string>,
): fc.Arbitrary<unknown> {
  if (schema.$ref) return anyValue(schemas[schema.$ref.split('/').at(-1) as string], schemas, anId);
  if (schema.anyOf && !schema.properties)
    return fc.oneof(...schema.anyOf.map((one: object) => anyValue(one, schemas, anId)));
  const fitting = fittingValue(schema, schemas, anId);
  return fc.oneof(
    { weight: 60, arbitrary: fitting },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    { weight: 1, arbitrary: hostileValue },
  );
}

function fittingValue(
  schema: Answer['body'],
  schemas: Record<string, Answer['body']>,
  anId: fc.Arbitrary<string>,
): fc.Arbitrary<unknown> {
  const type = [schema.type].flat()[0];
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.format === 'uuid') return anId;
  if (schema.format === 'date')
    return fc.constantFrom('2026-01-31', '2027-12-31', '2026-02-30', '0000-00-00');
  if (type === 'object') {
    const members = Object.entries(schema.properties ?? {}).map(
      ([name, inner]) => [name, anyValue(inner, schemas, anId)] as const,
    );
    const record = fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] });
    const { additionalProperties: more } = schema;
    if (!more || members.length > 0) return record;
    const inner =
      more === true ? fc.oneof(fc.jsonValue({ maxDepth: 2 }), hostileValue) : anyValue(more, schemas, anId);
    return fc.dictionary(fc.string({ maxLength: 12 }), inner, { maxKeys: 4 });
  }
  if (type === 'array') return fc.array(anyValue(schema.items ?? {}, schemas, anId), { maxLength: 4 });
  if (type === 'integer') return fc.oneof(fc.integer({ min: 0, max: 130 }), fc.maxSafeInteger());
  if (type === 'number') return fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.double());
  if (type === 'boolean') return fc.boolean();
  return type === 'string'
    ? fc.oneof(fc.string({ maxLength: schema.maxLength ?? 30 }), hostile)
    : fc.jsonValue({ maxDepth: 2 });
}

/** An address cannot contain lone surrogates. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
