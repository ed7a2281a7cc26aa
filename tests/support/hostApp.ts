import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import type { Model } from '#engine';
import { createApp, createModelHolder, seedStore } from '#server/app';
import { createPdfThread } from '../../extensions/documents/server/createPdfThread.ts';
import { createPriceThread } from '../../extensions/pricing/server/createPriceThread.ts';
import { createWorkbookThread } from '../../extensions/reports/server/createWorkbookThread.ts';
import { createFileFolder } from '../../server/node/createFileFolder.ts';
import { createNodePorts } from '../../server/node/createNodePorts.ts';
import { listen } from '../../server/node/listen.ts';
import { loadModel } from '../../server/node/loadModel.ts';
import { filesFolder } from '../../server/node/openStore.ts';
import { createScryptHasher } from '../../server/node/scryptHasher.ts';
import { staticFiles } from '../../server/node/staticFiles.ts';
import type { Ports } from '../../server/ports/ports.ts';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';
import { extensions } from './extensions.ts';

/** The application on a socket of this process, over a new database with the sample data. */
export type HostedApp = {
  readonly origin: string;
  /** Moves its clock on, and works off what is due then. */
  readonly later: (milliseconds: number) => Promise<void>;
  /** Stops it and removes its database. */
  readonly stop: () => Promise<void>;
};

/** How it reaches mail servers and receivers of webhooks; absent: not at all. */
export type Outside = Partial<Pick<Ports, 'mail' | 'post'>>;

type Fetch = Parameters<typeof listen>[0];

const log = pino({ level: process.env.LOG_LEVEL ?? 'warn', base: undefined });
const built = (name: string) => pathToFileURL(path.resolve('dist/server', name));
const pdf = createPdfThread({ script: built('documents-pdfWorker.js') });
const pricing = createPriceThread({ script: built('pricing-priceWorker.js') });
const workbooks = createWorkbookThread({ script: built('reports-workbookWorker.js') });

/**
 * Created once in a process: the compiled declarations, a filled database, and the socket that all
 * applications share.
 */
let prepared: ReturnType<typeof prepare> | undefined;

/** The current application. All of them have the same address, so that a browser keeps what it has loaded. */
let answering: Fetch | undefined;

/**
 * Starts what `server/main.ts` starts, with the built client, in a tenth of the time. One at a time in a
 * process; build first (`npm run build`).
 */
export async function hostApp(outside: Outside = {}): Promise<HostedApp> {
  prepared ??= prepare();
  const { set, compilation, filled, origin } = await prepared;
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-'));
  const file = path.join(folder, 'test.db');
  const contents = filesFolder(`file:${file}`);
  copyFileSync(filled, file);
  cpSync(filesFolder(`file:${filled}`), contents, { recursive: true });
  const store = openSqliteStore({ file, durability: 'normal' });
  await store.migrate(compilation.model);
  const stopping = new AbortController();
  let ahead = 0;
  const app = createApp({
    models: createModelHolder(set, compilation),
    store,
    ports: {
      ...portsOver(contents),
      ...outside,
      publicUrl: origin,
      now: () => new Date(Date.now() + ahead),
    },
    extensions,
    fallback: staticFiles(path.resolve('dist/client')),
    stopping: stopping.signal,
  });
  const { fetch, ended } = counted(app.fetch as Fetch);
  answering = fetch;
  const stop = async () => {
    answering = undefined;
    stopping.abort();
    await ended();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const later = async (milliseconds: number) => {
    ahead += milliseconds;
    await app.runDue();
  };
  return { origin, later, stop };
}

/** The model that the applications of this process run on. */
export async function hostedModel(): Promise<Model> {
  prepared ??= prepare();
  return (await prepared).compilation.model;
}

async function prepare() {
  const { set, compilation } = await loadModel({ root: process.cwd(), extensions }, (line) =>
    console.error(line),
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const filled = path.join(folder, 'filled.db');
  const store = openSqliteStore({ file: filled, durability: 'normal' });
  await store.migrate(compilation.model);
  const ports = portsOver(filesFolder(`file:${filled}`));
  await seedStore({ model: compilation.model, store, ports, seed: 'demo' });
  await store.close();
  const nobody = () => new Response('Between two files of tests.', { status: 503 });
  const { port } = await listen((request, env) => (answering ?? nobody)(request, env), { port: 0 });
  return { set, compilation, filled, origin: `http://localhost:${port}` };
}

/** Those of a real server, except for cheap password hashes, since tests sign in repeatedly. */
function portsOver(contents: string) {
  const ports = createNodePorts(log, createFileFolder(contents));
  return { ...ports, pdf, pricing, workbooks, hash: createScryptHasher({ N: 1024, r: 8, p: 1 }) };
}

/** The same, and waits on stop until every open call is answered. */
function counted(fetch: Fetch): { readonly fetch: Fetch; readonly ended: () => Promise<unknown> } {
  const open = new Set<Promise<unknown>>();
  return {
    fetch: (request, env) => {
      const answer = Promise.resolve(fetch(request, env)).finally(() => open.delete(answer));
      open.add(answer);
      return answer;
    },
    ended: () => Promise.allSettled(open),
  };
}
