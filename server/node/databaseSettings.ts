/** PostgreSQL settings: the replica, the connections of this process, and their timeouts. */
import { StartError } from '../errors/StartError.ts';
import { connectionLimits, smallestPool } from '../store/postgres/limits.ts';
import type { PostgresOptions } from '../store/postgres/openPostgresStore.ts';
import { isPostgres } from './openPostgres.ts';
import { readMilliseconds } from './readMilliseconds.ts';

export type DatabaseSettings = Pick<PostgresOptions, 'readUrl' | 'limits'>;

type Env = Readonly<Record<string, string | undefined>>;

export function readDatabaseSettings(env: Env, database: string): DatabaseSettings {
  const statement = env.DATABASE_STATEMENT_TIMEOUT_MS;
  return {
    ...readReplica(env.DATABASE_READ_URL, database),
    limits: {
      pool: readPool(env.DATABASE_POOL),
      // Otherwise as long as a query may take.
      ...(statement && { statement: readMilliseconds(env, 'DATABASE_STATEMENT_TIMEOUT_MS', 0) }),
      idle: readMilliseconds(env, 'DATABASE_IDLE_TIMEOUT_MS', connectionLimits.idle),
      lock: readMilliseconds(env, 'DATABASE_LOCK_TIMEOUT_MS', connectionLimits.lock),
    },
  };
}

const largestPool = 500;

function readPool(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return connectionLimits.pool;
  const size = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  if (size >= smallestPool && size <= largestPool) return size;
  throw new StartError(
    `DATABASE_POOL '${text}' is not understood. Use a number of connections from ${smallestPool} to ${largestPool}.`,
  );
}

function readReplica(text: string | undefined, database: string): Pick<DatabaseSettings, 'readUrl'> {
  const readUrl = text?.trim();
  if (!readUrl) return {};
  // Not repeated: the address may hold a password.
  if (!isPostgres(readUrl) || !URL.canParse(readUrl))
    throw new StartError(
      'DATABASE_READ_URL is not understood. Use postgres://name:password@host:5432/database, the address of a replica.',
    );
  if (!isPostgres(database))
    throw new StartError(
      'DATABASE_READ_URL is for PostgreSQL. Set DATABASE_URL to the database it is a replica of.',
    );
  return { readUrl };
}
