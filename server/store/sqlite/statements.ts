/** A connection and its prepared statements, kept by their text. */
import type { Database, Statement } from 'better-sqlite3';

export type Connection = {
  readonly db: Database;
  /** Rows as arrays. */
  readonly rows: (sql: string) => Statement<unknown[], unknown[]>;
  /** The first column of each row. */
  readonly values: (sql: string) => Statement<unknown[], unknown>;
  readonly command: (sql: string) => Statement<unknown[]>;
};

/** Statements are prepared once; beyond a thousand shapes the oldest are let go. */
export function connectionOf(db: Database): Connection {
  const prepared = {
    rows: remembered((text) => db.prepare<unknown[], unknown[]>(text).raw(true)),
    values: remembered((text) => db.prepare<unknown[], unknown>(text).pluck(true)),
    command: remembered((text) => db.prepare<unknown[]>(text)),
  };
  return { db, ...prepared };
}

/** Remembers the last thousand results by key. */
export function remembered<T>(make: (key: string) => T, limit = 1000): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    if (known.size >= limit) known.delete(known.keys().next().value as string);
    known.set(key, made);
    return made;
  };
}
