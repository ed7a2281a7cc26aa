/** When SQLite cannot serve: another process holds its lock, the disk is full, the file is damaged. */
import type { Database } from 'better-sqlite3';
import { StoreUnavailable } from '../types.ts';
import { Sqlite } from './driver.ts';

/** How long a writer waits for another process to let go, in milliseconds. */
const patience = 5000;

/** Begins to write. While another process holds the lock others go on: the wait is outside SQLite, which would block. */
export async function beginWriting(db: Database): Promise<void> {
  const end = performance.now() + patience;
  for (let wait = 10; ; wait = Math.min(wait * 2, 200)) {
    try {
      db.exec('begin immediate');
      return;
    } catch (error) {
      if (reasonOf(error) !== 'busy' || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** What a failure says about the database as a whole; undefined for one about a statement or a record. */
export function unavailableOf(error: unknown): StoreUnavailable | undefined {
  const reason = reasonOf(error);
  return reason && new StoreUnavailable(reason, { cause: error });
}

const reasons: readonly (readonly [string, StoreUnavailable['reason']])[] = [
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_IOERR', 'failing'],
  ['SQLITE_CANTOPEN', 'failing'],
  // The file lies elsewhere by now, or is gone.
  ['SQLITE_READONLY_DBMOVED', 'failing'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
];

function reasonOf(error: unknown): StoreUnavailable['reason'] | undefined {
  if (!(error instanceof Sqlite.SqliteError)) return undefined;
  return reasons.find(([code]) => error.code.startsWith(code))?.[1];
}
