// `npm run dev`: Vite's dev server in front of the API server, which restarts when its code or a declaration
// changes.
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, requireNode, root } from './install.mjs';

const apiPort = process.env.API_PORT ?? '3100';
const output = path.join('dist', 'dev');
let server;
let timer;

requireNode();
process.chdir(root);
await ensureInstalled();
process.env.FORMWRIGHT_API = `http://localhost:${apiPort}`;
process.env.FORMWRIGHT_SERVER_OUT = output;
const { build, createServer } = await import('vite');
const { writeTypes } = await import('./types.mjs');
await writeTypes();

const watcher = await build({ configFile: 'vite.server.config.ts', logLevel: 'warn', build: { watch: {} } });
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') restartSoon();
  if (event.code === 'ERROR') console.error(`The server does not build: ${event.error.message}`);
});
const application = process.env.APP || '.';
const declared = ['schemas', 'screens', 'widgets', 'extensions'].map((part) => path.join(application, part));
for (const folder of ['base', 'extensions', ...declared])
  if (existsSync(folder)) watch(folder, { recursive: true }, restartSoon);

const client = await createServer({
  configFile: 'vite.config.ts',
  server: { port: Number(process.env.PORT ?? 5173) },
});
await client.listen();
client.printUrls();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);

// Debounced, as one save can touch several files.
function restartSoon() {
  clearTimeout(timer);
  timer = setTimeout(restart, 150);
}

async function restart() {
  await end(server);
  const env = { ...process.env, PORT: apiPort };
  server = spawn(process.execPath, ['--enable-source-maps', path.join(output, 'main.js')], {
    stdio: 'inherit',
    env,
  });
}

function end(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return undefined;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return ended;
}

async function stop() {
  await Promise.all([watcher.close(), client.close(), end(server)]);
  process.exit(0);
}
