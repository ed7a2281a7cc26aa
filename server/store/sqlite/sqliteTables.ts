/** SQLite tables as `copy-database` reads and writes them. */
import type { Database } from 'better-sqlite3';
import {
  copyTable,
  mostBytes,
  mostRows,
  type RawPiece,
  type RawRow,
  type RawTarget,
  type RawValue,
  writtenColumns,
} from '../rawTables.ts';
import type { ColumnSchema } from '../sql/columnSchema.ts';
import { quoted } from '../sql/names.ts';
import { createTable } from '../sql/planMigration.ts';
import type { StoredSchema, TableSchema } from '../sql/tableSchema.ts';
import { Sqlite } from './driver.ts';
import { sqliteDialect } from './sqliteDialect.ts';
import { readSchema, writeSchema } from './storedSchema.ts';

export function openSqliteTables(file: string): RawTarget {
  const db: Database = new Sqlite(file);
  db.pragma('journal_mode = wal');
  // Tables are filled in sequence: references to later ones are checked at the end.
  db.pragma('foreign_keys = off');
  const names = () =>
    db
      .prepare<[], string>(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
      .pluck()
      .all();
  return {
    dialect: sqliteDialect,
    tables: async () => names(),
    schema: async () => {
      if (!names().includes('_formwright_schema')) return undefined;
      const content = db.prepare<[], string>('select content from _formwright_schema').pluck().get() ?? '{}';
      return { version: (JSON.parse(content) as StoredSchema).version, tables: readSchema(db).tables };
    },
    read: async (entity, columns, after) => read(db, { entity, columns, after }),
    unfinished: async () =>
      names().includes(copyTable)
        ? db.prepare<[], string>(`select content from ${copyTable} where entity = '-from'`).pluck().get()
        : undefined,
    begin: async (schema, from) => {
      db.transaction(() => {
        db.exec(`create table ${copyTable} (entity text primary key, place integer not null, content text)`);
        const note = db.prepare(`insert into ${copyTable} values (?, 0, ?)`);
        note.run('-from', from);
        note.run('-schema', JSON.stringify(schema));
        for (const [entity, table] of Object.entries(schema.tables))
          for (const command of createTable(entity, table, sqliteDialect).sql) db.exec(String(command));
      })();
    },
    begun: async () => {
      const rows = db
        .prepare<[], { entity: string; place: number; content: string }>(`select * from ${copyTable}`)
        .all();
      const places = rows.map(({ entity, place }) => [entity, place] as const);
      return {
        schema: JSON.parse(rows.find(({ entity }) => entity === '-schema')?.content ?? '{}'),
        places: new Map(places),
      };
    },
    write: async (entity, table, piece) => write(db, { entity, table, piece }),
    finish: async (schema) => {
      db.transaction(() => {
        const broken = db.pragma('foreign_key_check') as { table: string; parent: string }[];
        if (broken.length > 0)
          throw new Error(`${broken.length} references lead nowhere; the first is of ${broken[0]?.table}.`);
        writeSchema(db, schema);
        db.exec(`drop table ${copyTable}`);
      })();
    },
    close: async () => void db.close(),
  };
}

type Reading = { readonly entity: string; readonly columns: readonly ColumnSchema[]; readonly after: number };

function read(db: Database, { entity, columns, after }: Reading): RawPiece {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const statement = db
    .prepare<[number, number], [number, ...unknown[]]>(
      `select _rowid_, ${names} from ${quoted(entity)} where _rowid_ > ? order by _rowid_ limit ?`,
    )
    .raw();
  const rows: RawRow[] = [];
  let [place, bytes] = [after, 0];
  for (const [number, ...values] of statement.iterate(after, mostRows)) {
    rows.push(values.map((value, at) => fromColumn(value, columns[at]?.format)));
    place = number;
    for (const value of values) bytes += typeof value === 'string' ? value.length : 8;
    if (bytes > mostBytes) break;
  }
  return { rows, place };
}

const fromColumn = (value: unknown, format: string | undefined): RawValue =>
  format === 'boolean' && value !== null ? value !== 0 : (value as RawValue);

type Writing = { readonly entity: string; readonly table: TableSchema; readonly piece: RawPiece };

function write(db: Database, { entity, table, piece }: Writing): void {
  const columns = writtenColumns(table, sqliteDialect.shadowValue);
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const insert = db.prepare(
    `insert into ${quoted(entity)} (${names}) values (${columns.map(() => '?').join(', ')})`,
  );
  const note = db.prepare(
    `insert into ${copyTable} (entity, place) values (?, ?) on conflict (entity) do update set place = excluded.place`,
  );
  db.transaction(() => {
    for (const row of piece.rows) insert.run(...columns.map(({ of }) => toColumn(of(row))));
    note.run(entity, piece.place);
  })();
}

const toColumn = (value: RawValue): string | number | null =>
  typeof value === 'boolean' ? Number(value) : value;
