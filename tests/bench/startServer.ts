import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { applyOverlay, type Change, compileModel, type Model, parseExpression } from '#engine';
import {
  createApp,
  createModelHolder,
  createWebPorts,
  type FileStore,
  type Store,
  seedStore,
} from '#server/app';
import { createPriceThread } from '../../extensions/pricing/server/createPriceThread.ts';
import { createNodePorts } from '../../server/node/createNodePorts.ts';
import { readDeclarations } from '../../server/node/readDeclarations.ts';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';
import { extensions } from '../support/extensions.ts';

export type BenchServer = {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Of the administrator. */
  readonly token: string;
  readonly store: Store;
  readonly model: Model;
};

type Start = {
  /** Path of the database; unused if `open` opens another. */
  readonly file: string;
  readonly open?: () => Store;
  readonly files?: FileStore;
  /** Questions over many rows are answered by processes of their own, as in production. */
  readonly isThreaded?: boolean;
  /** What is published beside the shipped declarations. */
  readonly changes?: readonly Change[];
  /** Records beside the sample data. */
  readonly fill?: (store: Store, model: Model) => Promise<void>;
};

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** The whole server with its sample data over SQLite, as it runs in production but for the hashing of passwords. */
export async function startServer({
  file,
  open,
  files,
  fill,
  isThreaded = false,
  changes = [],
}: Start): Promise<BenchServer> {
  const { set } = applyOverlay((await readDeclarations('.')).set, changes);
  const compilation = compileModel(set, { parse: parseExpression });
  const { model } = compilation;
  const readers = { script: pathToFileURL(resolve('dist/server/readerProcess.js')) };
  const store = open?.() ?? openSqliteStore({ file, ...(isThreaded ? { readers } : {}) });
  await store.migrate(model);
  const web = createWebPorts();
  const pricing = createPriceThread({ script: pathToFileURL(resolve('dist/server/pricing-priceWorker.js')) });
  const ports = {
    ...createNodePorts(silent, files ?? web.files),
    pricing,
    hash: {
      hash: async (text: string) => text,
      verify: async (text: string, hash: string) => text === hash,
      isOutdated: () => false,
    },
  };
  await seedStore({ model, store, ports, seed: 'demo', password: 'demo' });
  await fill?.(store, model);
  await store.migrate(model);
  const app = createApp({ models: createModelHolder(set, compilation), store, ports, extensions });
  const fetch = (request: Request) => app.fetch(request);
  return { fetch, token: await signIn(fetch), store, model };
}

async function signIn(fetch: BenchServer['fetch']): Promise<string> {
  const body = JSON.stringify({ UserName: 'admin', Password: 'demo' });
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(new Request('http://localhost/api/session', { method: 'POST', body, headers }));
  return ((await login.json()) as { Token: string }).Token;
}
