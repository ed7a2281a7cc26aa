/**
 * PostgreSQL tables as `copy-database` reads and writes them: over one connection, with writers locked out.
 */
import pg from 'pg';
import { StartError } from '../../errors/StartError.ts';
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
import { createTable } from '../sql/planMigration.ts';
import type { StoredSchema, TableSchema } from '../sql/tableSchema.ts';
import { parsers, type Rows, type Run } from './connections.ts';
import { quotedName } from './names.ts';
import { postgresDialect } from './postgresDialect.ts';
import { readSchema, writeSchema } from './storedSchema.ts';

/** After rows of unusual length, only this many are read at a time. */
const fewRows = 20;

export async function openPostgresTables(url: string): Promise<RawTarget> {
  const client = new pg.Client({
    connectionString: url,
    types: parsers,
    application_name: 'formwright copy',
  });
  // A broken connection fails at its next statement.
  client.on('error', () => undefined);
  await client.connect();
  const run: Run = async ({ text, values = [] }) => {
    const answer = await client.query({ text, values: [...values], rowMode: 'array' });
    return Array.isArray(answer)
      ? { rows: [], count: 0 }
      : { rows: answer.rows as Rows, count: answer.rowCount ?? 0 };
  };
  await holdWriters(run).catch(async (error) => {
    await client.end();
    throw error;
  });
  const names = async () => {
    const text = 'select tablename from pg_tables where schemaname = current_schema()';
    return (await run({ text })).rows.map(([name]) => String(name));
  };
  let size = mostRows;
  return {
    dialect: postgresDialect,
    tables: names,
    schema: async () => {
      if (!(await names()).includes('_formwright_schema')) return undefined;
      const { rows } = await run({ text: 'select content from _formwright_schema' });
      const { version } = JSON.parse(String(rows[0]?.[0] ?? '{}')) as StoredSchema;
      return { version, tables: (await readSchema(run)).tables };
    },
    read: async (entity, columns, after) => {
      const piece = await read(run, { entity, columns, after, size });
      const bytes = piece.rows.flat().reduce<number>((sum, value) => sum + String(value).length, 0);
      size = bytes > mostBytes ? fewRows : mostRows;
      return piece;
    },
    unfinished: async () => {
      if (!(await names()).includes(copyTable)) return undefined;
      const { rows } = await run({ text: `select content from ${copyTable} where entity = '-from'` });
      return String(rows[0]?.[0]);
    },
    begin: (schema, from) => inTransaction(run, () => begin(run, schema, from)),
    begun: async () => {
      const { rows } = await run({ text: `select entity, place, content from ${copyTable}` });
      const schema = rows.find(([entity]) => entity === '-schema')?.[2];
      const places = rows.map(([entity, place]) => [String(entity), Number(place)] as const);
      return { schema: JSON.parse(String(schema)), places: new Map(places) };
    },
    write: (entity, table, piece) => inTransaction(run, () => write(run, { entity, table, piece })),
    finish: (schema) => inTransaction(run, () => finish(run, schema)),
    close: () => client.end(),
  };
}

/** Holds the writers' lock for the life of the connection, so the data do not change while they are read. */
async function holdWriters(run: Run): Promise<void> {
  const text = `select pg_try_advisory_lock(hashtext('formwright'), hashtext(current_schema()))`;
  const [[isHeld] = []] = (await run({ text })).rows;
  if (!isHeld)
    throw new StartError('Another process writes to the PostgreSQL database. Stop the servers first.');
}

async function inTransaction(run: Run, work: () => Promise<void>): Promise<void> {
  await run({ text: 'begin' });
  try {
    await work();
    await run({ text: 'commit' });
  } catch (error) {
    await run({ text: 'rollback' }).catch(() => undefined);
    throw error;
  }
}

const made = (schema: StoredSchema) =>
  Object.entries(schema.tables).map(([entity, table]) => createTable(entity, table, postgresDialect));

async function begin(run: Run, schema: StoredSchema, from: string): Promise<void> {
  await run({
    text: `create table ${copyTable} (entity text primary key, place bigint not null, content text)`,
  });
  await run({
    text: `insert into ${copyTable} values ('-from', 0, $1), ('-schema', 0, $2)`,
    values: [from, JSON.stringify(schema)],
  });
  const commands = made(schema).flatMap(({ sql }) => sql);
  if (commands.length > 0) await run({ text: commands.join(';\n') });
}

async function finish(run: Run, schema: StoredSchema): Promise<void> {
  const commands = made(schema).flatMap(({ after = [] }) => after);
  if (commands.length > 0) await run({ text: commands.join(';\n') });
  await writeSchema(run, schema);
  await run({ text: `drop table ${copyTable}` });
}

type Reading = {
  readonly entity: string;
  readonly columns: readonly ColumnSchema[];
  readonly after: number;
  readonly size: number;
};

async function read(run: Run, { entity, columns, after, size }: Reading): Promise<RawPiece> {
  // Read as text: parsing and writing JSON again could change numbers.
  const names = columns.map(({ name, format }) => `${quotedName(name)}${format === 'json' ? '::text' : ''}`);
  const { rows } = await run({
    text: `select _rowid_, ${names.join(', ')} from ${quotedName(entity)} where _rowid_ > $1 order by _rowid_ limit ${size}`,
    values: [after],
  });
  return {
    rows: rows.map(([, ...values]): RawRow => values as RawValue[]),
    place: rows.length > 0 ? Number(rows.at(-1)?.[0]) : after,
  };
}

type Writing = { readonly entity: string; readonly table: TableSchema; readonly piece: RawPiece };

async function write(run: Run, { entity, table, piece }: Writing): Promise<void> {
  const columns = writtenColumns(table, postgresDialect.shadowValue);
  const names = columns.map(({ name }) => quotedName(name)).join(', ');
  const lists = columns.map(({ format }, at) => `$${at + 1}::${bareType(format)}[]`).join(', ');
  await run({
    text: `insert into ${quotedName(entity)} (${names}) select * from unnest(${lists})`,
    values: columns.map(({ of }) => piece.rows.map(of)),
  });
  await run({
    text: `insert into ${copyTable} (entity, place) values ($1, $2) on conflict (entity) do update set place = excluded.place`,
    values: [entity, piece.place],
  });
}

const bareType = (format: string): string => postgresDialect.columnType(format).replace(' collate "C"', '');
