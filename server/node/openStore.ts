import { dirname } from 'node:path';
import { openSqliteStore } from '../store/sqlite/openSqliteStore.ts';
import type { Store } from '../store/types.ts';
import { makeFolder } from './makeFolder.ts';
import { StartError } from './StartError.ts';

/** Opens the store an address names: `file:<path>` today. */
export async function openStore(address: string): Promise<Store> {
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
    return openSqliteStore({ file: path });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The database file '${path}' cannot be opened: ${reason}.`, { cause });
  }
}

/** The folder of the contents of files, beside the database and named like it: two databases in a folder stay apart. */
export function filesFolder(address: string): string {
  return `${(databasePath(address) ?? '').replace(/\.(db|sqlite3?)$/, '')}.files`;
}

function databasePath(address: string): string | undefined {
  return /^file:(?:\/\/(?=\/))?(.+)$/.exec(address)?.[1];
}
