/** A release as a Hono application: a route for each endpoint, and around them what all answers have in common. */
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { requestId } from 'hono/request-id';
import { TrieRouter } from 'hono/router/trie-router';
import { secureHeaders } from 'hono/secure-headers';
import { refusals } from '../errors/Refusal.ts';
import type { Sessions } from '../login/createSessions.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { AppOptions, AppSettings, Ports } from '../ports/ports.ts';
import type { AppEnv, CallContext } from './AppEnv.ts';
import type { Asks } from './Asks.ts';
import { admit } from './admit.ts';
import { answerError } from './answerError.ts';
import { chooseLocale } from './chooseLocale.ts';
import type { RefusalLog } from './createRefusalLog.ts';
import type { Endpoint } from './Endpoint.ts';
import type { IdempotentAnswers } from './idempotentAnswers.ts';
import { refuseForeignPage } from './refuseForeignOrigin.ts';
import { empty } from './respond.ts';
import { apiPathOf, createRoutes, fits, paramsOf, type Route, routedPath, wrongId } from './routes.ts';
import { seenThroughProxy } from './seenThroughProxy.ts';
import { nothing } from './Takes.ts';
import { takeBody } from './takeBody.ts';
import { takeQuery } from './takeQuery.ts';

export type ReleaseApp = Hono<AppEnv>;

export type AppParts = {
  readonly runtime: Runtime;
  readonly endpoints: readonly Endpoint[];
  readonly sessions: Sessions;
  readonly ports: Ports & ExtensionPorts;
  readonly settings: AppSettings;
  readonly answers: IdempotentAnswers;
  readonly refusalLog: RefusalLog;
  /** Answers what is not under `/api`. */
  readonly fallback: AppOptions['fallback'];
};

/** Serves every call while the release is in force; never rejects. */
export function createReleaseApp(parts: AppParts): ReleaseApp {
  const { endpoints, fallback, ports } = parts;
  const routes = createRoutes(endpoints);
  // The quicker router takes no parameter where another path has a word.
  const app = new Hono<AppEnv>({ router: new TrieRouter(), getPath: ({ url }) => routedPath(url) });
  app.use(endedBody, compress(), requestId({ generator: () => ports.newId() }), secured);
  app.use(received(parts), conditional);
  app.use('/api/*', logged(ports));
  for (const route of routes) {
    app.on(route.endpoint.method, route.pattern, (context, next) => {
      const params = paramsOf(route, context.req.url);
      return params ? answer(parts, route.endpoint, params, context) : next();
    });
  }
  app.notFound((context) => {
    const isApi = /^\/api(\/|$)/.test(context.req.path);
    return isApi || !fallback ? answerUnknown(parts, routes, context) : fallback(context.req.raw);
  });
  app.onError((error, context) => answerError(parts, error, context));
  return app;
}

async function answer(
  parts: AppParts,
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
  context: CallContext,
): Promise<Response> {
  const { call: admitted, session } = await admit(parts, endpoint, context);
  const call = { ...admitted, params };
  if (call.search !== '') takeQuery(endpoint.asks ?? none, call);
  await endpoint.opens?.(call);
  const { upgrade } = parts.ports;
  if (upgrade && endpoint.socket && context.req.header('upgrade')?.toLowerCase() === 'websocket') {
    refuseForeignPage(context.req.raw, context.get('seen').host);
    return upgrade(context, await endpoint.socket(call));
  }
  const response = await parts.answers(call, {
    isReplayable: endpoint.isReplayable,
    handle: async (asked) =>
      endpoint.handle({ ...asked, body: await takeBody(endpoint.takes ?? nothing, asked) }),
  });
  if (session?.isRenewed)
    response.headers.append('set-cookie', parts.sessions.cookie(session, call.isSecure));
  return response;
}

/** A path that only lacks an id is told so to who might call it, and one of another method what that may be. */
async function answerUnknown(
  parts: AppParts,
  routes: readonly Route[],
  context: CallContext,
): Promise<Response> {
  const method = context.req.method;
  const methods = routes
    .filter((route) => fits(route, context.req.path))
    .map(({ endpoint }) => endpoint.method);
  if (methods.length > 0) {
    const heads = methods.includes('GET') ? ['HEAD'] : [];
    const allow = [...new Set([...methods.sort(), ...heads, 'OPTIONS'])].join(', ');
    if (method === 'OPTIONS') return empty(204, { allow });
    throw refusals.noSuchMethod({ params: { method, allow }, headers: { allow } });
  }
  const asked = method === 'HEAD' ? 'GET' : method;
  const near = routes.find(
    (route) => route.endpoint.method === asked && fits(route, context.req.path, { anyId: true }),
  );
  if (!near) throw refusals.noSuchPath({ params: { path: apiPathOf(context.req.url) } });
  await admit(parts, near.endpoint, context);
  throw refusals.badId({ params: { value: wrongId(near, context.req.url) } });
}

/** Who calls from where, in which language. */
function received({ settings }: AppParts): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const peer = context.env?.incoming?.socket?.remoteAddress ?? 'local';
    const seen = seenThroughProxy(context.req.raw, peer, settings.trustProxy);
    context.set('seen', seen);
    context.set('locale', chooseLocale(context.req.header('accept-language') ?? null));
    await next();
    context.res.headers.set('x-request-id', context.get('requestId'));
    if (seen.isSecure) context.res.headers.set('strict-transport-security', hsts);
  };
}

/** A year: a browser that has come over TLS once does not come without it again. */
const hsts = 'max-age=31536000';

function logged({ log }: Ports): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const started = performance.now();
    await next();
    const { method, url } = context.req;
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const facts = { method, path: apiPathOf(url), status: context.res.status, ms };
    log.info({ ...facts, user: context.get('session')?.user.UserName }, 'answered');
  };
}

const none: Asks = [];

const done = async (): Promise<void> => undefined;

/** No script, frame or connection but our own; react-aria places its popovers by style attribute. */
const protection = {
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    styleSrcAttr: ["'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
  permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  referrerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
  // Only over TLS, and a file says more of itself than the pages do.
  strictTransportSecurity: false,
} satisfies Parameters<typeof secureHeaders>[0];
const secure = { all: secureHeaders(protection), others: secureHeaders({ ...protection, overwrite: false }) };

/** An answer that has a policy of its own keeps it; asking all for each header would cost more than setting them. */
const secured: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  await secure[context.res.headers.has('content-security-policy') ? 'others' : 'all'](context, done);
};

const withTag = etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'set-cookie'] });

/** 304 for what the caller has; of answers that have a tag, as one made for the others would read a stream to its end. */
const conditional: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  if (context.res.headers.has('etag')) await withTag(context, done);
};

/** A body that nobody will read is ended: a stream of events would otherwise run for ever. */
const endedBody: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  if (context.req.method === 'HEAD') await context.res.body?.cancel();
};
