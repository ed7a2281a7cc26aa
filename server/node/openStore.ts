import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openSqliteStore } from '../store/sqlite/openSqliteStore.ts';
import type { Store } from '../store/types.ts';
import { StartError } from './StartError.ts';

/** Opens the store an address names: `file:<path>` today. */
export async function openStore(address: string): Promise<Store> {
  if (/^postgres(ql)?:/.test(address))
    throw new StartError(
      'DATABASE_URL names PostgreSQL, which this version does not speak yet. Use file:<path>.',
    );
  const path = /^file:(?:\/\/(?=\/))?(.+)$/.exec(address)?.[1];
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

/** Step by step, because Node's own recursive `mkdir` never returns where a file system refuses new folders. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}
