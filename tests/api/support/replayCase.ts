/** One declared case over HTTP: the store is filled as the case says, then the call is made. */

import {
  type CaseModel,
  type DataRecord,
  type EntityModel,
  type FieldModel,
  type Model,
  type RouteModel,
  stepRule,
} from '#engine';
import { createApp, createModelHolder, createWebPorts, type Store } from '#server/app';
import { storedFields } from '../../../server/operations/storedFields.ts';
import { ownersFirst } from '../../../server/seed/ownersFirst.ts';
import { extensions } from '../../support/extensions.ts';
import { agreeing } from './agreeing.ts';
import type { Way } from './otherWays.ts';
import { copyWays, uploadWays } from './otherWays.ts';
import {
  type Answer,
  type Ask,
  asker,
  copyStore,
  declarations,
  makeStore,
  compilation as ownCompilation,
  type StoreKind,
} from './startApp.ts';

export type Verdict = {
  readonly answer: Answer;
  readonly stored?: DataRecord;
  readonly rules: readonly string[];
  readonly at: readonly string[];
};

const caseRole = 'case';
const zone = 'America/Toronto';

/** Creates the replayer of one kind of store; cases with the same features share an app. */
export function createReplayer(
  kind: StoreKind,
  { set, compilation } = { set: declarations, compilation: ownCompilation },
): (entity: EntityModel, example: CaseModel, way?: Way) => Promise<Verdict> {
  const held: { store?: Store } = {};
  let empty: Store | undefined;
  const clock = { now: new Date() };
  const apps = new Map<string, ReturnType<typeof createApp>>();
  const models = new Map<string, Model>();
  const own = (name: string | symbol) => held.store?.[name as keyof Store];
  // Of the store of the case that runs, whoever keeps it.
  const memberOf = (name: string | symbol) =>
    typeof own(name) === 'function'
      ? (...args: unknown[]) => (own(name) as (...args: unknown[]) => unknown)(...args)
      : own(name);
  // Callers that override members of the store spread it.
  const store = new Proxy({} as Store, {
    get: (_, name) => memberOf(name),
    ownKeys: () => Reflect.ownKeys(held.store ?? {}),
    getOwnPropertyDescriptor: (_, name) => ({
      configurable: true,
      enumerable: true,
      value: memberOf(name),
    }),
  });
  const ports = createWebPorts({ now: () => clock.now, hash: plainHasher });

  return async (entity, example, way) => {
    clock.now = new Date(`${example.given.today ?? '2026-11-20'}T17:00:00Z`);
    const features = example.given.features ?? featuresOf(compilation.model, example.given.role);
    const key = features.join();
    const model = models.get(key) ?? withRole(compilation.model, features);
    models.set(key, model);
    empty ??= await emptyStore(kind, compilation.model);
    held.store = await copyStore[kind](empty, model);
    await fill(held.store, model, { entity, example });
    const app =
      apps.get(key) ??
      createApp({
        extensions,
        models: createModelHolder(set, { ...compilation, model }),
        store,
        ports,
        settings: { timeZone: zone },
      });
    apps.set(key, app);
    const fetch = async (request: Request) => app.fetch(request);
    const login = await asker(fetch, {})('POST', '/session', { UserName: caseRole, Password: 'case' });
    const ask = asker(fetch, { authorization: `Bearer ${login.body.Token}` });
    const answer = await callOf(ask, model, { entity, example, way });
    const verdict = {
      answer,
      ...said(answer, way),
      stored: await storedAfter(ask, { model, store: held.store }, { entity, example, way }, answer),
    };
    await held.store.close();
    return verdict;
  };
}

/** Its tables do not depend on the caller's features, so they are created once. */
async function emptyStore(kind: StoreKind, model: Model): Promise<Store> {
  const store = await makeStore[kind]();
  await store.migrate(model);
  return store;
}

/** Whether the case's operation has a route of its entity; otherwise it cannot be called. */
export function routeOf(
  model: Model,
  entity: EntityModel,
  operation: string,
  record: DataRecord = {},
): RouteModel | undefined {
  const [name, transition] = operation.split(':');
  const routes = model.routes.filter(
    (route) => route.entity === entity.id && route.operation === name && !route.through,
  );
  // Of several calls that change a record, the one that takes the body of the case.
  const sent = Object.keys(record);
  const fitting = routes.find(({ fields }) => !fields || sent.every((name) => fields.includes(name)));
  if (name === 'update' && fitting) return fitting;
  return (
    routes.find((route) => route.transition === transition) ??
    routes.find((route) => route.transitionFrom && !route.except.includes(transition ?? ''))
  );
}

const plainHasher = {
  hash: async (password: string) => password,
  verify: async (password: string, hash: string) => password === hash,
  isOutdated: () => false,
};

function featuresOf(model: Model, role: string | undefined): readonly string[] {
  return model.roles.get(role ?? 'admin')?.features ?? [];
}

function withRole(model: Model, features: readonly string[]): Model {
  return { ...model, roles: new Map([...model.roles, [caseRole, { id: caseRole, features }]]) };
}

type Setting = { readonly entity: EntityModel; readonly example: CaseModel; readonly way?: Way };

async function fill(store: Store, model: Model, { entity, example }: Setting): Promise<void> {
  const { stored, owner, others } = example.given;
  const byEntity = new Map<string, DataRecord[]>(
    Object.entries(others ?? {}).map(([id, records]) => [id, [...records]]),
  );
  const add = (id: string | undefined, record: DataRecord | undefined) => {
    if (id && record) byEntity.set(id, [...(byEntity.get(id) ?? []), record]);
  };
  add(entity.owner?.ref?.entity, owner);
  add(entity.id, example.operation === 'create' ? undefined : stored);
  const person = {
    Id: '01900000-0000-7000-8000-0000000000ff',
    UserName: caseRole,
    DisplayName: 'Case',
    PasswordHash: 'case',
    Roles: [caseRole],
    IsActive: true,
  };
  add('user', person);
  await store.transaction(async (session) => {
    for (const target of ownersFirst(model))
      for (const record of byEntity.get(target.id) ?? [])
        await session.insert(target.id, complete(target, record));
  });
}

function complete(entity: EntityModel, record: DataRecord): DataRecord {
  const defaults = entity.fields.flatMap((field) =>
    field.default === undefined ? [] : [[field.name, field.default]],
  );
  const stamp = {
    Revision: 1,
    CreatedDate: '2026-01-01T00:00:00.000Z',
    CreatedBy: 'case',
    ModifiedDate: '2026-01-01T00:00:00.000Z',
    ModifiedBy: 'case',
  };
  return storedFields(entity.fields, { ...Object.fromEntries(defaults), ...stamp, ...record });
}

/** For paths that name the id of a new record. */
const newId = '01900000-0000-7000-8000-0000000000fe';

async function callOf(
  ask: ReturnType<typeof asker>,
  model: Model,
  { entity, example, way }: Setting,
): Promise<Answer> {
  if (way?.send) return way.send(ask);
  const { record = {}, stored = {}, owner = {} } = example.given;
  const route = way?.route ?? (routeOf(model, entity, example.operation, record) as RouteModel);
  const written: DataRecord = way?.list ? owner : { ...stored, ...record };
  const isNew = example.operation === 'create' && !way?.list;
  const id = isNew ? newId : way?.list ? owner.Id : stored.Id;
  const values: DataRecord = { ...written, id, ...(isNew && { Id: newId }) };
  const path = route.path.replace(/\{([^}?]+)\??\}/g, (_, name: string) =>
    String(values[name === route.idParameter ? 'id' : (route.bind[name] ?? name)]),
  );
  if (way?.list) {
    const { [way.list.records?.owner ?? '']: _owner, ...row } = {
      ...(example.operation === 'create' ? {} : stored),
      ...record,
    } as DataRecord;
    return ask(route.method, path, { Id: owner.Id, [way.list.name]: [row] });
  }
  const bodies: Record<string, unknown> = {
    create: record,
    update: { ...record, Id: stored.Id },
    transition: route.transitionFrom
      ? { [route.transitionFrom]: targetOf(entity, example.operation) }
      : undefined,
  };
  const body = bodies[route.operation];
  const own = route.bodyField;
  const answer = await ask(route.method, path, own === undefined ? body : (record[own] ?? null));
  return isStepAsked(entity, example, answer) ? agreeing(ask)(route.method, path, body) : answer;
}

/**
 * Every way to carry out a case, derived from the model: paths of the entity, and of the holders of its
 * records.
 */
export function waysOf(model: Model, entity: EntityModel, example: CaseModel): readonly Way[] {
  const { operation, given } = example;
  if (operation !== 'create' && operation !== 'update') return [];
  const sent = Object.keys(given.record ?? {});
  const own = model.routes.filter(
    (route) =>
      route.entity === entity.id &&
      route.operation === operation &&
      !route.through &&
      // A path with its own kind of update, or that writes something by itself, is a separate case.
      !route.as &&
      !route.set &&
      (!route.fields || sent.every((name) => route.fields?.includes(name))) &&
      (route.bodyField === undefined || sent.every((name) => name === route.bodyField)) &&
      route.without.every((name) => !sent.includes(name)),
  );
  return [
    ...own.map((route) => ({ title: `${route.method} ${route.path}`, route })),
    ...uploadWays(model, entity, example),
    ...copyWays(model, entity, example),
    ...[...model.entities.values()].flatMap((holder) =>
      holder.fields.flatMap((list) => asRow(model, { holder, entity, list })),
    ),
  ];
}

function asRow(
  { routes }: Model,
  { holder, entity, list }: { holder: EntityModel; entity: EntityModel; list: FieldModel },
): readonly Way[] {
  if (list.records?.entity !== entity.id) return [];
  return routes
    .filter(
      (route) =>
        route.entity === holder.id &&
        route.operation === 'update' &&
        !route.through &&
        (!route.fields || route.fields.includes(list.name)),
    )
    .map((route) => ({ title: `${route.method} ${route.path} as a row of ${list.name}`, route, list }));
}

/** The step's own question is not a rule that cases test. */
function isStepAsked(entity: EntityModel, { operation }: CaseModel, { status, body }: Answer): boolean {
  if (status !== 428 || !operation.startsWith('transition:')) return false;
  const rule = stepRule(entity, { id: operation.slice('transition:'.length) });
  return body.Confirmations.every(({ Rule }: { Rule: string }) => Rule === rule);
}

function targetOf(entity: EntityModel, operation: string): string | undefined {
  return entity.workflow?.transitions.find((transition) => transition.id === operation.split(':')[1])?.to;
}

function said(
  { body }: Answer,
  way?: Way,
): { readonly rules: readonly string[]; readonly at: readonly string[] } {
  const errors: readonly { Rule: string; Path: string }[] = body?.ValidationErrors ?? [];
  const confirmations: readonly { Rule: string }[] = body?.Confirmations ?? [];
  const prefix = way?.list ? `/${way.list.name}/0` : '';
  return {
    rules: [...errors, ...confirmations].map(({ Rule }) => Rule),
    at: errors.map(({ Path }) => Path.slice(prefix.length)),
  };
}

/** The record afterwards with derived values, as far as the person may read it; references as ids. */
async function storedAfter(
  ask: Ask,
  { model, store }: { model: Model; store: Store },
  { entity, example, way }: Setting,
  answer: Answer,
): Promise<DataRecord | undefined> {
  if (way?.list) return (answer.body?.[way.list.name] as readonly DataRecord[] | undefined)?.[0];
  const id = answer.body?.Id ?? answer.body?.Items?.[0]?.Id ?? example.given.stored?.Id;
  if (typeof id !== 'string') return undefined;
  const read = model.routes.find(
    (route) => route.entity === entity.id && route.operation === 'get' && !route.through,
  );
  const { stored, record: sent } = example.given;
  const named: DataRecord = { ...stored, ...sent };
  const path = read?.path.replace(/\{([^}?]+)\??\}/g, (_, name: string) =>
    String(name === read.idParameter ? id : named[read.bind[name] ?? name]),
  );
  const got = path === undefined ? undefined : await ask('GET', path);
  const record = got?.status === 200 ? (got.body as DataRecord) : await store.get(entity.id, id);
  return record && { ...record, ...storedFields(entity.fields, record) };
}

/** Whether a value matches the expected one: empty equals absent, and unmentioned members are ignored. */
export function covers(expected: unknown, actual: unknown): boolean {
  if (Array.isArray(expected)) {
    const list = Array.isArray(actual) ? actual : [];
    return list.length === expected.length && expected.every((entry, index) => covers(entry, list[index]));
  }
  if (typeof expected !== 'object' || expected === null) return (expected ?? null) === (actual ?? null);
  return Object.entries(expected).every(([name, value]) =>
    covers(value, (actual as DataRecord | undefined)?.[name]),
  );
}
