import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../errors/StartError.ts';
import type { PostgresOptions } from '../store/postgres/openPostgresStore.ts';
import { unavailableOf } from '../store/sqlite/availability.ts';
import { openSqliteStore, type SqliteOptions } from '../store/sqlite/openSqliteStore.ts';
import { type Lease, type LeaseHolder, takeLease } from '../store/sqlite/takeLease.ts';
import type { Store } from '../store/types.ts';
import { checkLog, type DatabaseFinding } from './checkLog.ts';
import { databasePath } from './databasePath.ts';
import { diskTrouble, isFull } from './diskTrouble.ts';
import { makeFolder } from './makeFolder.ts';
import { isPostgres, openPostgres, postgresName } from './openPostgres.ts';
import { databaseTrouble } from './startTrouble.ts';

// Commands bundle this file, with a registry of field kinds of its own.
export { addKinds } from '#engine';

type OpenOptions = {
  readonly readers?: SqliteOptions['readers'];
  readonly postgres?: Pick<PostgresOptions, 'readUrl' | 'limits' | 'writer'>;
  /** Milliseconds without a renewal after which a PostgreSQL process counts as dead. */
  readonly lease?: number;
  /** Called if saved data are missing from the database. */
  readonly tell?: (found: DatabaseFinding) => void;
};

/**
 * Opens the store at an address. A file is locked for other processes until it is closed; PostgreSQL serves
 * many.
 */
export async function openStore(
  address: string,
  {
    readers,
    postgres,
    lease,
    tell = ({ sentence }) => process.stderr.write(`${sentence}\n`),
  }: OpenOptions = {},
): Promise<Store> {
  if (isPostgres(address))
    return openPostgres({
      ...{ url: address, work: readers?.limits?.work, stopping: readers?.stopping, lease },
      ...postgres,
    });
  const path = databasePath(address);
  if (!path)
    throw new StartError(
      `DATABASE_URL '${address}' is not understood. Use file:<path>, such as file:data/formwright.db, or postgres://….`,
    );
  try {
    await makeFolder(dirname(path));
    makePrivate(path);
    const taken = takeLease(realPath(path));
    if (!('lease' in taken)) throw new StartError(inUse(path, taken.holder));
    return openLeased({ file: path, readers }, taken.lease, tell);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(notOpened(path, cause), { cause });
  }
}

/**
 * Why the file cannot be opened, and what helps; restoring a copy helps only if the file itself is damaged.
 */
function notOpened(path: string, cause: unknown): string {
  const reason = unavailableOf(cause)?.reason ?? diskTrouble(cause);
  const said = cause instanceof Error ? cause.message : String(cause);
  if (reason === 'failing' && !isFull(dirname(path)))
    return `The database file '${path}' cannot be opened: ${said}. Check its disk and its permissions, or name another one with DATABASE_URL.`;
  if (reason && reason !== 'damaged') return databaseTrouble(reason, `file:${path}`);
  return `The database file '${path}' cannot be opened: ${said}. Put back a copy of it, or name another one with DATABASE_URL.`;
}

function openLeased(
  options: SqliteOptions,
  { release }: Lease,
  tell: (found: DatabaseFinding) => void,
): Store {
  try {
    const found = checkLog(realPath(options.file));
    const store = openSqliteStore({ ...options, startsLogAnew: found !== undefined });
    if (found) tell(found);
    return { ...store, close: () => store.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * A new database is readable only by its owner: it holds personal data. SQLite's side files get the same
 * rights.
 */
function makePrivate(path: string): void {
  for (const file of [path, `${path}-lease`]) if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/** Resolves links, so a file has one lease under all its names. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function inUse(path: string, holder: LeaseHolder | undefined): string {
  const who = holder ? ` (process ${holder.pid} on ${holder.host}, since ${holder.since})` : '';
  return `The database '${path}' is in use by another process${who}. Stop that one first, or name another database with DATABASE_URL.`;
}

/**
 * The folder for contents of files, beside the database and named like it, so two databases in a folder stay
 * separate.
 */
export function filesFolder(address: string): string {
  // Shared by processes on several machines.
  if (isPostgres(address)) return `data/${postgresName(address)}.files`;
  return `${(databasePath(address) ?? '').replace(/\.(db|sqlite3?)$/, '')}.files`;
}
