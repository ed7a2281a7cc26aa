/**
 * Counts of writes and records per entity across all processes, stored in the database by the transaction
 * that writes.
 */
import type { Store } from '../types.ts';
import type { Connections, Run } from './connections.ts';

const table = '_formwright_revision';

export type Revisions = {
  readonly stateOf: Store['stateOf'];
  /** The answer to a query, cached until an entity it reads is written to. */
  readonly remember: (asked: {
    readonly key: string;
    readonly reads: ReadonlySet<string>;
    readonly ask: () => Promise<number>;
  }) => Promise<number>;
  /** The total of an entity: as writers maintain it, or counted once and maintained from then on. */
  readonly kept: (asked: { readonly entity: string; readonly ask: () => Promise<number> }) => Promise<number>;
  /** Call after this process has committed. */
  readonly changed: () => void;
};

/** The counter of deletions from an entity, kept beside the counter of all writes. */
export const removalsOf = (entity: string): string => `-${entity}`;

/** Creates the table of revisions. Every call reads it, so it is altered only where an older version made it. */
export async function makeRevisions(run: Run): Promise<void> {
  await run({
    text: `create table if not exists ${table} (entity text primary key, revision bigint not null)`,
  });
  const { rows } = await run({
    text: `select 1 from pg_attribute where attrelid = '${table}'::regclass and attname = 'records'`,
  });
  if (rows.length === 0) await run({ text: `alter table ${table} add column records bigint` });
}

/**
 * The change in record count of each entity a transaction writes to; undefined if unknown: counted when
 * needed.
 */
export type Written = Map<string, number | undefined>;

export function noteWrite(written: Written, entity: string, more: number | undefined): void {
  const before = written.has(entity) ? written.get(entity) : 0;
  written.set(entity, before === undefined || more === undefined ? undefined : before + more);
}

/** Call it in the transaction that writes to these entities. */
export async function countWrites(run: Run, written: Written): Promise<void> {
  const all = [...written].sort(([one], [other]) => (one < other ? -1 : 1));
  if (all.length === 0) return;
  await run({
    text: `insert into ${table} (entity, revision, records) select entity, 1, more from unnest($1::text[], $2::bigint[]) as page(entity, more) on conflict (entity) do update set revision = ${table}.revision + 1, records = ${table}.records + excluded.records`,
    values: [all.map(([entity]) => entity), all.map(([, more]) => more ?? null)],
  });
}

type Entry = { readonly revision: number; readonly records: number | null };

export function createRevisions({ read, writing }: Pick<Connections, 'read' | 'writing'>): Revisions {
  const known = new Map<string, { readonly total: number; readonly state: string }>();
  let last: { readonly at: number; readonly entries: ReadonlyMap<string, Entry> } | undefined;
  const readAll = oneAfterAnother(async () => {
    const at = performance.now();
    const rows = await read({ text: `select entity, revision, records from ${table}`, values: [] });
    const entries = new Map(
      (rows as readonly [string, number, number | null][]).map(([entity, revision, records]) => [
        entity,
        { revision, records },
      ]),
    );
    last = { at, entries };
    return entries;
  });
  const current = async (every: number): Promise<ReadonlyMap<string, Entry>> =>
    last && every > 0 && performance.now() - last.at < every ? last.entries : readAll();
  const stateOf = async (entities?: Iterable<string>, foreignEvery = 0): Promise<string> => {
    const entries = await current(foreignEvery);
    if (!entities) return String([...entries.values()].reduce((all, { revision }) => all + revision, 0));
    return [...entities].map((entity) => entries.get(entity)?.revision ?? 0).join();
  };
  return {
    stateOf,
    remember: async ({ key, reads, ask }) => {
      // The state before counting: a concurrent write makes the next caller count again.
      const state = await stateOf(reads);
      const found = known.get(key);
      if (found?.state === state) return found.total;
      const total = await ask();
      if (known.size >= mostKnown) known.delete(known.keys().next().value as string);
      known.set(key, { total, state });
      return total;
    },
    kept: async ({ entity, ask }) => {
      const entry = (await current(0)).get(entity);
      if (entry?.records !== undefined && entry.records !== null) return entry.records;
      const total = await ask();
      // A concurrent write has another revision; the list neither waits for this update nor fails with it.
      if (entry) keep({ entity, total, revision: entry.revision }).catch(() => undefined);
      return total;
    },
    changed: () => {
      last = undefined;
    },
  };

  function keep(kept: { readonly entity: string; readonly total: number; readonly revision: number }) {
    return writing((run) =>
      run({
        text: `update ${table} set records = $2 where entity = $1 and revision = $3 and records is null`,
        values: [kept.entity, kept.total, kept.revision],
      }),
    );
  }
}

const mostKnown = 2000;

/** Callers that arrive during a read share the next one, which starts after they asked. */
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
