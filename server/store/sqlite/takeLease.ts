/** Ensures that only one process works on a database file: two would overwrite each other's work. */
import { hostname } from 'node:os';
import { Sqlite } from './driver.ts';

/** The process that holds a lease. */
export type LeaseHolder = { readonly pid: number; readonly host: string; readonly since: string };

export type Lease = { readonly release: () => void };

/**
 * Takes the lease of a database file, or returns its holder. The lease is the lock of an open transaction in
 * a small file beside the database, `<file>-lease`: the system releases it however the process ends, so
 * nothing has to expire.
 */
export function takeLease(file: string): { readonly lease: Lease } | { readonly holder?: LeaseHolder } {
  const db = new Sqlite(`${file}-lease`, { timeout: 0 });
  try {
    db.exec('begin immediate');
    db.exec('create table if not exists holder (pid integer, host text, since text); delete from holder;');
    db.prepare('insert into holder values (?, ?, ?)').run(process.pid, hostname(), new Date().toISOString());
    // Others may read the holder while this process keeps the lock.
    db.exec('commit; begin immediate;');
    return { lease: { release: () => db.close() } };
  } catch (error) {
    const isHeld = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
    const holder = isHeld ? holderOf(db) : undefined;
    db.close();
    if (!isHeld) throw error;
    return { holder };
  }
}

function holderOf(db: InstanceType<typeof Sqlite>): LeaseHolder | undefined {
  try {
    return db.prepare<[], LeaseHolder>('select pid, host, since from holder').get();
  } catch {
    // Just taken: its holder is not written yet.
    return undefined;
  }
}
