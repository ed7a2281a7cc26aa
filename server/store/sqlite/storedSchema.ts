/** The state of the database file: the schema it was last migrated to, and its actual columns. */
import type { Database } from 'better-sqlite3';
import { refuseUnfinished } from '../rawTables.ts';
import { quoted } from '../sql/names.ts';
import type { Actual } from '../sql/planMigration.ts';
import type { DatabaseSchema, StoredSchema } from '../sql/tableSchema.ts';

const table = '_formwright_schema';

/** Reads the stored schema; empty for a new file. */
export function readSchema(db: Database): Actual {
  const names = (type: string) =>
    db
      .prepare<[string], string>('select name from sqlite_schema where type = ? and sql is not null')
      .pluck()
      .all(type);
  const columns = columnsOf(db, names('table'));
  refuseUnfinished(columns);
  const stored = columns.has(table) ? storedTables(db) : {};
  const present = Object.entries(stored).filter(([entity]) => columns.has(entity));
  const tables = present.map(([entity, schema]) => {
    const known = columns.get(entity);
    return [
      entity,
      { ...schema, columns: schema.columns.filter(({ name }) => known?.has(name.toLowerCase())) },
    ] as const;
  });
  return { tables: Object.fromEntries(tables), columns, indexes: new Set(names('index')) };
}

/** Records the schema the file has been migrated to. */
export function writeSchema(db: Database, schema: StoredSchema): void {
  db.exec(
    `create table if not exists ${quoted(table)} (id integer primary key check (id = 1), content text not null) strict`,
  );
  db.prepare(
    `insert into ${quoted(table)} (id, content) values (1, ?) on conflict (id) do update set content = excluded.content`,
  ).run(JSON.stringify(schema));
}

function storedTables(db: Database): DatabaseSchema {
  const text = db
    .prepare<[], string>(`select content from ${quoted(table)} where id = 1`)
    .pluck()
    .get();
  return text ? (JSON.parse(text) as StoredSchema).tables : {};
}

function columnsOf(db: Database, tables: readonly string[]): Actual['columns'] {
  const columns = db.prepare<[string], string>('select name from pragma_table_info(?)').pluck();
  return new Map(
    tables.map((table) => [table, new Set(columns.all(table).map((column) => column.toLowerCase()))]),
  );
}
