/** Connections to PostgreSQL: some that read, a few that write. */
import pg from 'pg';
import { refusals } from '../../errors/Refusal.ts';
import type { Ready } from '../sql/entityStatements.ts';
import type { Asking } from '../types.ts';
import { endedOf, unavailableOf } from './availability.ts';

export type Rows = readonly (readonly unknown[])[];
export type Result = { readonly rows: Rows; readonly count: number };

/** Runs one statement. */
export type Run = (ready: { readonly text: string; readonly values?: readonly unknown[] }) => Promise<Result>;

export type Connections = {
  /** Reads what is committed, by whichever connection is free. */
  readonly read: (ready: Ready, asking?: Asking) => Promise<Rows>;
  /** One connection for the length of the work; one that reads may be ended by whoever asked. */
  readonly reading: <T>(work: (run: Run) => Promise<T>, asking?: Asking) => Promise<T>;
  readonly writing: <T>(work: (run: Run) => Promise<T>) => Promise<T>;
  /** Statements may give other columns from now on: they are prepared anew. */
  readonly renew: () => void;
  readonly close: () => Promise<void>;
};

type ConnectionLimits = {
  readonly readers: number;
  readonly writers: number;
  /** Milliseconds that a statement of a reader may take. */
  readonly work: number;
  /** Milliseconds that a writer waits for another process. */
  readonly patience: number;
};

export const connectionLimits: ConnectionLimits = { readers: 10, writers: 2, work: 60_000, patience: 5000 };

/** Whole numbers as numbers: what the store keeps fits them. Decimals stay texts. */
const parsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid as never, format as never)) as never,
};
const int8 = 20;

export function openConnections(url: string, limits: ConnectionLimits): Connections {
  const common = {
    connectionString: url,
    types: parsers,
    application_name: 'formwright',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
  const readers = new pg.Pool({ ...common, max: limits.readers, statement_timeout: limits.work });
  const writers = new pg.Pool({
    ...common,
    max: limits.writers,
    lock_timeout: limits.patience,
    idle_in_transaction_session_timeout: 60_000,
  });
  // A connection that breaks while nobody uses it is replaced by the next one.
  for (const pool of [readers, writers]) {
    pool.on('error', () => undefined);
    // One that breaks while it is held and asks nothing fails at the next statement.
    pool.on('connect', (client) => void client.on('error', () => undefined));
  }
  const prepared = createNames();
  const query = async (client: pg.PoolClient, { text, values = [] }: Parameters<Run>[0]) => {
    const name = prepared.nameOf(text);
    const answer = await client.query({
      text,
      values: [...values],
      rowMode: 'array',
      ...(name && { name }),
    });
    // Several statements give several answers.
    if (Array.isArray(answer)) return { rows: [], count: 0 };
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
      isBroken = !isSound(error);
      throw endedOf(error) ?? unavailableOf(error) ?? error;
    } finally {
      client.release(isBroken || (await cancelling.end()));
    }
  };
  return {
    read: (ready, asking) => using(readers, async (run) => (await run(ready)).rows, asking),
    reading: (work, asking) => using(readers, work, asking),
    writing: (work) => using(writers, work),
    renew: prepared.renew,
    close: async () => {
      await Promise.all([readers.end(), writers.end()]);
    },
  };
}

/** Told by the server about a statement; anything else may have left the connection in the middle of one. */
const isSound = (error: unknown): boolean =>
  !(error instanceof Error) || error instanceof pg.DatabaseError || !unavailableOf(error);

/** Ends the statement once nobody waits for it; `end` tells whether the connection may still be hit by that. */
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

/** Statements that come again are prepared once a connection: so many of them, as each takes memory there. */
const mostPrepared = 300;

function createNames() {
  let generation = 0;
  let names = new Map<string, string>();
  let seen = new Set<string>();
  return {
    nameOf: (text: string): string | undefined => {
      const known = names.get(text);
      if (known) return known;
      if (names.size >= mostPrepared || !/^(select|insert|update|delete)/.test(text)) return undefined;
      if (!seen.has(text)) {
        if (seen.size >= 5000) seen = new Set();
        seen.add(text);
        return undefined;
      }
      const name = `f${generation}_${names.size}`;
      names.set(text, name);
      return name;
    },
    renew: () => {
      generation += 1;
      names = new Map();
    },
  };
}
