/** Connection pools of PostgreSQL: one for reads, a small one for writes. */
import pg from 'pg';
import { refusals } from '../../errors/Refusal.ts';
import type { Ready } from '../sql/entityStatements.ts';
import type { Asking, PoolState } from '../types.ts';
import { endedOf, isAway, isOver, outdatedOf, unavailableOf } from './availability.ts';
import { type ConnectionLimits, readersOf, writersOf } from './limits.ts';
import { createNames } from './preparedNames.ts';

export type Rows = readonly (readonly unknown[])[];
export type Result = { readonly rows: Rows; readonly count: number };

/** Runs one statement. */
export type Run = (ready: { readonly text: string; readonly values?: readonly unknown[] }) => Promise<Result>;

export type Connections = {
  readonly url: string;
  /** Reads committed data on any free connection. */
  readonly read: (ready: Ready, asking?: Asking) => Promise<Rows>;
  /** Holds one connection for the duration of the work; the caller may cancel a read. */
  readonly reading: <T>(work: (run: Run) => Promise<T>, asking?: Asking) => Promise<T>;
  readonly writing: <T>(work: (run: Run) => Promise<T>) => Promise<T>;
  /** Re-prepares statements: their result columns may have changed. */
  readonly renew: () => void;
  readonly pools: () => readonly PoolState[];
  readonly close: () => Promise<void>;
};

/** Parses integers as numbers: stored ones fit. Decimals stay text. */
export const parsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid as never, format as never)) as never,
};
const int8 = 20;

/** Milliseconds until an unresponsive server counts as away. */
const connectWithin = 5000;

export function openConnections(url: string, limits: ConnectionLimits): Connections {
  const { readers, writers } = openPools(url, limits);
  const prepared = createNames();
  const query = async (client: pg.PoolClient, { text, values = [] }: Parameters<Run>[0]) => {
    const name = prepared.nameOf(text);
    const answer = await client.query({
      text,
      values: [...values],
      rowMode: 'array',
      ...(name && { name }),
    });
    // Several statements return several results; what they end with counts.
    if (Array.isArray(answer)) return { rows: answer.at(-1)?.rows ?? [], count: 0 };
    return { rows: answer.rows as Rows, count: answer.rowCount ?? 0 };
  };
  const using = async <T>(pool: pg.Pool, work: (run: Run) => Promise<T>, asking?: Asking): Promise<T> => {
    if (asking?.signal?.().aborted) throw refusals.queryUnwanted();
    const client = await pool.connect().catch((error) => {
      throw unavailableOf(error) ?? error;
    });
    const cancelling = cancelWhenGone(client, writers, asking);
    let isBroken = false;
    try {
      return await work((ready) => query(client, ready));
    } catch (error) {
      isBroken = isOver(error);
      throw endedOf(error) ?? unavailableOf(error) ?? outdatedOf(error) ?? error;
    } finally {
      client.release(isBroken || (await cancelling.end()));
    }
  };
  const readOnce = (ready: Ready, asking?: Asking) =>
    using(readers, async (run) => (await run(ready)).rows, asking);
  return {
    url,
    // A connection cut while idle fails only when it is used: another one may work.
    read: (ready, asking) =>
      readOnce(ready, asking).catch((error) => {
        if (isAway(error)) return readOnce(ready, asking);
        throw error;
      }),
    reading: (work, asking) => using(readers, work, asking),
    writing: (work) => using(writers, work),
    renew: prepared.renew,
    pools: () => [stateOf('read', readers, readersOf(limits)), stateOf('write', writers, writersOf(limits))],
    close: async () => {
      await Promise.all([readers.end(), writers.end()]);
    },
  };
}

/**
 * Compiling a plan, and trying every order of its joins, would take longer than most statements run: they are
 * written in the order in which they are best joined.
 */
const settings = '-c jit=off -c join_collapse_limit=1';

function withSettings(url: string): string {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  address.searchParams.set('options', given ? `${given} ${settings}` : settings);
  return address.href;
}

function openPools(url: string, limits: ConnectionLimits) {
  const common = {
    connectionString: withSettings(url),
    types: parsers,
    application_name: 'formwright',
    connectionTimeoutMillis: connectWithin,
    keepAlive: true,
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: limits.idle,
    lock_timeout: limits.lock,
  };
  const readers = new pg.Pool({ ...common, max: readersOf(limits) });
  const writers = new pg.Pool({ ...common, max: writersOf(limits) });
  // The pool replaces a connection that breaks while idle.
  for (const pool of [readers, writers]) {
    pool.on('error', () => undefined);
    // A connection that breaks while checked out but idle fails at its next statement.
    pool.on('connect', (client) => void client.on('error', () => undefined));
  }
  return { readers, writers };
}

const stateOf = (name: string, pool: pg.Pool, most: number): PoolState => ({
  ...{ pool: name, most, open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
});

/**
 * Cancels the statement once its caller has gone; `end` resolves to true if the connection may have been hit.
 */
function cancelWhenGone(client: pg.PoolClient, by: pg.Pool, asking: Asking | undefined) {
  const signal = asking?.signal?.();
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    const { processID } = client as unknown as { processID: number };
    cancelled ??= by.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
  };
  if (signal?.aborted) cancel();
  else signal?.addEventListener('abort', cancel, { once: true });
  return {
    end: async (): Promise<boolean> => {
      signal?.removeEventListener('abort', cancel);
      await cancelled;
      return cancelled !== undefined;
    },
  };
}
