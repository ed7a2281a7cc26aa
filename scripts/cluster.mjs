// `npm run cluster`: PostgreSQL, three processes and a round-robin proxy on this machine, to try the
// application behind a load balancer. `PROCESSES=5` changes the number, DATABASE_URL names your own
// PostgreSQL.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, requireNode, root } from './install.mjs';
import { startRoundRobin } from './roundRobin.mjs';

const folder = path.join(root, 'data', 'cluster');
const port = Number(process.env.PORT || 3000);
const count = Number(process.env.PROCESSES || 3);
const children = [];
let [proxy, database, isStopping] = [undefined, undefined, false];

requireNode();
process.chdir(root);
await ensureInstalled({ forTests: true });
ensureBuilt();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop(0));
try {
  const url = process.env.DATABASE_URL || (await startDatabase());
  const { freePort } = await import('./localPostgres.mjs');
  const targets = [];
  for (let at = 0; at < count; at++) targets.push({ port: await freePort() });
  await Promise.all(targets.map(({ port }, at) => startProcess(at, port, url)));
  proxy = await startRoundRobin({ targets, port });
  console.log(`cluster of ${count} processes: http://localhost:${proxy.port}`);
  console.log(`database: ${url.replace(/:[^:@/]*@/, '@')}`);
} catch (error) {
  console.error(error?.message ?? error);
  await stop(1);
}

/** Its data stay in data/cluster for the next run. */
async function startDatabase() {
  const { startPostgres } = await import('./localPostgres.mjs');
  database = await startPostgres({ folder });
  return database.url;
}

/** Resolves once it listens; a process that ends is restarted, as a service manager does. */
function startProcess(at, port, url) {
  return new Promise((resolve, reject) => {
    let isListening = false;
    const run = () => {
      const env = { ...process.env, PORT: String(port), DATABASE_URL: url, TRUST_PROXY: '1' };
      const child = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], { env });
      children[at] = child;
      for (const stream of ['stdout', 'stderr'])
        child[stream].on('data', (text) => {
          if (String(text).includes('listening on')) {
            isListening = true;
            resolve();
          }
          process[stream].write(String(text).replace(/^(?=.)/gm, `[${at + 1}] `));
        });
      child.once('exit', (code, signal) => {
        if (isStopping) return;
        if (!isListening) return reject(new Error(`Process ${at + 1} did not start (${signal ?? code}).`));
        console.error(`[${at + 1}] ended (${signal ?? code}) and is started again`);
        run();
      });
    };
    run();
  });
}

async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  await proxy?.stop();
  await Promise.all(children.map(end));
  await database?.stop();
  process.exit(code);
}

function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return ended;
}
