import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { createApp, createModelHolder, seedStore } from '#server/app';
import { createFileFolder } from '../../server/node/createFileFolder.ts';
import { createNodePorts } from '../../server/node/createNodePorts.ts';
import { createPdfThread } from '../../server/node/createPdfThread.ts';
import { listen } from '../../server/node/listen.ts';
import { loadModel } from '../../server/node/loadModel.ts';
import { filesFolder } from '../../server/node/openStore.ts';
import { staticFiles } from '../../server/node/staticFiles.ts';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';

/** The application on a socket of this process, over a database of its own with the sample data. */
export type HostedApp = {
  readonly origin: string;
  /** Ends it and removes its database. */
  readonly stop: () => Promise<void>;
};

const log = pino({ level: process.env.LOG_LEVEL ?? 'warn', base: undefined });
const pdf = createPdfThread({ script: pathToFileURL(path.resolve('dist/server/pdfWorker.js')) });

/** What is the same for all: the declarations compiled, and a database filled. Made once in a process. */
let prepared: ReturnType<typeof prepare> | undefined;

/**
 * Starts what `server/main.ts` starts, with the built client, in a tenth of the time: declarations are compiled and
 * the database is filled once in a process. Build first (`npm run build`).
 */
export async function hostApp(port: number): Promise<HostedApp> {
  prepared ??= prepare();
  const { set, compilation, filled } = await prepared;
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-'));
  const file = path.join(folder, 'test.db');
  copyFileSync(filled, file);
  const contents = filesFolder(`file:${file}`);
  if (existsSync(filesFolder(`file:${filled}`)))
    cpSync(filesFolder(`file:${filled}`), contents, { recursive: true });
  const store = openSqliteStore({ file, durability: 'normal' });
  await store.migrate(compilation.model);
  const stopping = new AbortController();
  const ports = createNodePorts(log, createFileFolder(contents), pdf);
  const app = createApp({
    models: createModelHolder(set, compilation),
    store,
    ports,
    fallback: staticFiles(path.resolve('dist/client')),
    stopping: stopping.signal,
  });
  const server = await listen(app.fetch as Parameters<typeof listen>[0], port);
  const stop = async () => {
    stopping.abort();
    await server.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { origin: `http://localhost:${server.port}`, stop };
}

async function prepare() {
  const { set, compilation } = await loadModel(process.cwd(), (line) => console.error(line));
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const filled = path.join(folder, 'filled.db');
  const store = openSqliteStore({ file: filled, durability: 'normal' });
  await store.migrate(compilation.model);
  const files = createFileFolder(filesFolder(`file:${filled}`));
  const ports = createNodePorts(log, files, pdf);
  await seedStore({ model: compilation.model, store, ports, seed: 'demo' });
  await store.close();
  return { set, compilation, filled };
}
