/** Row access (`x-rowAccess`): the store as one person sees it, so that no operation has to think of it. */
import {
  type DataRecord,
  type FilterTree,
  type Model,
  type RowAccess,
  textKey,
  type UserContext,
  type UserFact,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { TableQuery } from '../store/tableQuery.ts';
import type { Store, StoreSession, StreamQuery } from '../store/types.ts';
import { allOf, among, equals } from './filters.ts';
import type { Runtime } from './OperationCall.ts';

type Person = { readonly user: UserContext; readonly features: ReadonlySet<string> };

type Limit = {
  readonly filter: FilterTree;
  /** Records that are told by a field of their own, at the end of each path. */
  readonly roots?: readonly { readonly entity: string; readonly filter: FilterTree }[];
  /** What one of the fields is, where the record itself tells; absent: it has to be asked for. */
  readonly own?: readonly { readonly field: string; readonly value: unknown }[];
};

/** Which records the person sees. */
type Limits = {
  /** By entity; what is not named is seen whole. */
  readonly byEntity: ReadonlyMap<string, Limit>;
  /** Of whom accounts are seen: of those who are described by a record that is seen, and one's own. */
  readonly people: readonly { readonly entity: string; readonly by: string }[];
  readonly userName: string;
};

/** Accounts are of whoever a record with their user name is about. */
const accounts = 'user';

/** The runtime as the person meets it: itself for who sees every record, otherwise one whose store shows them theirs. */
export function runtimeFor(runtime: Runtime, person: Person): Runtime {
  const limits = limitsOf(runtime.model, person);
  if (limits.byEntity.size === 0) return runtime;
  let next: { readonly of: Runtime; readonly seen: Runtime } | undefined;
  const seen: Runtime = {
    ...runtime,
    store: limitedStore(runtime.store, limits),
    // Long work goes on under a later release, and sees no more there.
    latest: () => {
      const latest = runtime.latest();
      if (latest === runtime) return seen;
      if (next?.of !== latest) next = { of: latest, seen: runtimeFor(latest, person) };
      return next.seen;
    },
  };
  return seen;
}

function limitsOf(model: Model, person: Person): Limits {
  const byEntity = new Map<string, Limit>();
  for (const [entity, access] of accessesOf(model))
    if (!seesAll(access, person)) byEntity.set(entity, limitOf(model, entity, { access, person }));
  if (byEntity.size === 0) return { byEntity, people: [], userName: person.user.UserName };
  const people = [...byEntity.keys()].flatMap((entity) => {
    const by = model.entities.get(entity)?.ofUser?.by;
    return by ? [{ entity, by }] : [];
  });
  return { byEntity, people, userName: person.user.UserName };
}

/** Whether no record of the entity is kept from the person. */
export function seesAll({ unless, tests }: RowAccess, { user, features }: Person): boolean {
  if (unless && features.has(unless.feature)) return true;
  if (unless?.known && knownOf(unless.known, user) !== undefined) return true;
  return !tests.some(({ user: { as } }) => recordsOf(user)[as] !== undefined);
}

/** Who is known to belong elsewhere sees nothing. */
function limitOf(
  model: Model,
  entity: string,
  { access: { tests }, person: { user } }: { readonly access: RowAccess; readonly person: Person },
): Limit {
  const known = tests.flatMap((test) => {
    const value = knownOf(test.user, user);
    return value === undefined ? [] : [{ field: test.path, value }];
  });
  const of = known.map(({ field, value }) => equals(field, value));
  const own = known.every(({ field }) => !field.includes('.')) ? { own: known } : {};
  if (of.length === 0) return { filter: { kind: 'constant', value: false }, own: [] };
  const roots = known.flatMap(({ field, value }) => rootOf(model, entity, { field, value }) ?? []);
  return { filter: of.length === 1 ? (of[0] as FilterTree) : { kind: 'or', of }, roots, ...own };
}

/** Where the path ends; one record, told by its id, is never many. */
function rootOf(
  model: Model,
  entity: string,
  { field, value }: { readonly field: string; readonly value: unknown },
): { readonly entity: string; readonly filter: FilterTree } | undefined {
  const names = field.split('.');
  const last = names.pop() ?? '';
  const end = names.reduce<string | undefined>(
    (at, name) => model.entities.get(at ?? '')?.fieldByPath.get(name)?.ref?.entity,
    entity,
  );
  return end && last !== 'Id' ? { entity: end, filter: equals(last, value) } : undefined;
}

const recordsOf = (user: UserContext) => user as unknown as Readonly<Record<string, DataRecord | undefined>>;

const knownOf = ({ as, field }: UserFact, user: UserContext): unknown =>
  recordsOf(user)[as]?.[field] ?? undefined;

const accesses = new WeakMap<Model, ReadonlyMap<string, RowAccess>>();

function accessesOf(model: Model): ReadonlyMap<string, RowAccess> {
  let known = accesses.get(model);
  if (!known) {
    const found = [...model.entities.values()].flatMap(({ id, rowAccess }) =>
      rowAccess ? [[id, rowAccess] as const] : [],
    );
    known = new Map(found);
    accesses.set(model, known);
  }
  return known;
}

function limitedStore(store: Store, limits: Limits): Store {
  const isWide = widthOf(store, limits);
  return {
    ...store,
    ...limitedSession(store, limits, isWide),
    stream: async function* (query) {
      yield* store.stream(await limitedQuery(query, looking(store, limits), isWide));
    },
    rows: async function* (query) {
      yield* store.rows(await withLimits(store, limits, query));
    },
    countRows: async (query) => store.countRows(await withLimits(store, limits, query)),
    transaction: (work) => store.transaction((session) => work(limitedSession(session, limits, isWide))),
  };
}

/** Of each table it reads those records that are seen. */
async function withLimits(store: Store, limits: Limits, query: TableQuery): Promise<TableQuery> {
  const { limitFor } = looking(store, limits);
  const found = new Map(query.limits);
  for (const entity of new Set(query.tables.map((table) => table.entity))) {
    const limit = allOf([found.get(entity), await limitFor(entity)]);
    if (limit) found.set(entity, limit);
  }
  return { ...query, limits: found };
}

/** A record outside is as if it were not there; none can be written so that it would be outside. */
function limitedSession(session: StoreSession, limits: Limits, isWide: IsWide): StoreSession {
  const look = looking(session, limits);
  const { limitFor, seen, sees, mustSee } = look;
  return {
    find: async (query) => session.find(await limitedQuery(query, look, isWide)),
    count: async (entity, filter) => session.count(entity, allOf([await limitFor(entity, filter), filter])),
    get: async (entity, id) => {
      const record = await session.get(entity, id);
      return record && (await seen(entity, [record]))[0];
    },
    getMany: async (entity, ids) => seen(entity, await session.getMany(entity, ids)),
    referring: async (entity, path, id) => seen(entity, await session.referring(entity, path, id)),
    scan: async (query) => {
      const piece = await session.scan(query);
      return { ...piece, items: await seen(query.entity, piece.items) };
    },
    insert: async (entity, record) => {
      await session.insert(entity, record);
      await mustSee(entity, [String(record.Id)]);
    },
    insertMany: async (entity, records) => {
      const count = await session.insertMany(entity, records);
      await mustSee(
        entity,
        records.map(({ Id }) => String(Id)),
      );
      return count;
    },
    copyMany: session.copyMany,
    update: async (entity, id, fields, revision) => {
      if (!(await sees(entity, id))) return false;
      const isDone = await session.update(entity, id, fields, revision);
      if (isDone) await mustSee(entity, [id]);
      return isDone;
    },
    remove: async (entity, id) => (await sees(entity, id)) && session.remove(entity, id),
    // That a name is taken must be known, whoever has taken it.
    conflicting: session.conflicting,
  };
}

/** The query for those of its records that are seen. */
async function limitedQuery<Query extends StreamQuery>(
  query: Query,
  { limitFor }: ReturnType<typeof looking>,
  isWide: IsWide,
): Promise<Query> {
  const limit = await limitFor(query.entity, query.filter);
  return limit && (await isWide(query.entity))
    ? { ...query, mostly: limit }
    : { ...query, filter: allOf([limit, query.filter]) };
}

/** Whether so many of the records are seen that a list is quicker in its order than from those that are seen. */
type IsWide = (entity: string) => Promise<boolean>;

/** Asked once a call; the store remembers the counts. */
function widthOf(store: Store, { byEntity }: Limits): IsWide {
  const known = new Map<string, Promise<boolean>>();
  const ask = async ({ roots = [] }: Limit): Promise<boolean> => {
    for (const { entity, filter } of roots) {
      const count = await store.count(entity, filter);
      if (count >= few && count * 10 >= (await store.count(entity))) return true;
    }
    return false;
  };
  return (entity) => {
    const limit = byEntity.get(entity);
    if (!limit) return Promise.resolve(false);
    const asked = known.get(entity) ?? ask(limit);
    known.set(entity, asked);
    return asked;
  };
}

/** Up to so many it is quick to begin with. */
const few = 500;

/** Ids asked at once. */
const atOnce = 500;

function looking(session: StoreSession, { byEntity, people, userName }: Limits) {
  const limitFor = async (entity: string, filter?: FilterTree): Promise<FilterTree | undefined> => {
    if (entity !== accounts || people.length === 0) return byEntity.get(entity)?.filter;
    return among('UserName', [userName, ...(await namesSeen(namesIn(filter)))]);
  };
  /** Of these people or of everybody: whom the person sees. */
  const namesSeen = async (wanted: readonly unknown[] | undefined): Promise<readonly string[]> => {
    const names: string[] = [];
    for (const { entity, by } of people) {
      const limit = byEntity.get(entity)?.filter as FilterTree;
      const query = wanted ? { filter: among(by, wanted), mostly: limit } : { filter: limit };
      const { items } = await session.find({ entity, ...query });
      names.push(...items.flatMap(({ [by]: name }) => (name ? [String(name)] : [])));
    }
    return names;
  };
  const seenAmong = async (entity: string, ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const limit = ids.length > 0 ? await limitFor(entity) : undefined;
    if (!limit) return new Set(ids);
    const seen = new Set<string>();
    for (let at = 0; at < ids.length; at += atOnce) {
      const filter = among('Id', ids.slice(at, at + atOnce));
      const { items } = await session.find({ entity, filter, mostly: limit });
      for (const { Id } of items) seen.add(String(Id));
    }
    return seen;
  };
  const seen = async (entity: string, items: readonly DataRecord[]) => {
    const { own } = byEntity.get(entity) ?? {};
    // By key and then by a field is quicker than by both: an index over the field may hold thousands.
    if (own) return items.filter((item) => own.some(({ field, value }) => item[field] === value));
    if (entity === accounts && people.length > 0) {
      const names = new Set(
        [userName, ...(await namesSeen(items.map(({ UserName }) => UserName)))].map(textKey),
      );
      return items.filter(({ UserName }) => names.has(textKey(String(UserName))));
    }
    const ids = await seenAmong(
      entity,
      items.map(({ Id }) => String(Id)),
    );
    return items.filter(({ Id }) => ids.has(String(Id)));
  };
  const sees = async (entity: string, id: string): Promise<boolean> => {
    if (!(await limitFor(entity))) return true;
    const record = await session.get(entity, id);
    return record !== undefined && (await seen(entity, [record])).length > 0;
  };
  /** Of what was just written; some of many may not have gone in at all. */
  const mustSee = async (entity: string, ids: readonly string[]): Promise<void> => {
    if (!(await limitFor(entity))) return;
    const written = await session.getMany(entity, ids);
    if ((await seen(entity, written)).length < written.length)
      throw refusals.outsideRowAccess({ params: { entity: `entity.${entity}` } });
  };
  return { limitFor, seen, sees, mustSee };
}

/** The user names that a list of accounts is asked for by; undefined: for others too. */
function namesIn(filter: FilterTree | undefined): readonly unknown[] | undefined {
  if (filter?.kind === 'and') return filter.of.map(namesIn).find((names) => names !== undefined);
  if (filter?.kind !== 'compare' || filter.path !== 'UserName') return undefined;
  if (filter.operator === 'eq') return [filter.value];
  return filter.operator === 'in' && Array.isArray(filter.value) ? filter.value : undefined;
}
