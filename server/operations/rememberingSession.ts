/** A session for many writes in a row that caches repeated reads. */
import type { DataRecord, FieldModel, Model } from '#engine';
import type { RecordPage, RecordQuery, StoreSession } from '../store/types.ts';

/** Cache limit, to bound memory; beyond it the cache is cleared. */
const mostRecords = 20_000;

/** Returns copies, because callers fill in records in place. */
export function rememberingSession(session: StoreSession, model: Pick<Model, 'entities'>): StoreSession {
  const readFrom = readingEntities(model);
  const known = new Map<string, Map<string, unknown>>();
  let held = 0;

  const remembered = async <T>(entity: string, key: string, ask: () => Promise<T>): Promise<T> => {
    const before = known.get(entity);
    if (before?.has(key)) return before.get(key) as T;
    const answer = await ask();
    held += sizeOf(answer);
    if (held > mostRecords) {
      known.clear();
      held = 0;
    }
    known.set(entity, (known.get(entity) ?? new Map<string, unknown>()).set(key, answer));
    return answer;
  };
  /** A write to this entity may change whatever is read through it. */
  const forget = (entity: string): void => {
    for (const reader of readFrom(entity)) known.delete(reader);
  };
  const after = async <T>(entity: string, writing: Promise<T>): Promise<T> => {
    try {
      return await writing;
    } finally {
      forget(entity);
    }
  };

  return {
    ...session,
    find: async (query) =>
      copiedPage(await remembered(query.entity, keyOf(query), () => session.find(query))),
    get: async (entity, id) => copied(await remembered(entity, `get ${id}`, () => session.get(entity, id))),
    getMany: async (entity, ids) =>
      (await remembered(entity, `many ${ids.join()}`, () => session.getMany(entity, ids))).map(copy),
    count: (entity, filter, limits) =>
      remembered(entity, `count ${keyOf({ entity, filter, limits })}`, () =>
        session.count(entity, filter, limits),
      ),
    insert: (entity, record) => after(entity, session.insert(entity, record)),
    insertMany: (entity, records) => after(entity, session.insertMany(entity, records)),
    copyMany: (query) => after(query.entity, session.copyMany(query)),
    update: (entity, id, fields, revision) => after(entity, session.update(entity, id, fields, revision)),
    refresh: (entity, id, fields) => after(entity, session.refresh(entity, id, fields)),
    remove: (entity, id) => after(entity, session.remove(entity, id)),
  };
}

const keyOf = ({ limits, ...query }: RecordQuery): string =>
  `find ${JSON.stringify(limits ? { ...query, limits: [...limits] } : query)}`;

const copy = (record: DataRecord): DataRecord => ({ ...record });
const copied = (record: DataRecord | undefined) => record && copy(record);
const copiedPage = ({ items, total }: RecordPage): RecordPage => ({ items: items.map(copy), total });

function sizeOf(answer: unknown): number {
  if (Array.isArray(answer)) return 1 + answer.length;
  const { items } = (answer ?? {}) as Partial<RecordPage>;
  return 1 + (Array.isArray(items) ? items.length : 0);
}

/**
 * The entities whose records, conditions and limits may read records of this one: itself and all that refer
 * to it, directly or not. Accounts decide who sees what, so writes to records about people affect all.
 */
function readingEntities({ entities }: Pick<Model, 'entities'>): (entity: string) => readonly string[] {
  const referring = new Map<string, Set<string>>();
  for (const { id, fields } of entities.values())
    for (const target of targetsOf(fields))
      referring.set(target, (referring.get(target) ?? new Set()).add(id));
  const known = new Map<string, readonly string[]>();
  return (entity) => {
    const before = known.get(entity);
    if (before) return before;
    const found = new Set([entity]);
    // Iterating a Set also visits entries added during the loop.
    for (const one of found) for (const reader of referring.get(one) ?? []) found.add(reader);
    const concernsPeople = [...found].some((one) => entities.get(one)?.ofUser);
    const readers = concernsPeople ? [...entities.keys()] : [...found];
    known.set(entity, readers);
    return readers;
  };
}

function targetsOf(fields: readonly FieldModel[]): readonly string[] {
  return fields.flatMap(({ ref, fields: inner = [] }) => [...(ref ? [ref.entity] : []), ...targetsOf(inner)]);
}
