/** The app on declarations made for a test, together with the declared people, roles and messages. */
import { compileModel, type DataRecord } from '#engine';
import {
  type AppSettings,
  createApp,
  createModelHolder,
  createWebPorts,
  type Store,
  seedStore,
} from '#server/app';
import { extensions } from '../../support/extensions.ts';
import { compiledOnce } from '../../support/parseOnce.ts';
import { type Ask, asker, declarations, makeStore, type Running, type StoreKind } from './startApp.ts';

type Files = Readonly<Record<string, object>>;

/** Starts it with sample people; `records` by entity are put into the store unchanged. */
export async function startSmallApp(
  files: Files,
  options: {
    readonly records?: Readonly<Record<string, readonly DataRecord[]>>;
    readonly settings?: Partial<AppSettings>;
    readonly store?: StoreKind;
  } = {},
): Promise<
  Omit<Running, 'clock' | 'runDue' | 'lanes' | 'files' | 'restart' | 'startAgain' | 'models'> & {
    readonly address: (request: Request, from: string) => Promise<Response>;
  }
> {
  const kept = declarations.files.filter(({ file }) =>
    /^(base|(extensions\/[^/]+\/)?schemas\/(access|lookups|messages))\//.test(file),
  );
  const given = Object.entries(files).map(([file, json]) => ({ file, json }));
  const set = { files: [...kept, ...given] };
  const compilation = compileModel(set, { ...compiledOnce, review: false });
  const broken = compilation.findings.filter(({ severity, file }) => severity === 'error' && file in files);
  if (broken.length > 0) throw new Error(JSON.stringify(broken));
  const store: Store = await makeStore[options.store ?? 'memory']();
  await store.migrate(compilation.model);
  const errors: object[] = [];
  const ports = createWebPorts({
    log: { info: () => {}, warn: () => {}, error: (facts) => errors.push(facts) },
  });
  await seedStore({ model: compilation.model, store, ports, seed: 'demo', password: 'demo' });
  await store.transaction(async (session) => {
    for (const [entity, list] of Object.entries(options.records ?? {}))
      for (const record of list) await session.insert(entity, { Revision: 1, ...record });
  });
  const models = createModelHolder(set, compilation);
  const app = createApp({ models, store, ports, extensions, settings: options.settings });
  const address = async (request: Request, from: string) =>
    app.fetch(request, { incoming: { socket: { remoteAddress: from } } });
  const fetch = async (request: Request) => app.fetch(request);
  return { store, errors, warnings: [], fetch, address, as: (role) => signIn(fetch, role) };
}

async function signIn(fetch: Running['fetch'], role?: string): Promise<Ask> {
  if (role === undefined) return asker(fetch, {});
  const { body } = await asker(fetch, {})('POST', '/session', { UserName: role, Password: 'demo' });
  return asker(fetch, { authorization: `Bearer ${body.Token}` });
}
