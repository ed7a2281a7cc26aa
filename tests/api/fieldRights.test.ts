/**
 * Every field by every role in every state. A field with its own rights is neither shown nor accepted without
 * them, on any path. A table for readers lists the fields each role may change, as the server decides.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, EntityModel, FieldModel } from '#engine';
import { createFeatureClients, distinct, type FeatureClients } from './support/featureClients.ts';
import { type Answer, type Ask, model as shipped, startApp } from './support/startApp.ts';

type Guarded = {
  readonly entity: EntityModel;
  readonly field: FieldModel;
  readonly view: readonly string[];
  readonly write: readonly string[];
};

const guarded: readonly Guarded[] = [...shipped.entities.values()].flatMap((entity) =>
  Object.entries(entity.policy.fields).flatMap(([name, { view, write }]) => {
    const field = entity.fieldByPath.get(name);
    const of = (access: typeof view) => (access?.kind === 'feature' ? access.anyOf : []);
    return field ? [{ entity, field, view: of(view), write: of(write) }] : [];
  }),
);
const seen = guarded.filter(({ view }) => view.length > 0);
/** Nobody changes computed fields. */
const isComputed = ({ rules }: EntityModel, { path }: FieldModel) =>
  rules.values.some(({ field }) => field === path);
const kept = guarded.filter(
  ({ entity, write, field }) => write.length > 0 && isChanged(field) && !isComputed(entity, field),
);
const sets = distinct([...seen.map(({ view }) => view), ...kept.map(({ write }) => write)]);

const numbers = new Set(['integer', 'decimal', 'money', 'percent']);

/** Some visible value, for every type. */
function sampleOf({ kind, fields = [], ref, lookup }: FieldModel): unknown {
  if (kind === 'rows') return [rowOf(fields)];
  if (kind === 'object') return rowOf(fields);
  if (lookup) return shipped.lookups.get(lookup)?.items[0]?.Id;
  if (kind === 'boolean') return true;
  if (numbers.has(kind)) return 7;
  return ref ? undefined : 'Planted';
}

const rowOf = (fields: readonly FieldModel[]): DataRecord =>
  Object.fromEntries(
    fields
      .filter(({ stored, ref, kind }) => stored && !ref && kind === 'text')
      .map(({ name }) => [name, 'Planted']),
  );

describe('fields with their own rights', () => {
  let clients: FeatureClients;
  const records = new Map<string, string>();

  beforeAll(async () => {
    clients = await createFeatureClients('sqlite', sets);
    const { store } = clients.app;
    for (const { entity, field } of seen) {
      const { items } = await store.find({ entity: entity.id });
      const record =
        items.find((one) => one[field.name] !== null && one[field.name] !== undefined) ?? items[0];
      const id = String(record?.Id);
      records.set(`${entity.id}.${field.name}`, id);
      if (record && field.stored && (record[field.name] ?? null) === null && sampleOf(field) !== undefined)
        await store.update(entity.id, id, { [field.name]: sampleOf(field) });
    }
  });
  afterAll(() => clients.app.store.close());

  const routesOf = ({ entity }: Guarded, operation: 'find' | 'get') =>
    shipped.routes.filter(
      (one) =>
        one.entity === entity.id &&
        one.operation === operation &&
        one.method === 'GET' &&
        (one.path.match(/\{/g)?.length ?? 0) === (operation === 'get' ? 1 : 0) &&
        (operation === 'find' || one.idParameter !== undefined) &&
        !one.through &&
        !one.flag &&
        !one.fields,
    );

  /** Every path on which a field could be seen, with its answer. */
  async function doors(ask: Ask, one: Guarded): Promise<Readonly<Record<string, boolean>>> {
    const { entity, field } = one;
    const { name, expand } = field;
    const id = records.get(`${entity.id}.${name}`);
    const has = (record: DataRecord | undefined) =>
      record !== undefined && [name, expand?.as ?? name].some((member) => (record[member] ?? null) !== null);
    const said: Record<string, boolean> = {};
    for (const { path } of routesOf(one, 'get'))
      said[`GET ${path}`] = has((await ask('GET', path.replace(/\{\w+\??\}/, String(id)))).body);
    for (const { path } of routesOf(one, 'find').slice(0, 1)) {
      const only = `FilterProperty=Id&FilterOperator=eq&FilterValue=${id}`;
      const list = async (query: string): Promise<Answer> => ask('GET', `${path}?${only}&${query}`);
      said[`GET ${path}`] = has((await list('')).body.Items?.[0]);
      said[`GET ${path} $fields`] = has((await list(`$fields=${name}`)).body.Items?.[0]);
      const isPlain = field.stored && !['rows', 'object', 'json', 'html'].includes(field.kind);
      if (!isPlain) continue;
      said[`sort ${path}`] = (await list(`sortFields=${name}`)).status === 200;
      const filter = `FilterProperty=${name}&FilterOperator=ne&FilterValue=0`;
      said[`filter ${path}`] = (await ask('GET', `${path}?${filter}`)).status === 200;
      const { body } = await list(`$export=csv&exportColumns=Id&exportColumns=${name}`);
      said[`export ${path}`] = typeof body === 'string' && (body.split('\r\n')[0] ?? '').includes(',');
    }
    return said;
  }

  it('are seen by those who hold all, and on no path without', async () => {
    expect(seen.length).toBeGreaterThan(15);
    const admin = await clients.app.as('admin');
    const wrong: string[] = [];
    const silent: string[] = [];
    for (const one of seen) {
      const name = `${one.entity.id}.${one.field.name}`;
      const open = Object.values(await doors(admin, one));
      if (!open.includes(true)) silent.push(name);
      const shut = await doors(await clients.lacking(one.view), one);
      for (const [door, isOpen] of Object.entries(shut)) if (isOpen) wrong.push(`${name}: ${door}`);
    }
    expect(wrong).toEqual([]);
    expect(silent).toEqual([]);
  });

  it('are changed by those who hold one of their rights, and by nobody else', async () => {
    expect(kept.length).toBeGreaterThan(10);
    const admin = await clients.app.as('admin');
    const wrong: string[] = [];
    for (const { entity, field, write } of kept) {
      const { items } = await clients.app.store.find({ entity: entity.id, page: { number: 1, size: 1 } });
      const record = items[0];
      const body = { Id: record?.Id, [field.name]: changed(field, record?.[field.name]) };
      // For entities without records, a new one.
      if (!record) delete body.Id;
      const isLocked = async (ask: Ask) => {
        const { body: said } = await ask('POST', `/validate/${entity.id}`, body);
        return said.Errors?.some(
          ({ Rule, Path }: DataRecord) =>
            Rule === 'forbidden.field' && String(Path).startsWith(`/${field.name}`),
        );
      };
      if (await isLocked(admin)) wrong.push(`${entity.id}.${field.name} is closed to all`);
      if (!(await isLocked(await clients.lacking(write)))) wrong.push(`${entity.id}.${field.name} is open`);
    }
    expect(wrong).toEqual([]);
  });
});

const states = (entity: EntityModel | undefined) =>
  shipped.lookups.get(entity?.fieldByPath.get(entity.workflow?.field ?? '')?.lookup ?? '')?.items ?? [];

/** Another value of the same type. */
function changed({ kind, storage }: FieldModel, value: unknown): unknown {
  if (kind === 'rows') return Array.isArray(value) && value.length > 0 ? [] : [{}];
  if (kind === 'references') return ['0f000000-0000-7000-8000-00000000beef'];
  if (kind === 'reference') return '0f000000-0000-7000-8000-00000000beef';
  if (kind === 'date') return value === '2030-01-01' ? '2030-01-02' : '2030-01-01';
  if (kind === 'datetime') return '2030-01-01T00:00:00.000Z';
  if (storage === 'boolean') return value !== true;
  if (numbers.has(kind) || storage === 'integer' || storage === 'number') return Number(value ?? 0) + 1;
  return storage === 'text' ? `${value ?? ''}x` : undefined;
}

function isChanged({ stored, readOnly, kind }: FieldModel): boolean {
  return stored && !readOnly && !['object', 'json', 'file', 'html'].includes(kind);
}

describe('fields, roles and states', () => {
  it('the fields someone may change in a record are those of the table', async () => {
    const app = await startApp({ store: 'sqlite' });
    const asks = await Promise.all(
      [...shipped.roles.keys()].map(async (role) => [role, await app.as(role)] as const),
    );
    const lines: string[] = [];
    for (const entity of shipped.entities.values())
      for (const [state, record] of await recordsByState(entity)) {
        const said = new Map<string, string[]>();
        for (const [role, ask] of asks) {
          const may = await changeable(ask, entity, record);
          if (may !== undefined) said.set(may, [...(said.get(may) ?? []), role]);
        }
        if (said.size > 0) lines.push(`${entity.id}${state}`);
        for (const [may, roles] of said) lines.push(`  ${roles.join(', ')}: ${may}`);
      }
    await app.store.close();
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('expected/changeable.txt');

    /** One record in each state of its own or of its owner. */
    async function recordsByState(entity: EntityModel): Promise<ReadonlyMap<string, DataRecord>> {
      const { items } = await app.store.find({ entity: entity.id, page: { number: 1, size: 2500 } });
      const found = new Map<string, DataRecord>();
      const { owner, workflow } = entity;
      const holder = workflow ? entity : shipped.entities.get(owner?.ref?.entity ?? '');
      const owners =
        workflow || !owner ? [] : (await app.store.find({ entity: owner.ref?.entity ?? '' })).items;
      const ofOwner = new Map(owners.map((one) => [one.Id, one]));
      for (const item of items) {
        const of = workflow ? item : ofOwner.get(item[owner?.name ?? '']);
        const id = of?.[holder?.workflow?.field ?? ''];
        const state = states(holder).find(({ Id }) => Id === id)?.Name;
        const key = state === undefined ? '' : `${workflow ? '' : ` of ${holder?.id}`} ${state}`;
        if (!found.has(key)) found.set(key, item);
      }
      return found;
    }
  });
});

/** The fields a person cannot change, as text; undefined where they may change nothing at all. */
async function changeable(ask: Ask, entity: EntityModel, record: DataRecord): Promise<string | undefined> {
  const fields = entity.fields.filter(isChanged);
  const body: Record<string, unknown> = { Id: record.Id };
  for (const field of fields) body[field.name] = changed(field, record[field.name]);
  const { status, body: said } = await ask('POST', `/validate/${entity.id}`, body);
  if (status !== 200) return undefined;
  // Values of a wrong type are refused before rights are checked.
  expect(said.Errors.filter(({ Rule }: DataRecord) => Rule === 'validation.type')).toEqual([]);
  const locks = new Set(entity.rules.state.filter(({ slot }) => slot === 'editable').map(({ id }) => id));
  const locked = new Set<string>(
    said.Errors.filter(({ Rule }: DataRecord) => Rule === 'forbidden.field' || locks.has(String(Rule))).map(
      ({ Path }: DataRecord) => String(Path).split('/')[1] ?? '',
    ),
  );
  if (locked.size === 0) return 'all';
  const open = fields.map(({ name }) => name).filter((name) => !locked.has(name));
  if (open.length === 0) return 'nothing';
  return open.length <= locked.size ? `only ${open.join(' ')}` : `all but ${[...locked].sort().join(' ')}`;
}
