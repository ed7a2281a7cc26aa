/** The whole app in the test process: real declarations, a chosen store, a controlled clock. */
import {
  type Compilation,
  compileModel,
  type DataRecord,
  type DeclarationFile,
  type DeclarationSet,
  type Model,
} from '#engine';
import {
  type AppSettings,
  createApp,
  type createEvents,
  createMemoryStore,
  createModelHolder,
  createWebPorts,
  type FileStore,
  type ModelHolder,
  migrateAndNote,
  type Registry,
  type Store,
  seedStore,
  startWithRelease,
} from '#server/app';
import { readDeclarations } from '../../../server/node/readDeclarations.ts';
import { openPostgresStore } from '../../../server/store/postgres/openPostgresStore.ts';
import { openSqliteStore } from '../../../server/store/sqlite/openSqliteStore.ts';
import { extensions as ownExtensions } from '../../support/extensions.ts';
import { compiledOnce } from '../../support/parseOnce.ts';
import { dropDatabase, newDatabase } from '../../support/postgres.ts';

const { set } = await readDeclarations('.');

export const declarations = set;

type Compiled = {
  readonly set: DeclarationSet;
  readonly compilation: Compilation;
  /** Absent: those of the application. */
  readonly extensions?: Registry;
};

/** The application's declarations with others added. */
export function withDeclarations(files: readonly DeclarationFile[]): Compiled {
  const whole = { files: [...set.files, ...files] };
  const compiled = compileModel(whole, compiledOnce);
  const about = new Set(files.map(({ file }) => file));
  const wrong = compiled.findings.filter(({ file, severity }) => severity === 'error' && about.has(file));
  // Titles of declarations made for a test have no French.
  const telling = wrong.filter(({ message }) => !message.includes('fr-CA'));
  if (telling.length > 0) throw new Error(JSON.stringify(telling, null, 1));
  return { set: whole, compilation: compiled };
}

/** The application's declarations, compiled once for a test file. */
export const compilation = compileModel(set, compiledOnce);
const ownCompilation = compilation;
export const { model } = compilation;

export type StoreKind = 'memory' | 'sqlite' | 'postgres';

/**
 * The store that the application runs on, for tests of its own rules. The contract of stores, and the tests
 * of every entity and every kind of field, run on both stores and prove that they agree. After changing a
 * store, run everything on both: `STORES=both npm test -- api`, or on PostgreSQL: `STORES=postgres`.
 */
const storesAsked: Readonly<Record<string, readonly StoreKind[]>> = {
  both: ['memory', 'sqlite'],
  postgres: ['postgres'],
};
export const appStores: readonly StoreKind[] = storesAsked[process.env.STORES ?? ''] ?? ['sqlite'];

export const makeStore = {
  memory: async () => createMemoryStore(),
  sqlite: async () => openSqliteStore({ file: ':memory:' }),
  postgres: async () => {
    const url = await newDatabase();
    const store = openPostgresStore({ url });
    addresses.set(store, url);
    return store;
  },
} satisfies Record<StoreKind, () => Promise<Store>>;

/**
 * A separate store with a copy of the content of another one with the same model, without filling it again.
 * The other one is only copied from then on.
 */
export const copyStore = {
  memory: async (store) => createMemoryStore(store),
  sqlite: async (store, model) => {
    const copy = openSqliteStore({ file: ':memory:', like: store });
    await copy.migrate(model);
    return copy;
  },
  postgres: copyPostgres,
} satisfies Record<StoreKind, (store: Store, model: Model) => Promise<Store>>;

const addresses = new WeakMap<Store, string>();

const copies: { readonly store: Store; readonly url: string }[] = [];

/** A copy of the database. Closes the other store: a database in use cannot be copied. */
async function copyPostgres(store: Store, model: Model): Promise<Store> {
  await store.close();
  const url = await newDatabase(addresses.get(store));
  const copy = openPostgresStore({ url });
  copies.push({ store: copy, url });
  await copy.migrate(model);
  return copy;
}

/** Closes and drops the copies of the test file that ends (`afterApiFile.ts`). */
export async function dropCopies(): Promise<void> {
  for (const { store, url } of copies.splice(0)) {
    await store.close();
    await dropDatabase(url);
  }
}

export type Answer = {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: it came over the wire; each test says what it expects of it.
  readonly body: any;
  readonly headers: Headers;
};

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export type Running = {
  readonly store: Store;
  readonly files: FileStore;
  readonly errors: object[];
  readonly warnings: object[];
  /** With the server's data about the connection, where there is one. */
  readonly fetch: (request: Request, env?: object) => Promise<Response>;
  /** A client that signs in first, as a role; `undefined` is nobody. */
  readonly as: (role?: string) => Promise<Ask>;
  readonly clock: { now: Date };
  /** Runs tasks that are due by the clock. */
  readonly runDue: () => Promise<number>;
  readonly lanes: readonly (() => Promise<number>)[];
  /** The same store and files, served by a new app without any state in memory. */
  readonly restart: () => Running;
  /** The same, like a server: the newest release is applied to the declarations, which may have changed. */
  readonly startAgain: (other?: Compiled) => Promise<Running & { readonly printed: readonly string[] }>;
  readonly models: ModelHolder;
};

/**
 * No time limits, since a busy machine must not change an answer: tests of a limit set it themselves. Many
 * tests create the same drafts, on both stores: each is compiled once in a process.
 */
const usual: Partial<AppSettings> = { workLimitMs: 60_000, compiledDrafts: 16 };

/** Starts the app; with records, only these (and people) are in the store. */
export async function startApp(options: {
  readonly store: StoreKind | Store;
  readonly seed?: 'demo' | 'none';
  readonly records?: Readonly<Record<string, readonly DataRecord[]>>;
  readonly now?: string;
  /** Declarations besides the application's own. */
  readonly added?: Compiled;
  readonly settings?: Partial<AppSettings>;
  readonly ports?: Partial<Ports>;
  /** For tests that announce events themselves, or ask the server to stop. */
  readonly events?: Events;
  readonly stopping?: AbortSignal;
}): Promise<Running> {
  const { set, compilation } = options.added ?? { set: declarations, compilation: ownCompilation };
  const clock = { now: new Date(options.now ?? '2026-11-20T15:00:00Z') };
  const [errors, warnings]: [object[], object[]] = [[], []];
  const ports = createWebPorts({
    ...options.ports,
    now: () => clock.now,
    log: {
      info: () => {},
      warn: (facts) => warnings.push(facts),
      error: (facts) => errors.push(facts),
    },
  });
  const extensions = options.added?.extensions ?? ownExtensions;
  const store = await filledStore(options, compilation, ports);
  const run = (models = createModelHolder(set, compilation)): Running => {
    const { events, stopping } = options;
    const more = { extensions, ...(events && { events }), ...(stopping && { stopping }) };
    const app = createApp({ models, store, ports, ...more, settings: { ...usual, ...options.settings } });
    const fetch = async (request: Request, env?: object) => app.fetch(request, env as never);
    const as = (role?: string) => signIn(fetch, role);
    return {
      store,
      files: ports.files,
      errors,
      warnings,
      fetch,
      clock,
      as,
      models,
      runDue: app.runDue,
      lanes: app.lanes,
      restart: () => run(),
      startAgain: async (other = { set, compilation }) => {
        const printed: string[] = [];
        const inForce = await startWithRelease({
          ...{ ...other, store, extensions },
          print: (line) => printed.push(line),
        });
        await migrateAndNote(store, { model: inForce.compilation.model, newId: ports.newId });
        return { ...run(createModelHolder(other.set, other.compilation, inForce)), printed };
      },
    };
  };
  return run();
}

type Ports = ReturnType<typeof createWebPorts>;
type Events = ReturnType<typeof createEvents>;
type Start = Parameters<typeof startApp>[0];

/** A filled store is copied from then on: filling takes longer than most tests. */
const filled = new WeakMap<Compilation, Map<string, { readonly store: Store; readonly files: FileStore }>>();

async function filledStore(options: Start, compilation: Compilation, ports: Ports): Promise<Store> {
  if (typeof options.store !== 'string') return fill(options.store, options, compilation, ports);
  // Overrides the test's choice when everything is to run on PostgreSQL.
  const kind = process.env.STORES === 'postgres' ? 'postgres' : options.store;
  const known = filled.get(compilation) ?? new Map();
  filled.set(compilation, known);
  const key = [kind, options.seed, ports.now().toISOString()].join();
  if (!known.has(key)) {
    const own = createWebPorts({ now: ports.now });
    const store = await fill(await makeStore[kind](), options, compilation, own);
    known.set(key, { store, files: own.files });
  }
  const { store, files } = known.get(key);
  for (const { id } of await files.list()) {
    const bytes = await files.bytes(id);
    await ports.files.put(id, new Blob([bytes]).stream(), { maxBytes: bytes.length });
  }
  return copyStore[kind](store, compilation.model);
}

async function fill(
  store: Store,
  { seed = 'demo' }: Start,
  { model }: Compilation,
  ports: Ports,
): Promise<Store> {
  await migrateAndNote(store, { model, newId: ports.newId });
  await seedStore({ model, store, ports, seed, password: 'demo' });
  return store;
}

async function signIn(fetch: Running['fetch'], role?: string): Promise<Ask> {
  if (role === undefined) return asker(fetch, {});
  const { body, status } = await asker(fetch, {})('POST', '/session', { UserName: role, Password: 'demo' });
  if (status !== 200) throw new Error(`${role} cannot sign in: ${JSON.stringify(body)}`);
  return asker(fetch, { authorization: `Bearer ${body.Token}` });
}

/** A client that always sends these headers. */
export function asker(fetch: Running['fetch'], always: Record<string, string>): Ask {
  return async (method, path, body, headers = {}) => {
    const content: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = new Request(`http://localhost/api${path}`, {
      method,
      headers: { ...content, ...always, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await fetch(request);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  };
}
