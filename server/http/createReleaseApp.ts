/** A release as a Hono app: a route per endpoint, and middleware for what all answers share. */
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { requestId } from 'hono/request-id';
import { TrieRouter } from 'hono/router/trie-router';
import { secureHeaders } from 'hono/secure-headers';
import { refusals } from '../errors/Refusal.ts';
import { withoutKeys } from '../login/apiKeyText.ts';
import type { Keys } from '../login/createKeys.ts';
import type { Sessions } from '../login/createSessions.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { AppOptions, AppSettings, Ports } from '../ports/ports.ts';
import { StoreOutdated } from '../store/types.ts';
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
  readonly keys: Keys;
  readonly ports: Ports & ExtensionPorts;
  readonly settings: AppSettings;
  readonly answers: IdempotentAnswers;
  readonly refusalLog: RefusalLog;
  /** Answers paths outside `/api`. */
  readonly fallback: AppOptions['fallback'];
  /** The application of the release in force when a call comes; absent where only this process publishes. */
  readonly inForce?: ((arrived: number) => Promise<Pick<ReleaseApp, 'fetch'>>) | undefined;
};

/** Serves every call while the release is in force; never rejects. */
export function createReleaseApp(parts: AppParts): ReleaseApp {
  const { endpoints, fallback, ports } = parts;
  const routes = createRoutes(endpoints);
  // The faster router does not support a parameter where another path has a literal.
  const app = new Hono<AppEnv>({ router: new TrieRouter(), getPath: ({ url }) => routedPath(url) });
  if (parts.inForce) app.use('/api/*', handedOver(app, parts.inForce));
  app.use(endedBody, compress(), requestId({ generator: () => ports.newId() }), secured);
  app.use(received(parts), conditional);
  app.use('/api/*', logged(ports));
  if (parts.inForce) app.use('/api/*', refusedUnknowing);
  for (const route of routes) {
    app.on(route.endpoint.method, route.pattern, (context, next) => {
      const params = paramsOf(route, context.req.url);
      return params ? answer(parts, route.endpoint, params, context) : next();
    });
  }
  app.notFound((context) => {
    const isApi = /^\/api(\/|$)/.test(context.req.path);
    if (!isApi && fallback) return fallback(context.req.raw);
    // Hono would carry the refusal past the middleware, which logs and counts every answer.
    return answerUnknown(parts, routes, context).catch((error) => answerError(parts, error, context));
  });
  app.onError(async (error, context) => {
    const isOutdated = error instanceof StoreOutdated && (await isReplaced(app, parts));
    if (!isOutdated) return answerError(parts, error, context);
    const { method, raw } = context.req;
    if (method === 'GET') return (await parts.inForce?.(performance.now()))?.fetch(raw, context.env) as never;
    return answerError(parts, refusals.declarationsChanged({ cause: error }), context);
  });
  return app;
}

/** Whether another process has published a later release, which changed the tables during a call. */
async function isReplaced(app: ReleaseApp, { inForce }: AppParts): Promise<boolean> {
  const newest = await inForce?.(performance.now()).catch(() => undefined);
  return newest !== undefined && newest !== app;
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

/** Answers unmatched paths: 405 with the allowed methods; a malformed id is named to permitted callers. */
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

/** Passes the call on to the release in force. */
function handedOver(app: ReleaseApp, inForce: NonNullable<AppParts['inForce']>): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const arrived = performance.now();
    context.set('arrived', arrived);
    try {
      const newest = await inForce(arrived);
      if (newest !== app) return newest.fetch(context.req.raw, context.env);
    } catch (error) {
      context.set('failure', error);
    }
    return next();
  };
}

/** Who watches over the server asks how it is, whatever is in force. */
const watching = /^\/api\/(health|ready)$/;

const refusedUnknowing: MiddlewareHandler<AppEnv> = async (context, next) => {
  const failure = context.get('failure');
  if (failure && !watching.test(context.req.path)) throw failure;
  await next();
};

/** Determines the caller's address and language. */
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

/** One year: after one TLS visit, browsers refuse plain HTTP. */
const hsts = 'max-age=31536000';

function logged({ log, measure }: Ports): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const started = performance.now();
    await next();
    const { method, url } = context.req;
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const facts = { method, path: withoutKeys(apiPathOf(url)), status: context.res.status, ms };
    measure?.({ method, route: context.get('endpoint')?.path, status: facts.status, ms });
    const session = context.get('session');
    log.info(
      { ...facts, user: session?.user.UserName, ...(session?.key && { key: session.key.prefix }) },
      'answered',
    );
  };
}

const none: Asks = [];

const done = async (): Promise<void> => undefined;

/** Only our own scripts, frames and connections; react-aria positions popovers by style attribute. */
const protection = {
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    styleSrcAttr: ["'unsafe-inline'"],
    // `blob:` is what a page has fetched itself: pictures.
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
  permissionsPolicy: { camera: [], microphone: [], geolocation: ['self'] },
  referrerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
  // Set only over TLS, and files set their own headers.
  strictTransportSecurity: false,
} satisfies Parameters<typeof secureHeaders>[0];
const secure = { all: secureHeaders(protection), others: secureHeaders({ ...protection, overwrite: false }) };

/** An answer with its own policy keeps it; checking every header would cost more than setting them. */
const secured: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  await secure[context.res.headers.has('content-security-policy') ? 'others' : 'all'](context, done);
};

const withTag = etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'set-cookie'] });

/** 304 for unchanged answers with an ETag only; computing one for a stream would read it to its end. */
const conditional: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  if (context.res.headers.has('etag')) await withTag(context, done);
};

/** Cancels a body that nobody reads; otherwise an event stream would stay open forever. */
const endedBody: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  if (context.req.method === 'HEAD') await context.res.body?.cancel();
};
