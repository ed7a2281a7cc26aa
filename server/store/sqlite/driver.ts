/**
 * The SQLite driver that this Node can load: better-sqlite3 12 supports Node 20 but aborts on 24; 13 ships
 * its binaries but crashes before Node 22. Both are installed; only this module loads one.
 */
import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';

const [major = 0] = process.versions.node.split('.').map(Number);

/** The package loaded under this Node. */
const driverName = major >= 22 ? 'better-sqlite3-13' : 'better-sqlite3';

/** The connection class; `Sqlite.SqliteError` is the class of its errors. */
export const Sqlite = createRequire(import.meta.url)(driverName) as typeof BetterSqlite;
