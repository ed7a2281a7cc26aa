/**
 * A replica for reads that may be slightly stale: reports, exports and whole lists. People read their own
 * writes: until the replica has caught up with them, their queries go to the primary.
 */
import { Refusal } from '../../errors/Refusal.ts';
import type { Asking } from '../types.ts';
import { type Connections, openConnections, type Run } from './connections.ts';
import type { ConnectionLimits } from './limits.ts';
import { createRevisions, type Revisions } from './revisions.ts';

const table = '_formwright_writer';

/** Creates the table that counts each person's writes; filled only if there is a replica. */
export const makeWriters = (run: Run) =>
  run({ text: `create table if not exists ${table} (person text primary key, writes bigint not null)` });

/** Call it in the transaction of the write. */
export async function noteWriter(run: Run, person: string | undefined): Promise<void> {
  if (person === undefined) return;
  await run({
    text: `insert into ${table} (person, writes) values ($1, 1) on conflict (person) do update set writes = ${table}.writes + 1`,
    values: [person],
  });
}

/** Where a query is read. */
export type Source = { readonly connections: Connections; readonly revisions: Revisions };

export type Replica = Source & {
  /** Reads from the replica if it has the person's writes, and retries on the primary if it fails. */
  readonly stream: <T>(
    asking: Asking | undefined,
    read: (source: Source) => AsyncIterable<T>,
  ) => AsyncGenerator<T>;
  readonly ask: <T>(asking: Asking | undefined, read: (source: Source) => Promise<T>) => Promise<T>;
};

/** Milliseconds for which a failed replica is not tried again. */
const leftAlone = 5000;

/** The most seconds the replica may lag. */
const mostBehind = 30;

export function openReplica(
  url: string,
  { main, limits }: { readonly main: Source; readonly limits: ConnectionLimits },
): Replica {
  const connections = openConnections(url, limits);
  const own: Source = { connections, revisions: createRevisions(connections) };
  let failedAt = Number.NEGATIVE_INFINITY;
  const sourceFor = async (asking: Asking | undefined): Promise<Source> => {
    if (asking?.person === undefined || performance.now() - failedAt < leftAlone) return main;
    try {
      return (await isLevel(main.connections, connections, asking.person)) ? own : main;
    } catch {
      failedAt = performance.now();
      return main;
    }
  };
  /** Undefined if the failure is not the replica's. */
  const insteadOf = (source: Source, error: unknown): Source | undefined => {
    if (source === main || error instanceof Refusal) return undefined;
    failedAt = performance.now();
    return main;
  };
  return {
    ...own,
    ask: async (asking, read) => {
      const source = await sourceFor(asking);
      return read(source).catch((error) => {
        const other = insteadOf(source, error);
        if (other) return read(other);
        throw error;
      });
    },
    stream: async function* (asking, read) {
      const source = await sourceFor(asking);
      let hasBegun = false;
      try {
        for await (const piece of read(source)) {
          hasBegun = true;
          yield piece;
        }
      } catch (error) {
        const other = hasBegun ? undefined : insteadOf(source, error);
        if (!other) throw error;
        yield* read(other);
      }
    },
  };
}

/** Whether the replica has the person's latest write and does not lag too far. */
async function isLevel(main: Connections, replica: Connections, person: string): Promise<boolean> {
  const [[writes, place] = []] = await main.read({
    text: `select coalesce((select writes from ${table} where person = $1), 0), pg_current_wal_lsn()::text`,
    values: [person],
  });
  const [[isThere, behind] = []] = await replica.read({
    text: `select coalesce((select writes from ${table} where person = $1), 0) >= $2::bigint, case when not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $3::pg_lsn then 0 else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end`,
    values: [person, writes, place],
  });
  return isThere === true && Number(behind ?? Number.POSITIVE_INFINITY) <= mostBehind;
}
