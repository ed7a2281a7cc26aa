/**
 * Stores logins and failed attempts, in memory while the database takes no writes. A full disk then neither
 * keeps readers from signing in nor grants free attempts.
 */
import type { DataRecord } from '#engine';
import { type Store, type StoreSession, StoreUnavailable } from '../store/types.ts';

export type LoginSession = Pick<StoreSession, 'get' | 'find' | 'insert' | 'update' | 'remove'>;

export type LoginStore = LoginSession & {
  readonly transaction: <T>(work: (session: LoginSession) => Promise<T>) => Promise<T>;
  /** Records of an entity that are only in memory. */
  readonly spare: (entity: string) => readonly DataRecord[];
  /** Moves a record from memory to the store; false while the store takes no writes. */
  readonly settle: (entity: string, id: string) => Promise<boolean>;
  /** Drops the records in memory: their logins end. */
  readonly forget: () => void;
};

/** The most records (logins and counters) in memory; more are refused. */
const mostSpare = 10_000;

/** Reasons where reads still work; a damaged or busy store is not bypassed. */
const readable = new Set<StoreUnavailable['reason']>(['full', 'read-only', 'failing']);

export function createLoginStore(store: () => Store): LoginStore {
  const spare: Spare = new Map();
  const inMemory = sessionInMemory(store, spare);
  /** Removes ended logins that the store could not delete, so that none returns after a restart. */
  const removeEnded = async (): Promise<void> => {
    for (const [key, { entity, record }] of spare) {
      if (record) continue;
      await store().remove(entity, key.slice(entity.length + 1));
      spare.delete(key);
    }
  };
  const transaction: LoginStore['transaction'] = async (work) => {
    try {
      const result = await store().transaction(work);
      await removeEnded();
      return result;
    } catch (error) {
      const isSpared = error instanceof StoreUnavailable && readable.has(error.reason);
      if (!isSpared || spare.size >= mostSpare) throw error;
      return work(inMemory);
    }
  };
  return {
    ...{ get: inMemory.get, find: inMemory.find, transaction },
    insert: (entity, record) => transaction((session) => session.insert(entity, record)),
    update: (entity, id, fields) =>
      spare.has(keyOf(entity, id))
        ? inMemory.update(entity, id, fields)
        : transaction((session) => session.update(entity, id, fields)),
    remove: (entity, id) => {
      spare.delete(keyOf(entity, id));
      return transaction((session) => session.remove(entity, id));
    },
    spare: (entity) =>
      [...spare.values()].flatMap((one) => (one.entity === entity && one.record ? [one.record] : [])),
    settle: async (entity, id) => {
      const { record } = spare.get(keyOf(entity, id)) ?? {};
      if (!record) return true;
      const isKept = await keep(store(), entity, record);
      if (!isKept) return false;
      spare.delete(keyOf(entity, id));
      await removeEnded();
      return true;
    },
    forget: () => {
      // Keeps the deletions.
      for (const [key, { record }] of spare) if (record) spare.delete(key);
    },
  };
}

/** `undefined`: a removal that the store could not take. */
type Spare = Map<string, { readonly entity: string; readonly record: DataRecord | undefined }>;

const keyOf = (entity: string, id: unknown): string => `${entity} ${id}`;

/** Reads memory before the store, and writes to memory only. */
function sessionInMemory(store: () => Store, spare: Spare): LoginSession {
  const put = (entity: string, id: unknown, record: DataRecord | undefined): void => {
    spare.set(keyOf(entity, id), { entity, record });
  };
  const get: LoginSession['get'] = async (entity, id) => {
    const found = spare.get(keyOf(entity, id));
    return found ? found.record : store().get(entity, id);
  };
  return {
    get,
    find: async (query) => {
      const { items, total } = await store().find(query);
      return { items: items.filter(({ Id }) => !spare.has(keyOf(query.entity, Id))), total };
    },
    insert: async (entity, record) => put(entity, record.Id, record),
    update: async (entity, id, fields) => {
      const record = await get(entity, id);
      if (record) put(entity, id, { ...record, ...fields });
      return record !== undefined;
    },
    remove: async (entity, id) => {
      const record = await get(entity, id);
      put(entity, id, undefined);
      return record !== undefined;
    },
  };
}

/** False while the store takes no writes. */
async function keep(store: Store, entity: string, record: DataRecord): Promise<boolean> {
  try {
    await store.transaction(async (session) => {
      await session.remove(entity, String(record.Id));
      await session.insert(entity, record);
    });
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}
