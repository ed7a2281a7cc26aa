/** Recognizes when SQLite cannot serve: file locked by another process, disk full, file damaged. */
import type { Database } from 'better-sqlite3';
import { StoreUnavailable } from '../types.ts';
import { Sqlite } from './driver.ts';

/** Milliseconds a writer waits for another process to release the lock. */
const patience = 5000;

/** Begins a write transaction. Waits for the lock outside SQLite, which would block all other work. */
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

/** What an error says about the database as a whole; undefined for errors of a statement or a record. */
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
  // The file was moved or deleted.
  ['SQLITE_READONLY_DBMOVED', 'failing'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
];

function reasonOf(error: unknown): StoreUnavailable['reason'] | undefined {
  if (!(error instanceof Sqlite.SqliteError)) return undefined;
  return reasons.find(([code]) => error.code.startsWith(code))?.[1];
}
