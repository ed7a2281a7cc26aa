/** A connection and its prepared statements, cached by text. */
import type { Database, Statement } from 'better-sqlite3';
import { remembered } from '../sql/remembered.ts';

export type Connection = {
  readonly db: Database;
  /** Rows as arrays. */
  readonly rows: (sql: string) => Statement<unknown[], unknown[]>;
  /** The first column of each row. */
  readonly values: (sql: string) => Statement<unknown[], unknown>;
  readonly command: (sql: string) => Statement<unknown[]>;
};

/** Statements are prepared once; beyond a thousand shapes the oldest are evicted. */
export function connectionOf(db: Database): Connection {
  const prepared = {
    rows: remembered((text) => db.prepare<unknown[], unknown[]>(text).raw(true)),
    values: remembered((text) => db.prepare<unknown[], unknown>(text).pluck(true)),
    command: remembered((text) => db.prepare<unknown[]>(text)),
  };
  return { db, ...prepared };
}
