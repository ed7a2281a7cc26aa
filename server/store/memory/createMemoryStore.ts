/** A store that lives as long as the page or process, for stories and tests. Runs in the browser. */
import type { Model } from '#engine';
import { closingSession } from '../closingSession.ts';
import { createQueue } from '../createQueue.ts';
import { type EntityTable, type EntityTables, entityTables } from '../entityTable.ts';
import { onlyProcess } from '../onlyProcess.ts';
import { type Shared, type Store, StoreConflict, type StoreSession } from '../types.ts';
import { withinProcess } from '../withinProcess.ts';
import { writesOf } from '../writesOf.ts';
import { memorySession, scanKept, streamKept } from './memorySession.ts';
import { draftOf, type MemoryDraft, type MemoryState } from './memoryState.ts';
import { memoryCount, memoryRows } from './memoryTable.ts';
import { keptFields, rebuildState, recordsAs } from './rebuildState.ts';

const states = new WeakMap<Store, Current>();

/**
 * An empty store, which gets its model from `migrate`; or a copy of another memory store's current content.
 */
export function createMemoryStore(like?: Store): Store {
  const current: Current = { state: new Map(), ...(like && states.get(like)) };
  const [queue, shared] = [createQueue(), withinProcess()];
  let commits = 0;

  const transaction = <T>(work: (session: StoreSession) => Promise<T>): Promise<T> =>
    queue(async () => {
      const tables = tablesOf(current);
      const draft = draftOf(current.state);
      const { session, end, tell } = closingSession(memorySession(draft, tables));
      try {
        const result = await work(session);
        checkReferences(draft, tables);
        current.state = draft.state();
        commits += 1;
        await tell(shared.announce);
        return result;
      } finally {
        end();
      }
    });

  const committed = () => memorySession(draftOf(current.state), tablesOf(current));
  const store: Store = {
    flags: { durable: false, concurrentProcesses: false },
    ...{ shared, announce: shared.announce },
    find: async (query) => committed().find(query),
    get: async (entity, id) => committed().get(entity, id),
    getMany: async (entity, ids) => committed().getMany(entity, ids),
    referring: async (entity, path, id) => committed().referring(entity, path, id),
    count: async (...asked) => committed().count(...asked),
    conflicting: async (entity, record) => committed().conflicting(entity, record),
    scan: async (query) => committed().scan(query),
    keptFields: async (model) => keptFields(current.state, entityTables(model), tablesOf(current)),
    scanAs: async (model, query) => {
      const tables = entityTables(model);
      const known = tablesOf(current);
      const bare = keptFields(current.state, tables, known).get(query.entity);
      const records = recordsAs(current.state, tables.get(query.entity), known, bare);
      return scanKept(records, tables.get(query.entity), query);
    },
    ...writesOf(transaction),
    tableRows: async (query) => committed().tableRows(query),
    stream: (query) => streamKept(() => draftOf(current.state), tablesOf(current), query),
    rows: (query) => memoryRows({ query, draft: draftOf(current.state), tables: tablesOf(current) }),
    countRows: async (query) =>
      memoryCount({ query, draft: draftOf(current.state), tables: tablesOf(current) }),
    transaction,
    planMigration: async () => [],
    migrate: (model, within) => queue(() => migrate(current, model, { shared, within })),
    migratePart: (model) => queue(() => migrate(current, model, { shared })),
    ...{ stateOf: () => String(commits), processes: onlyProcess(), ...NOTHING_BESIDE },
  };
  states.set(store, current);
  return store;
}

/** This store keeps no caches or counters and holds nothing open. */
const NOTHING_BESIDE = {
  forget: async () => undefined,
  probe: async () => undefined,
  close: async () => undefined,
};

type Current = { state: MemoryState; tables?: EntityTables };

function tablesOf(current: Current): EntityTables {
  if (!current.tables) throw new Error('The store has no model yet: call migrate first.');
  return current.tables;
}

async function migrate(
  current: Current,
  model: Model,
  { shared, within }: { shared: Shared; within?: ((session: StoreSession) => Promise<void>) | undefined },
): Promise<[]> {
  const tables = entityTables(model);
  const draft = draftOf(rebuildState(current.state, tables, current.tables));
  const writing = closingSession(memorySession(draft, tables));
  if (within) {
    await within(writing.session).finally(writing.end);
    checkReferences(draft, tables);
  }
  current.state = draft.state();
  current.tables = tables;
  await writing.tell(shared.announce);
  return [];
}

/** Throws `StoreConflict` at the end of a transaction if a reference leads to no record. */
function checkReferences(draft: MemoryDraft, tables: EntityTables): void {
  for (const [entity, ids] of draft.changed) {
    const table = tables.get(entity);
    for (const id of ids) if (draft.read(entity).records.has(id)) checkForward(draft, table, id);
    const gone = new Set([...ids].filter((id) => !draft.read(entity).records.has(id)));
    if (gone.size > 0) checkBackward(draft, tables, { entity, gone });
  }
}

function checkForward(draft: MemoryDraft, table: EntityTable, id: string): void {
  const kept = draft.read(table.entity.id).records.get(id);
  for (const field of table.references) {
    const target = kept?.[field.name];
    if (typeof target === 'string' && !draft.read(field.ref.entity).records.has(target))
      throw broken(table, field.name);
  }
}

function checkBackward(
  draft: MemoryDraft,
  tables: EntityTables,
  of: { entity: string; gone: ReadonlySet<string> },
): void {
  for (const table of tables.all)
    for (const field of table.references.filter((each) => each.ref.entity === of.entity))
      for (const kept of draft.read(table.entity.id).records.values())
        if (of.gone.has(kept[field.name] as string)) throw broken(table, field.name);
}

function broken(table: EntityTable, constraint: string): StoreConflict {
  return new StoreConflict({ kind: 'reference', entity: table.entity.id, constraint });
}
