/** Row-level security (`x-rowAccess`): wraps the store for one person, so that operations need not check. */
import { type DataRecord, type FilterTree, type RowLimits, resolveReferencePath, textKey } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { TableQuery } from '../store/tableQuery.ts';
import type { RecordQuery, Store, StoreSession, StreamQuery } from '../store/types.ts';
import { closedToKeys } from './closedToKeys.ts';
import { allOf, among, pathsOf } from './filters.ts';
import { guardedStore } from './guardedStore.ts';
import type { Runtime } from './OperationCall.ts';
import { accounts, type Limit, type Limits, limitsOf, type Person } from './rowLimits.ts';

/** The runtime as one person sees it: reads and writes go through their row access. */
export function runtimeFor(runtime: Runtime, person: Person): Runtime {
  const limits = limitsOf(runtime.model, person);
  const own = person.key ? closedToKeys(runtime.store, person.writesAccounts === true) : runtime.store;
  const guarded = guardedStore(own, { model: runtime.model, features: person.features });
  let next: { readonly of: Runtime; readonly seen: Runtime } | undefined;
  const seen: Runtime = {
    ...runtime,
    store: limits.byEntity.size === 0 ? guarded : limitedStore(guarded, limits),
    sight: limits.byEntity.size === 0 ? (runtime.sight ?? runtime) : limits,
    // A job continues under later releases with the same row access.
    latest: () => {
      const latest = runtime.latest();
      if (latest === runtime) return seen;
      if (next?.of !== latest) next = { of: latest, seen: runtimeFor(latest, person) };
      return next.seen;
    },
  };
  return seen;
}

function limitedStore(store: Store, limits: Limits): Store {
  const isWide = widthOf(store, limits);
  return {
    ...store,
    ...limitedSession(store, limits, isWide),
    stream: async function* (query, asking) {
      yield* store.stream(await limitedQuery(query, looking(store, limits), isWide), asking);
    },
    rows: async function* (query, asking) {
      yield* store.rows(await withLimits(store, limits, query), asking);
    },
    countRows: async (query, asking) => store.countRows(await withLimits(store, limits, query), asking),
    scanAs: async (model, query) => {
      const piece = await store.scanAs(model, query);
      return { ...piece, items: await looking(store, limits).seen(query.entity, piece.items) };
    },
    transaction: (work) => store.transaction((session) => work(limitedSession(session, limits, isWide))),
  };
}

/** Limits each table to visible records, including tables that filters pass through. */
async function withLimits(store: StoreSession, limits: Limits, query: TableQuery): Promise<TableQuery> {
  const entityOf = new Map(query.tables.map(({ alias, entity }) => [alias, entity]));
  const paths = query.filters.flatMap(({ alias, filter }) =>
    pathsOf(filter).map((path) => ({ entity: entityOf.get(alias) ?? '', path })),
  );
  const readsAccounts =
    query.tables.some(({ entity }) => dependsOnAccounts(limits, entity)) ||
    paths.some(crossesAccounts(limits));
  const along = await looking(store, limits).limitsAlong(readsAccounts);
  return { ...query, limits: bothLimits(query.limits, along) };
}

/** A limited store may wrap another one: both limits hold. */
function bothLimits(one: RowLimits | undefined, other: RowLimits): RowLimits {
  if (!one) return other;
  const found = new Map(one);
  for (const [entity, limit] of other) found.set(entity, allOf([found.get(entity), limit]) as FilterTree);
  return found;
}

const dependsOnAccounts = ({ ofAccounts }: Limits, entity: string): boolean =>
  entity === accounts || ofAccounts.has(entity);

/** Whether a path crosses what is seen by account; account visibility is computed only when needed. */
function crossesAccounts(limits: Limits) {
  const { model } = limits;
  return ({ entity, path }: { readonly entity: string; readonly path: string }): boolean => {
    const from = path.includes('.') ? model.entities.get(entity) : undefined;
    const found = from && resolveReferencePath(model.entities, from, path);
    return found?.through.some(({ ref }) => ref && dependsOnAccounts(limits, ref.entity)) ?? false;
  };
}

const unlimitedOf = new WeakMap<StoreSession, StoreSession>();

/** The session beneath a person's row access: for work that is the server's own, such as finding who may approve. */
export const unlimited = (session: StoreSession): StoreSession => unlimitedOf.get(session) ?? session;

function limitedSession(session: StoreSession, limits: Limits, isWide: IsWide): StoreSession {
  const limited = limitedReadsAndWrites(session, limits, isWide);
  unlimitedOf.set(limited, unlimited(session));
  return limited;
}

/** Records outside the limits do not exist for the caller and cannot be created. */
function limitedReadsAndWrites(session: StoreSession, limits: Limits, isWide: IsWide): StoreSession {
  const look = looking(session, limits);
  const { limitsFor, seen, sees, mustSee } = look;
  return {
    find: async (query, asking) => session.find(await limitedQuery(query, look, isWide), asking),
    count: async (entity, filter, asked, asking) =>
      session.count(entity, filter, bothLimits(asked, await limitsFor({ entity, filter })), asking),
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
    refresh: async (entity, id, fields) => (await sees(entity, id)) && session.refresh(entity, id, fields),
    remove: async (entity, id) => (await sees(entity, id)) && session.remove(entity, id),
    tableRows: async (query) => session.tableRows(await withLimits(session, limits, query)),
    // Uniqueness is checked across all records, visible or not.
    conflicting: session.conflicting,
    announce: session.announce,
  };
}

/** Restricts a query to visible records. */
async function limitedQuery<Query extends StreamQuery>(
  query: Query,
  { limitsFor }: ReturnType<typeof looking>,
  isWide: IsWide,
): Promise<Query> {
  const limits = bothLimits(query.limits, await limitsFor(query));
  return { ...query, limits, isWide: await isWide(query.entity) };
}

/** Whether so many records are visible that scanning in list order beats starting from the visible ones. */
type IsWide = (entity: string) => Promise<boolean>;

/** Computed once per call; the store caches the counts. */
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

/** Up to this many, starting from the visible records is fast. */
const few = 500;

/** Ids per query. */
const atOnce = 500;

function looking(session: StoreSession, limits: Limits) {
  const { byEntity, people, ofAccounts, userName } = limits;
  const asking = limiting(session, limits);
  const { limitFor, namesSeen } = asking;
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
    // Filter by field in memory: an index over the field may match thousands.
    if (own && !ofAccounts.has(entity))
      return items.filter((item) => own.some(({ field, value }) => item[field] === value));
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
  /** Checks records just written; some of a batch may not have been inserted. */
  const mustSee = async (entity: string, ids: readonly string[]): Promise<void> => {
    if (!(await limitFor(entity))) return;
    const written = await session.getMany(entity, ids);
    if ((await seen(entity, written)).length < written.length)
      throw refusals.outsideRowAccess({ params: { entity: `entity.${entity}` } });
  };
  return { ...asking, seen, sees, mustSee };
}

/** The limits for a query. Accounts are limited by the people they belong to, who must be looked up. */
function limiting(session: StoreSession, limits: Limits) {
  const { byEntity, people, ofAccounts, userName } = limits;
  const whole: RowLimits = new Map([...byEntity].map(([entity, { filter }]) => [entity, filter]));
  /** Limits for the entity of a query and for those that its paths pass through. */
  const limitsFor = async (query: Pick<RecordQuery, 'entity' | 'filter' | 'sort'>): Promise<RowLimits> => {
    const { entity, filter, sort = [] } = query;
    if (people.length > 0 && entity === accounts)
      return new Map([...whole, [accounts, (await limitFor(accounts, filter)) as FilterTree]]);
    const paths = [...pathsOf(filter), ...sort.map(({ path }) => path)].map((path) => ({ entity, path }));
    return limitsAlong(ofAccounts.has(entity) || paths.some(crossesAccounts(limits)));
  };
  const limitsAlong = async (readsAccounts: boolean): Promise<RowLimits> => {
    if (!readsAccounts || people.length === 0) return whole;
    const names = [userName, ...(await namesSeen(undefined))];
    const byAccount = [...ofAccounts.keys()].map((entity) => [entity, byAccountOf(entity, names)] as const);
    return new Map([...whole, ...byAccount, [accounts, among('UserName', names)]]);
  };
  const byAccountOf = (entity: string, names: readonly string[]): FilterTree => {
    const own = byEntity.get(entity)?.filter;
    const paths = ofAccounts.get(entity) ?? [];
    const of = [...(own ? [own] : []), ...paths.map((path) => among(`${path}.UserName`, names))];
    return of.length === 1 ? (of[0] as FilterTree) : { kind: 'or', of };
  };
  const limitFor = async (entity: string, filter?: FilterTree): Promise<FilterTree | undefined> => {
    if (ofAccounts.has(entity)) return byAccountOf(entity, [userName, ...(await namesSeen(undefined))]);
    if (entity !== accounts || people.length === 0) return byEntity.get(entity)?.filter;
    return among('UserName', [userName, ...(await namesSeen(namesIn(filter)))]);
  };
  /** The user names the person may see, among the wanted ones or all. */
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
  return { limitFor, limitsFor, limitsAlong, namesSeen };
}

/** The user names that an account query filters by; undefined when it is not limited to names. */
function namesIn(filter: FilterTree | undefined): readonly unknown[] | undefined {
  if (filter?.kind === 'and') return filter.of.map(namesIn).find((names) => names !== undefined);
  if (filter?.kind !== 'compare' || filter.path !== 'UserName') return undefined;
  if (filter.operator === 'eq') return [filter.value];
  return filter.operator === 'in' && Array.isArray(filter.value) ? filter.value : undefined;
}
