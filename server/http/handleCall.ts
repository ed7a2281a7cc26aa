/** One call under `/api`, from path to answer: find the endpoint, know the caller, let it answer, say what went wrong. */
import type { Locale } from '#engine';
import { errorBody } from '../errors/errorBody.ts';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { Sessions } from '../login/createSessions.ts';
import type { Session } from '../login/Session.ts';
import { authorize } from '../operations/authorize.ts';
import type { Runtime } from '../operations/Runtime.ts';
import type { AppSettings, Ports } from '../ports.ts';
import { StoreUnavailable } from '../store/types.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import type { ApiCall } from './ApiCall.ts';
import { chooseLocale } from './chooseLocale.ts';
import type { Endpoint, RouteTable } from './createRouteTable.ts';
import { isKnown } from './entityTag.ts';
import { refuseForeignOrigin } from './refuseForeignOrigin.ts';
import { empty, json } from './respond.ts';
import type { Seen } from './seenThroughProxy.ts';

export type Dispatcher = {
  readonly runtime: Runtime;
  readonly table: RouteTable;
  readonly sessions: Sessions;
  readonly ports: Ports;
  readonly settings: AppSettings;
};

/** Where the call comes from and how, as far as the proxies in front are believed. */
export type Connection = Seen;

/** Answers a call; never throws. */
export async function handleCall(
  dispatcher: Dispatcher,
  request: Request,
  connection: Connection,
): Promise<Response> {
  const started = performance.now();
  const target = splitAddress(request.url);
  const locale = chooseLocale(request.headers.get('accept-language'));
  const progress: Progress = { locale };
  const whole = await answer(dispatcher, { request, connection, target, progress }).catch((error) =>
    answerError(dispatcher, { error, request, target, progress }),
  );
  const response = isHeldAlready(request, whole) ? notModified(whole) : whole;
  const facts = { method: request.method, path: target.path, status: response.status };
  const ms = Math.round((performance.now() - started) * 10) / 10;
  dispatcher.ports.log.info({ ...facts, ms, user: progress.session?.user.UserName }, 'answered');
  return request.method === 'HEAD' ? withoutBody(response) : response;
}

/** The error of a call that is not under `/api`, as one that is has it. */
export async function answerRefused(
  dispatcher: Dispatcher,
  request: Request,
  error: unknown,
): Promise<Response> {
  const locale = chooseLocale(request.headers.get('accept-language'));
  const target = { path: new URL(request.url).pathname, search: '' };
  const response = await answerError(dispatcher, { error, request, target, progress: { locale } });
  return request.method === 'HEAD' ? withoutBody(response) : response;
}

/** What is known already when something goes wrong. */
type Progress = { readonly locale: Locale; session?: Session; endpoint?: Endpoint };

type Target = { readonly path: string; readonly search: string };

type Calling = {
  readonly request: Request;
  readonly connection: Connection;
  readonly target: Target;
  readonly progress: Progress;
};

async function answer(
  dispatcher: Dispatcher,
  { request, connection, target, progress }: Calling,
): Promise<Response> {
  const match = matchOf(dispatcher.table, request.method, target.path);
  if (match.kind === 'none') throw refusals.noSuchPath({ params: { path: target.path } });
  if (match.kind === 'bad-method') return refuseMethod(request.method, match.allow);
  const { endpoint } = match;
  progress.endpoint = endpoint;
  const seen = connection;
  const session = await dispatcher.sessions.resolve(request, seen.isSecure);
  progress.session = session;
  const isHalf = session?.mustChangePassword === true && endpoint.isBeforePassword !== true;
  if (isHalf && endpoint.access.kind !== 'public') throw refusals.mustChangePassword();
  authorize(endpoint.access, session?.features);
  if (session?.isByCookie) refuseForeignOrigin(request, seen.host);
  if (match.kind === 'bad-id') throw refusals.badId({ params: { value: match.value } });
  const call: ApiCall = {
    request,
    method: request.method,
    path: target.path,
    search: target.search,
    params: match.params,
    query: lazyQuery(target.search),
    locale: progress.locale,
    // What is open to anybody shows no more than that.
    session: isHalf ? undefined : session,
    address: seen.address,
    isSecure: seen.isSecure,
    runtime: dispatcher.runtime,
    ports: dispatcher.ports,
    settings: dispatcher.settings,
    budget: new WorkBudget({
      limit: dispatcher.settings.workLimitMs,
      processorTime: dispatcher.ports.processorTime,
    }),
  };
  const response = await endpoint.handle(call);
  if (session?.isRenewed)
    response.headers.append('set-cookie', dispatcher.sessions.cookie(session, seen.isSecure));
  return response;
}

function matchOf(table: RouteTable, method: string, path: string) {
  try {
    return table.match(method, path);
  } catch (cause) {
    throw refusals.badAddress({ cause });
  }
}

function refuseMethod(method: string, allow: readonly string[]): Response {
  const headers = { allow: [...new Set([...allow, 'OPTIONS'])].join(', ') };
  if (method === 'OPTIONS') return empty(204, headers);
  throw refusals.noSuchMethod({ params: { method, allow: headers.allow }, headers });
}

type Failing = {
  readonly error: unknown;
  readonly request: Request;
  readonly target: Target;
  readonly progress: Progress;
};

async function answerError(
  dispatcher: Dispatcher,
  { error, request, target, progress }: Failing,
): Promise<Response> {
  const refusal = refusalOf(dispatcher, { error, request, target });
  const saying = {
    model: dispatcher.runtime.model,
    locale: progress.locale,
    failure: progress.endpoint?.failure,
  };
  // Without a limit: what was found is said.
  const body = await new WorkBudget().run(errorBody(refusal, saying));
  const status = isPreconditionFailed(refusal, request) ? 412 : refusal.status;
  return json(body, status, { ...(status === 401 ? challenge(request) : {}), ...refusal.details.headers });
}

/** Of a change made on an older state: 412 where the call said so in its header, 409 where it said so in its body. */
function isPreconditionFailed({ details }: Refusal, { headers }: Request): boolean {
  return details.isStale === true && (headers.get('if-match') ?? '*').trim() !== '*';
}

/** How to prove who one is; a token that was sent holds no longer. */
function challenge({ headers }: Request): Readonly<Record<string, string>> {
  const problem = headers.has('authorization') ? ', error="invalid_token"' : '';
  return { 'www-authenticate': `Bearer realm="Formwright"${problem}` };
}

function refusalOf(dispatcher: Dispatcher, failing: Omit<Failing, 'progress'>): Refusal {
  const { error, request, target } = failing;
  if (error instanceof Refusal) return error;
  if (!(error instanceof StoreUnavailable)) return unexpected(dispatcher, failing);
  dispatcher.ports.log.error({ err: error, method: request.method, path: target.path }, 'store unavailable');
  return refusals.storeUnavailable(error);
}

/** Nothing of the inside leaves the server but the id under which the log has it. */
function unexpected(dispatcher: Dispatcher, { error, request, target }: Omit<Failing, 'progress'>): Refusal {
  const trace = dispatcher.ports.newId();
  dispatcher.ports.log.error({ trace, err: error, method: request.method, path: target.path }, 'failed');
  return refusals.internal({ params: { trace }, extra: { TraceId: trace }, cause: error });
}

/** Path below `/api` and the query; written by hand because `new URL` costs more than all the rest. */
function splitAddress(url: string): Target {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const [mark, hash] = [url.indexOf('?', start), url.indexOf('#', start)];
  const end = hash < 0 ? url.length : hash;
  const path = url.slice(start, mark < 0 ? end : mark);
  return { path: path.slice('/api'.length) || '/', search: mark < 0 ? '' : url.slice(mark + 1, end) };
}

function lazyQuery(search: string): () => URLSearchParams {
  let query: URLSearchParams | undefined;
  return () => {
    query ??= new URLSearchParams(search);
    return query;
  };
}

function isHeldAlready({ method, headers }: Request, { status, headers: answered }: Response): boolean {
  if (status !== 200 || (method !== 'GET' && method !== 'HEAD')) return false;
  const tag = answered.get('etag');
  return tag !== null && isKnown(headers.get('if-none-match'), tag);
}

/** 304 with what the whole answer says of itself, but for its body. */
function notModified(response: Response): Response {
  void response.body?.cancel();
  const headers = new Headers(response.headers);
  for (const name of ['content-type', 'content-length', 'content-encoding']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}

/** A body that nobody will read is ended: a stream of events would otherwise run for ever. */
function withoutBody(response: Response): Response {
  void response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
