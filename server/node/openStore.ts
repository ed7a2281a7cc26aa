import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSqliteStore, type SqliteOptions } from '../store/sqlite/openSqliteStore.ts';
import { type Lease, type LeaseHolder, takeLease } from '../store/sqlite/takeLease.ts';
import type { Store } from '../store/types.ts';
import { makeFolder } from './makeFolder.ts';
import { StartError } from './StartError.ts';

/** Opens the store an address names, `file:<path>` today, and keeps other processes from it until it is closed. */
export async function openStore(address: string, readers?: SqliteOptions['readers']): Promise<Store> {
  if (/^postgres(ql)?:/.test(address))
    throw new StartError(
      'DATABASE_URL names PostgreSQL, which this version does not speak yet. Use file:<path>.',
    );
  const path = databasePath(address);
  if (!path)
    throw new StartError(
      `DATABASE_URL '${address}' is not understood. Use file:<path>, such as file:data/formwright.db.`,
    );
  try {
    await makeFolder(dirname(path));
    makePrivate(path);
    const taken = takeLease(realPath(path));
    if (!('lease' in taken)) throw new StartError(inUse(path, taken.holder));
    return openLeased({ file: path, readers }, taken.lease);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The database file '${path}' cannot be opened: ${reason}. Put back a copy of it, or name another one with DATABASE_URL.`,
      { cause },
    );
  }
}

function openLeased(options: SqliteOptions, { release }: Lease): Store {
  try {
    const store = openSqliteStore(options);
    return { ...store, close: () => store.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

/** A new database is its owner's alone: it holds personal data. The files SQLite puts beside it get the same rights. */
function makePrivate(path: string): void {
  for (const file of [path, `${path}-lease`]) if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/** One lease for one file, under whatever name it is opened. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function inUse(path: string, holder: LeaseHolder | undefined): string {
  const who = holder ? ` (process ${holder.pid} on ${holder.host}, since ${holder.since})` : '';
  return `The database '${path}' is in use by another process${who}. Stop that one first, or name another database with DATABASE_URL.`;
}

/** The folder of the contents of files, beside the database and named like it: two databases in a folder stay apart. */
export function filesFolder(address: string): string {
  return `${(databasePath(address) ?? '').replace(/\.(db|sqlite3?)$/, '')}.files`;
}

function databasePath(address: string): string | undefined {
  return /^file:(?:\/\/(?=\/))?(.+)$/.exec(address)?.[1];
}
