import {
  compileModel,
  compileValidators,
  type DeclarationSet,
  type Model,
  parseExpression,
  type Validators,
} from '#engine';
import documents from '#extensions/documents/server';
import insurance from '#extensions/insurance/server';
import pricing from '#extensions/pricing/server';
import print from '#extensions/print/server';
import profiles from '#extensions/profiles/server';
import reports from '#extensions/reports/server';
import {
  compileExtensions,
  createApp,
  createMemoryStore,
  createModelHolder,
  createWebPorts,
  seedStore,
} from '#server/app';

const extensions = compileExtensions([reports, pricing, documents, profiles, insurance, print]);

/** The real server over a memory store, called without a network. */
export type StoryServer = {
  readonly model: Model;
  readonly validators: Validators;
  /** Replaces the browser's `fetch`; sends the session token instead of a cookie. */
  readonly fetch: typeof fetch;
  /** The same for another person at the same time. */
  readonly as: (userName: string) => Promise<typeof fetch>;
  /** Replaces the answer to the next matching call: a failure, a delay, another person's record. */
  readonly intercept: (rule: Interception) => void;
};

export type Interception = {
  readonly method: string;
  readonly path: RegExp;
  readonly answer: (request: Request, pass: () => Promise<Response>) => Promise<Response> | Response;
};

type Options = { readonly set: DeclarationSet; readonly userName: string };

const compiled = new WeakMap<DeclarationSet, ReturnType<typeof compile>>();

/** Starts a server for one story, isolated from other stories. */
export async function startStoryServer({ set, userName }: Options): Promise<StoryServer> {
  const { compilation, validators, filled } = compiledOnce(set);
  const { model } = compilation;
  const { store: source, files } = await filled;
  const store = createMemoryStore(source);
  const ports = createWebPorts({ log: storyLog, files });
  const app = createApp({ models: createModelHolder(set, compilation), store, ports, extensions });
  const interceptions: Interception[] = [];
  const call = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const index = interceptions.findIndex(
      ({ method, path }) => method === request.method && path.test(pathname),
    );
    const [rule] = index < 0 ? [] : interceptions.splice(index, 1);
    const pass = async () => app.fetch(request);
    return rule ? rule.answer(request, pass) : pass();
  };
  const as = async (name: string): Promise<typeof fetch> => {
    const token = await signIn(call, name);
    return async (input, init) => {
      const request = new Request(new URL(String(input), location.origin), { ...init, signal: undefined });
      request.headers.set('Authorization', `Bearer ${token}`);
      return call(request);
    };
  };
  return {
    model,
    validators,
    intercept: (rule) => void interceptions.push(rule),
    fetch: await as(userName),
    as,
  };
}

/** A server error fails the story. */
const storyLog = {
  info: () => {},
  warn: () => {},
  error: (facts: object, message: string) => reportError(new Error(`${message} ${describe(facts)}`)),
};

function describe(facts: object): string {
  const { error, err } = facts as { error?: unknown; err?: unknown };
  const cause = error ?? err;
  return cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(facts);
}

function compiledOnce(set: DeclarationSet) {
  const known = compiled.get(set) ?? compile(set);
  compiled.set(set, known);
  return known;
}

function compile(set: DeclarationSet) {
  const compilation = compileModel(set, { parse: parseExpression });
  const errors = compilation.findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new Error(errors.map(({ file, path, message }) => `${file}${path}: ${message}`).join('\n'));
  return { compilation, validators: compileValidators(compilation.model), filled: fill(compilation.model) };
}

/** Seeded once for all stories, which start from copies. File contents never change, so they are shared. */
async function fill(model: Model) {
  const store = createMemoryStore();
  const ports = createWebPorts();
  await store.migrate(model);
  await seedStore({ model, store, ports, seed: 'demo' });
  return { store, files: ports.files };
}

async function signIn(call: (request: Request) => Promise<Response>, userName: string): Promise<string> {
  const response = await call(
    new Request(new URL('/api/session', location.origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ UserName: userName, Password: 'demo' }),
    }),
  );
  const body = (await response.json()) as { Token?: string; Message?: string };
  if (!body.Token) throw new Error(`The story cannot sign in as ${userName}: ${body.Message}`);
  return body.Token;
}
