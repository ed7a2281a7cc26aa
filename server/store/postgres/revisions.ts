/** How often each entity has been written to, by any process: kept in the database, in the transaction that writes. */
import type { Store } from '../types.ts';
import type { Connections, Run } from './connections.ts';

const table = '_formwright_revision';

export type Revisions = {
  readonly stateOf: Store['stateOf'];
  /** The answer to a question, remembered until something it reads is written to. */
  readonly remember: (asked: {
    readonly key: string;
    readonly reads: ReadonlySet<string>;
    readonly ask: () => Promise<number>;
  }) => Promise<number>;
  /** This process has committed. */
  readonly changed: () => void;
};

/** What counts removals alone among the writes to an entity. */
export const removalsOf = (entity: string): string => `-${entity}`;

/** Makes the table of revisions. */
export const makeRevisions = (run: Run) =>
  run({
    text: `create table if not exists ${table} (entity text primary key, revision bigint not null)`,
  });

/** Within the transaction that writes to these entities. */
export async function countWrites(run: Run, entities: Iterable<string>): Promise<void> {
  const all = [...new Set(entities)].sort();
  if (all.length === 0) return;
  await run({
    text: `insert into ${table} (entity, revision) select unnest($1::text[]), 1 on conflict (entity) do update set revision = ${table}.revision + 1`,
    values: [all],
  });
}

export function createRevisions({ read }: Connections): Revisions {
  const known = new Map<string, { readonly total: number; readonly state: string }>();
  let last: { readonly at: number; readonly revisions: ReadonlyMap<string, number> } | undefined;
  const readAll = oneAfterAnother(async () => {
    const at = performance.now();
    const rows = await read({ text: `select entity, revision from ${table}`, values: [] });
    const revisions = new Map(rows as readonly [string, number][]);
    last = { at, revisions };
    return revisions;
  });
  const current = async (every: number): Promise<ReadonlyMap<string, number>> =>
    last && every > 0 && performance.now() - last.at < every ? last.revisions : readAll();
  const stateOf = async (entities?: Iterable<string>, foreignEvery = 0): Promise<string> => {
    const revisions = await current(foreignEvery);
    if (!entities) return String([...revisions.values()].reduce((all, one) => all + one, 0));
    return [...entities].map((entity) => revisions.get(entity) ?? 0).join();
  };
  return {
    stateOf,
    remember: async ({ key, reads, ask }) => {
      // As it is before: what is written while it is counted makes the next one count anew.
      const state = await stateOf(reads);
      const found = known.get(key);
      if (found?.state === state) return found.total;
      const total = await ask();
      if (known.size >= mostKnown) known.delete(known.keys().next().value as string);
      known.set(key, { total, state });
      return total;
    },
    changed: () => {
      last = undefined;
    },
  };
}

const mostKnown = 2000;

/** All who ask while something is read get the next reading, as that begins after they asked. */
function oneAfterAnother<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    const reading = read().finally(() => {
      if (running === reading) running = undefined;
    });
    running = reading;
    return reading;
  };
  return () => {
    if (!running) return begin();
    next ??= running.then(none, none).then(() => {
      next = undefined;
      return begin();
    });
    return next;
  };
}

const none = (): void => undefined;
