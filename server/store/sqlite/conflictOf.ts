/** Maps SQLite constraint errors to `StoreConflict`. */
import type { Database } from 'better-sqlite3';
import type { EntityTable, EntityTables } from '../entityTable.ts';
import { uniqueIndex } from '../sql/names.ts';
import { StoreConflict } from '../types.ts';
import { Sqlite } from './driver.ts';

/** The conflict behind a failed write; undefined for any other failure. */
export function conflictOf(error: unknown, { table }: { table: EntityTable }): StoreConflict | undefined {
  if (!isSqliteError(error)) return undefined;
  const entity = table.entity.id;
  if (error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
    return new StoreConflict({ kind: 'unique', entity, cause: error });
  if (error.code !== 'SQLITE_CONSTRAINT_UNIQUE') return undefined;
  const unique = table.entity.unique.find((each) => error.message.includes(`'${uniqueIndex(entity, each)}'`));
  return new StoreConflict({ kind: 'unique', entity, constraint: unique?.id, cause: error });
}

/** SQLite does not say which reference failed at the end of a transaction: this finds it. */
export function brokenReference(
  error: unknown,
  db: Database,
  tables: EntityTables,
): StoreConflict | undefined {
  if (!isSqliteError(error) || error.code !== 'SQLITE_CONSTRAINT_FOREIGNKEY') return undefined;
  const [broken] = db.pragma('foreign_key_check') as { table: string; fkid: number }[];
  if (!broken) return undefined;
  const find = db
    .prepare<[string, number], string>('select "from" from pragma_foreign_key_list(?) where id = ?')
    .pluck();
  const entity = tables.get(broken.table).entity.id;
  return new StoreConflict({
    kind: 'reference',
    entity,
    constraint: find.get(broken.table, broken.fkid),
    cause: error,
  });
}

function isSqliteError(error: unknown): error is InstanceType<typeof Sqlite.SqliteError> {
  return error instanceof Sqlite.SqliteError;
}
