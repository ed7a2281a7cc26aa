/** The state of the database: the schema it was last migrated to, and its actual columns. */

import { refuseUnfinished } from '../rawTables.ts';
import type { Actual } from '../sql/planMigration.ts';
import type { DatabaseSchema, StoredSchema } from '../sql/tableSchema.ts';
import type { Run } from './connections.ts';
import { stored } from './names.ts';

const table = '_formwright_schema';

/** Tables and indexes of the current schema. */
const catalogue = (kinds: string, more: string, columns: string) =>
  `select ${columns} from pg_class c ${more} where c.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and c.relkind in (${kinds})`;

const columnsOf = catalogue(
  "'r', 'p'",
  'join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped',
  'c.relname, a.attname',
);
const indexesOf = catalogue("'i', 'I'", '', 'c.relname');

/** Reads the stored schema; empty for a new database. */
export async function readSchema(run: Run): Promise<Actual> {
  const columns = new Map<string, Set<string>>();
  for (const [name, column] of (await run({ text: columnsOf })).rows as readonly [string, string][]) {
    const known = columns.get(name) ?? new Set<string>();
    columns.set(name, known.add(column.toLowerCase()));
  }
  refuseUnfinished(columns);
  const indexes = (await run({ text: indexesOf })).rows.map(([name]) => String(name));
  const known = columns.has(table) ? await storedTables(run) : {};
  const present = Object.entries(known).filter(([entity]) => columns.has(stored(entity)));
  const tables = present.map(([entity, schema]) => {
    const standing = columns.get(stored(entity));
    const there = schema.columns.filter(({ name }) => standing?.has(stored(name).toLowerCase()));
    return [entity, { ...schema, columns: there }] as const;
  });
  return { tables: Object.fromEntries(tables), columns, indexes: new Set(indexes) };
}

/** Records the schema the database has been migrated to. */
export async function writeSchema(run: Run, schema: StoredSchema): Promise<void> {
  await run({
    text: `create table if not exists ${table} (id integer primary key check (id = 1), content text not null)`,
  });
  await run({
    text: `insert into ${table} (id, content) values (1, $1) on conflict (id) do update set content = excluded.content`,
    values: [JSON.stringify(schema)],
  });
}

async function storedTables(run: Run): Promise<DatabaseSchema> {
  const { rows } = await run({ text: `select content from ${table} where id = 1` });
  const text = rows[0]?.[0];
  return typeof text === 'string' ? (JSON.parse(text) as StoredSchema).tables : {};
}
