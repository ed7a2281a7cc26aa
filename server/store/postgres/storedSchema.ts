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
/** A concurrent build that was interrupted leaves an invalid index, which is built again. */
const indexesOf = catalogue(
  "'i', 'I'",
  'join pg_index i on i.indexrelid = c.oid and i.indisvalid',
  'c.relname',
);

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
  return (await storedSchema(run))?.tables ?? {};
}

/** The table must exist. */
export async function storedSchema(run: Run): Promise<StoredSchema | undefined> {
  const { rows } = await run({ text: `select content from ${table} where id = 1` });
  const text = rows[0]?.[0];
  return typeof text === 'string' ? (JSON.parse(text) as StoredSchema) : undefined;
}

/** Changes whenever the stored schema does; undefined for a new database. */
export async function schemaMark(run: Run): Promise<string | undefined> {
  const { rows } = await run({ text: `select to_regclass('${table}') is not null` });
  if (rows[0]?.[0] !== true) return undefined;
  const found = await run({ text: `select md5(content) from ${table} where id = 1` });
  return found.rows[0]?.[0] as string | undefined;
}

/** Of these tables, those whose rows take at least so many bytes. */
export async function largeTables(
  run: Run,
  entities: readonly string[],
  bytes: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await run({
    text: catalogue("'r', 'p'", '', 'c.relname').concat(
      ' and c.relname = any($1::text[]) and pg_relation_size(c.oid) >= $2',
    ),
    values: [entities.map(stored), bytes],
  });
  const large = new Set(rows.map(([name]) => String(name)));
  return new Set(entities.filter((entity) => large.has(stored(entity))));
}
