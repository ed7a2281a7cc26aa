// Runs the built application of a folder on a free port, with a temporary database and the sample data.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Starts the application, with its clock beginning at `moment` if given; `stop` ends it and deletes its
 * database.
 */
export async function serveApp(folder, { moment } = {}) {
  const data = mkdtempSync(path.join(tmpdir(), 'formwright-served-'));
  const env = { ...process.env, PORT: '0', HOST: 'localhost', SEED: 'demo', LOG_LEVEL: 'error' };
  env.DATABASE_URL = `file:${path.join(data, 'app.db')}`;
  const server = spawn(process.execPath, [...clockFrom(moment), 'dist/server/main.js'], { cwd: folder, env });
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

/** Node arguments that set its clock. */
function clockFrom(moment) {
  if (!moment) return [];
  const code = `const Real = Date, shift = Real.parse('${moment}') - Real.now();
    globalThis.Date = class extends Real {
      constructor(...given) { super(...(given.length > 0 ? given : [Real.now() + shift])); }
      static now() { return Real.now() + shift; }
    };`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}
