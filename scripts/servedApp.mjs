// The built application of a folder on a free port, over a database of its own with the sample data.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Starts it; `stop` ends it and removes its database. */
export async function serveApp(folder) {
  const data = mkdtempSync(path.join(tmpdir(), 'formwright-served-'));
  const env = { ...process.env, PORT: '0', HOST: 'localhost', SEED: 'demo', LOG_LEVEL: 'error' };
  env.DATABASE_URL = `file:${path.join(data, 'app.db')}`;
  const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: folder, env });
  server.stderr.pipe(process.stderr);
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.exitCode === null && server.kill()) await ended;
    rmSync(data, { recursive: true, force: true });
  };
  const origin = await new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended at its start (${code}).`)));
    server.stdout.on('data', (text) => {
      const found = /listening on (http:\S+)/.exec(String(text));
      if (found) resolve(found[1]);
    });
  });
  return { origin, stop };
}
