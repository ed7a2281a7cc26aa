/**
 * Counts of writes and records per entity across all processes, stored in the database by the transaction
 * that writes.
 */
import pg from 'pg';
import type { Store } from '../types.ts';
import type { Connections, Rows, Run } from './connections.ts';

const table = '_formwright_revision';

export type Revisions = {
  readonly stateOf: Store['stateOf'];
  /** The answer to a query, cached until an entity it reads is written to. */
  readonly remember: (asked: {
    readonly key: string;
    readonly reads: ReadonlySet<string>;
    readonly ask: () => Promise<number>;
    readonly since?: number | undefined;
  }) => Promise<number>;
  /** The total of an entity: as writers maintain it, or counted once and maintained from then on. */
  readonly kept: (asked: {
    readonly entity: string;
    readonly ask: () => Promise<number>;
    readonly since?: number | undefined;
  }) => Promise<number>;
  /** Call after this process has committed. */
  readonly changed: () => void;
  /** Call with the rows of `readingRevisions`, read under the lock of the only writer. */
  readonly began: (rows: Rows) => void;
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

/** The statement that counts them, for the transaction that writes to these entities. */
export function countingWrites(written: Written): string | undefined {
  const all = [...written].sort(([one], [other]) => (one < other ? -1 : 1));
  if (all.length === 0) return undefined;
  const rows = all.map(([entity, more]) => `(${pg.escapeLiteral(entity)}, 1, ${more ?? 'null::bigint'})`);
  return `insert into ${table} (entity, revision, records) values ${rows.join(', ')} on conflict (entity) do update set revision = ${table}.revision + 1, records = ${table}.records + excluded.records`;
}

export async function countWrites(run: Run, written: Written): Promise<void> {
  const text = countingWrites(written);
  if (text) await run({ text });
}

/** Reads all counts: the last statement that a transaction begins with. */
export const readingRevisions = `select entity, revision, records from ${table}`;

type Entry = { readonly revision: number; readonly records: number | null };

export function createRevisions({ read, writing }: Pick<Connections, 'read' | 'writing'>): Revisions {
  const known = new Map<string, { readonly total: number; readonly state: string }>();
  let last: { readonly at: number; readonly entries: ReadonlyMap<string, Entry> } | undefined;
  const readAll = oneAfterAnother(async () => {
    const at = performance.now();
    return note(await read({ text: readingRevisions, values: [] }), at);
  });
  const note = (rows: Rows, at: number): ReadonlyMap<string, Entry> => {
    const entries = new Map(
      (rows as readonly [string, number, number | null][]).map(([entity, revision, records]) => [
        entity,
        { revision, records },
      ]),
    );
    if (!last || at >= last.at) last = { at, entries };
    return entries;
  };
  const current = async (every: number): Promise<ReadonlyMap<string, Entry>> =>
    last && every > 0 && performance.now() - last.at < every ? last.entries : readAll();
  const stateOf = async (entities?: Iterable<string>, foreignEvery = 0): Promise<string> => {
    const entries = await current(foreignEvery);
    if (!entities) return String([...entries.values()].reduce((all, { revision }) => all + revision, 0));
    return [...entities].map((entity) => entries.get(entity)?.revision ?? 0).join();
  };
  return {
    stateOf,
    remember: async ({ key, reads, ask, since }) => {
      // The state before counting: a concurrent write makes the next caller count again.
      const state = await stateOf(reads, ageOf(since));
      const found = known.get(key);
      if (found?.state === state) return found.total;
      const total = await ask();
      if (known.size >= mostKnown) known.delete(known.keys().next().value as string);
      known.set(key, { total, state });
      return total;
    },
    kept: async ({ entity, ask, since }) => {
      const entry = (await current(ageOf(since))).get(entity);
      if (entry?.records !== undefined && entry.records !== null) return entry.records;
      const total = await ask();
      // A concurrent write has another revision; the list neither waits for this update nor fails with it.
      if (entry) keep({ entity, total, revision: entry.revision }).catch(() => undefined);
      return total;
    },
    changed: () => {
      last = undefined;
    },
    // Nobody else can write until this transaction ends.
    began: (rows) => void note(rows, performance.now()),
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

const ageOf = (since: number | undefined): number => (since === undefined ? 0 : performance.now() - since);

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
