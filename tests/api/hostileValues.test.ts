/**
 * Any value in any field of a call, shipped or from an overlay, is refused in the common shape or stored as
 * it was accepted.
 */
import { describe, expect, it } from 'vitest';
import {
  type Change,
  type DataRecord,
  type EntityModel,
  type FieldModel,
  type Model,
  type RouteModel,
  systemFields,
  writeFiles,
} from '#engine';
import { everyType, fieldChange } from '../support/everyType.ts';
import { type Ask, type Running, type StoreKind, startApp } from './support/startApp.ts';

/** As JSON text, for values that `JSON.stringify` would not write. */
const hostile: readonly string[] = [
  '1e400',
  '-1e400',
  '1e308',
  '9007199254740993',
  '-0',
  '0.1234567890123456789',
  'true',
  '7',
  '""',
  '" "',
  '"a\\u0000b"',
  '"\\ud800"',
  '"1e400"',
  '"constructor"',
  '"__proto__"',
  '"2026-02-30"',
  '"2026-13-01T25:61:61Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '"00000000-0000-0000-0000-000000000000"',
  JSON.stringify('x'.repeat(100_000)),
  '[]',
  '[[]]',
  '[null]',
  '[1e400]',
  '[{}]',
  '{}',
  '{"Id":{"Id":1}}',
  '{"constructor":1}',
  '{"__proto__":1}',
  '{"toString":1,"valueOf":1}',
  `${'['.repeat(30)}${']'.repeat(30)}`,
  `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
];

const texts = (title: string) => ({ 'en-CA': title, 'fr-CA': title });

/**
 * An app with every type of field, and a choice from every shipped list, published on a shipped and a new
 * entity.
 */
async function start(kind: StoreKind): Promise<{ app: Running; admin: Ask }> {
  const app = await startApp({ store: kind });
  const admin = await app.as('admin');
  const { items } = await app.store.find({ entity: 'brand', page: { number: 1, size: 2 } });
  const types = everyType(items as unknown as Parameters<typeof everyType>[0]);
  const choices = [...app.models.current().lookups.keys()].map((lookup, index) => ({
    name: `From${index}`,
    type: 'choice' as const,
    title: texts(lookup),
    lookup,
  }));
  const site = {
    kind: 'entity' as const,
    name: 'site-visit',
    title: texts('Visit'),
    plural: texts('Visits'),
  };
  const changes = ['product', 'site-visit'].flatMap((entity): readonly Change[] => [
    ...types.map((one) => fieldChange(entity, one)),
    ...choices.map(({ name, ...words }) => ({ kind: 'field' as const, name: `${entity}.${name}`, ...words })),
    {
      kind: 'field' as const,
      name: `${entity}.Deep`,
      type: 'rows' as const,
      title: texts('Deep'),
      fields: [
        { name: 'Whole', type: 'integer' as const, title: texts('Whole') },
        // The maximum that rows may have; each list has a field of the record, too.
        ...choices.slice(0, 47),
        { name: 'Scaled', type: 'decimal' as const, title: texts('Scaled') },
        { name: 'Moment', type: 'datetime' as const, title: texts('Moment') },
      ],
    },
    { kind: 'field' as const, name: `${entity}.Free`, type: 'integer' as const, title: texts('Free') },
    { kind: 'field' as const, name: `${entity}.FreeMoney`, type: 'money' as const, title: texts('Money') },
  ]);
  const Files = writeFiles([site, ...changes]).map(({ path: Path, text: Text }) => ({ Path, Text }));
  const drafted = await admin('POST', '/configure/import', { Mode: 'add', Files });
  expect(drafted.status, JSON.stringify(drafted.body).slice(0, 2000)).toBe(200);
  const published = await admin('POST', '/configure/publish', { Note: 'Everything' });
  expect(published.status, JSON.stringify(published.body).slice(0, 2000)).toBe(201);
  await admin('POST', '/custom/site-visit', { Name: 'First' });
  return { app, admin };
}

type Writing = { readonly entity: EntityModel; readonly route: RouteModel; readonly base: DataRecord };

const operations = new Set(['create', 'update']);

/** Every path that writes a record and has one to try it on, changes first; products are in design. */
async function writingsOf({ store, models }: Running): Promise<readonly Writing[]> {
  const model = models.current();
  await store.transaction(async (session) => {
    for (const { Id } of (await session.find({ entity: 'product' })).items)
      await session.update('product', String(Id), { ProductStateTypeId: 1 });
  });
  const found: Writing[] = [];
  for (const route of model.routes) {
    const entity = model.entities.get(route.entity);
    if (!entity || !operations.has(route.operation) || route.through) continue;
    const { items } = await store.find({ entity: entity.id, page: { number: 1, size: 50 } });
    // A template belongs to no product and cannot be changed.
    const base = items.find(({ ProductId }) => ProductId) ?? items[0];
    if (base) found.push({ entity, route, base });
  }
  return found.sort((one, other) => (one.route.operation < other.route.operation ? 1 : -1));
}

function pathOf({ route, base }: Writing): string {
  return route.path.replace(/\{([^}?]+)\??\}/g, (_, name: string) =>
    String(name === route.idParameter ? base.Id : (base[route.bind[name] ?? name] ?? base.Id)),
  );
}

/**
 * The members of a body that bring the value to a field, each as JSON; into rows and objects at any depth.
 */
function bodiesWith(field: FieldModel, value: string): readonly string[] {
  const own = `"${field.name}":${value}`;
  if (!field.fields) return [own];
  const nested = field.fields.flatMap((inner) => bodiesWith(inner, value));
  const wrap = (inner: string) =>
    field.kind === 'rows' ? `"${field.name}":[{${inner}}]` : `"${field.name}":{${inner}}`;
  return [own, ...nested.map(wrap)];
}

/** Values that one field of a kind may accept, each as JSON: only the store would fail on them. */
function apt({ kind, lookup }: FieldModel, model: Model): readonly string[] {
  const items = lookup === undefined ? undefined : model.lookups.get(lookup)?.items;
  if (items) return [items[0], items.at(-1)].map((item) => JSON.stringify(item?.Id ?? null));
  return aptByKind[kind] ?? [];
}

const numbers = ['1e400', '1e308', '9007199254740993', '0.1234567890123456789'];
const words = ['"a\\u0000b"', '"\\ud800"', '"constructor"'];
const aptByKind: Partial<Record<FieldModel['kind'], readonly string[]>> = {
  integer: numbers,
  decimal: numbers,
  money: [...numbers, '1e21'],
  percent: numbers,
  flags: numbers,
  text: words,
  multiline: words,
  rule: words,
  html: words,
  date: ['"0000-01-01"', '"9999-12-31"'],
  datetime: ['"9999-12-31T23:59:59.999Z"', '"2016-12-31T23:59:60Z"', '"0000-01-01T00:00:00+14:00"'],
  json: ['1e400', '{"a":[1e400]}', '"\\ud800"', '{"toString":1,"valueOf":1}', '[null]'],
};

type Attempt = {
  readonly writing: Writing;
  /** The field under test; undefined: all of them. */
  readonly field?: FieldModel;
  readonly value: string;
  /** The body, as JSON. */
  readonly sent: string;
};

const writes = ({ route, entity }: Writing) =>
  entity.fields.filter(
    ({ name, readOnly }) => !readOnly && !systemFields.has(name) && (route.fields?.includes(name) ?? true),
  );

function bodyOf({ route, base }: Writing, members: readonly string[]): string {
  if (route.bodyField !== undefined) return members[0]?.slice(members[0].indexOf(':') + 1) ?? 'null';
  const named = route.operation === 'update' && !route.idParameter ? [`"Id":"${base.Id}"`] : [];
  return `{${[...named, ...members].join()}}`;
}

/** Every value in all fields of a path at once: code that reads a value before checking it would fail. */
function attemptsOnAll(writings: readonly Writing[]): readonly Attempt[] {
  return writings.flatMap((writing) =>
    hostile.flatMap((value) => {
      const fields = writes(writing);
      const flat = fields.map((field) => bodiesWith(field, value)[0] ?? '');
      const deep = fields.map((field) => bodiesWith(field, value).at(-1) ?? '');
      return [flat, deep].map((members) => ({ writing, value, sent: bodyOf(writing, members) }));
    }),
  );
}

/** Plausible values, each in one field alone, on one path that writes it. */
function attemptsOnEach(writings: readonly Writing[], model: Model): readonly Attempt[] {
  const done = new Set<FieldModel>();
  return writings.flatMap((writing) =>
    writes(writing)
      .filter((field) => !done.has(field) && done.add(field))
      .flatMap((field) =>
        leavesOf(field).flatMap(({ leaf, wrap }) =>
          apt(leaf, model).map((value) => ({
            writing,
            field,
            value,
            sent: bodyOf(writing, [wrap(`"${leaf.name}":${value}`)]),
          })),
        ),
      ),
  );
}

type Leaf = { readonly leaf: FieldModel; readonly wrap: (member: string) => string };

function leavesOf(field: FieldModel): readonly Leaf[] {
  if (!field.fields) return [{ leaf: field, wrap: (member) => member }];
  return field.fields.flatMap(leavesOf).map(({ leaf, wrap }) => ({
    leaf,
    wrap: (member) =>
      field.kind === 'rows' ? `"${field.name}":[{${wrap(member)}}]` : `"${field.name}":{${wrap(member)}}`,
  }));
}

/** The store holds what the answer said, and a number is the one that was sent. */
async function isStored(
  { store }: Running,
  { writing, field, value }: Attempt,
  answer: DataRecord | undefined,
) {
  const { entity, route } = writing;
  if (route.operation !== 'update' || typeof answer?.Id !== 'string') return true;
  if (!field?.stored || field.fields || field.ref) return true;
  const stored = await store.get(entity.id, answer.Id);
  const kept = answer[field.name] ?? null;
  const sent: unknown = JSON.parse(value);
  const isSame = JSON.stringify(stored?.[field.name] ?? null) === JSON.stringify(kept);
  const isOwn = typeof sent === 'number' && typeof kept === 'number';
  return isSame && (!isOwn || kept === sent + 0);
}

/** Wrong answers, and how many were refused and accepted. */
async function tried({ app, admin }: { app: Running; admin: Ask }, attempts: readonly Attempt[]) {
  const count = { refused: 0, taken: 0 };
  const wrong: string[] = [];
  for (const attempt of attempts) {
    const { method } = attempt.writing.route;
    const path = pathOf(attempt.writing);
    const { status, body } = await admin(method, path, attempt.sent);
    const isTaken = status < 300;
    count[isTaken ? 'taken' : 'refused'] += 1;
    const isSaid = typeof body?.Message === 'string' && body.Message.trim() !== '' && body.Code !== undefined;
    // A choice of its list is valid, whatever its ids are.
    const isOffered = attempt.field?.overlay !== undefined && attempt.field.kind === 'choice';
    if (isOffered && !isTaken) wrong.push(`${path} ${attempt.sent} → ${status}`);
    const isRight = isTaken ? await isStored(app, attempt, body) : status < 500 && isSaid;
    const answer = JSON.stringify(body).slice(0, 200);
    if (!isRight) wrong.push(`${method} ${path} ${attempt.sent.slice(0, 200)} → ${status} ${answer}`);
  }
  return { ...count, wrong };
}

describe('no input gives 500', () => {
  it('any value in all fields at once, at every path that writes them', async () => {
    const started = await start('memory');
    const writings = await writingsOf(started.app);
    expect(writings.length).toBeGreaterThan(30);
    const { wrong, refused } = await tried(started, attemptsOnAll(writings));
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(500);
    expect(started.app.errors).toEqual([]);
  });

  it('a plausible value, or a choice from every list, is stored as it was accepted or refused', async () => {
    const started = await start('sqlite');
    const attempts = attemptsOnEach(await writingsOf(started.app), started.app.models.current());
    const { wrong, refused, taken } = await tried(started, attempts);
    expect(wrong).toEqual([]);
    expect(Math.min(refused, taken)).toBeGreaterThan(200);
    expect(started.app.errors).toEqual([]);
  });
});
