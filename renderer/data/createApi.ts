import { ApiError, type ErrorBody, FailedAnswer, isConnectionLost } from './ApiError.ts';
import type { ApiPorts, Call, IntendedOptions, SendOptions } from './apiCall.ts';
import { createIntents, type Intents } from './intents.ts';
import type { Method } from './method.ts';
import { newId } from './newId.ts';
import { failureInAnswer } from './outcome.ts';
import { pause } from './repeatLost.ts';
import { type Answer, requestAnswer } from './requestAnswer.ts';

/** API client. Paths as in the declarations, without `/api`. Throws `ApiError`. */
export type Api = {
  readonly get: <T>(
    path: string,
    options?: Pick<SendOptions, 'signal' | 'showsProgress' | 'repeats'>,
  ) => Promise<T>;
  readonly send: Send;
  /** Reads a file instead of JSON; changes nothing. */
  readonly download: (
    path: string,
    call?: { readonly method: Method; readonly body?: unknown },
  ) => Promise<Blob>;
};

/** Sends the body as JSON, or as a form if it is `FormData`. */
export type Send = {
  /** Sets or removes: sent twice, it changes nothing more. */
  <T>(method: 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, options?: SendOptions): Promise<T>;
  /** May create: says which calls are the same intent, also when what is sent has changed since. */
  <T>(method: Method, path: string, body: unknown, options: IntendedOptions): Promise<T>;
};

/** Creates a client of the HTTP contract. */
export function createApi(ports: ApiPorts): Api {
  const run = (call: Call) => perform(ports, call);
  const start = { options: {}, tokens: [], isRepeat: false } as const;
  const intents = createIntents();
  return {
    get: (path, options = {}) => run({ ...start, method: 'GET', path, options }) as Promise<never>,
    send: (method: Method, path: string, body?: unknown, options: SendOptions = {}) => {
      const call = { ...start, method, path, body, options };
      if (isKept(call)) return sendOnce(ports, intents, call) as Promise<never>;
      return (options.sequence ? performOnce(ports, { ...call, key: newId() }) : run(call)) as Promise<never>;
    },
    download: (path, call = { method: 'GET' }) =>
      run({ ...start, ...call, path, isContent: true }) as Promise<Blob>,
  };
}

/**
 * Whether the key is kept for a repetition by the person. Not in a sequence: what is typed, changed and typed
 * again is a later call.
 */
const isKept = ({ method, options }: Call): boolean =>
  method !== 'GET' && !isUnkeyed(options) && !options.sequence && !options.keepalive;

const isUnkeyed = ({ intent }: SendOptions): boolean => intent === 'reads' || intent === 'signs-in';

/** Repeats a call whose answer was lost under the same idempotency key. */
async function sendOnce(ports: ApiPorts, intents: Intents, call: Call): Promise<unknown> {
  const { intent: given } = call.options;
  const intent = typeof given === 'object' ? given : intents.of(call);
  const key = intents.keyOf(intent);
  const changed = intents.changedFrom(intent, call);
  try {
    const answer = await performOnce(ports, { ...call, key });
    intents.settle(intent, call);
    return answer;
  } catch (error) {
    if (isConnectionLost(error)) intents.lose(intent, call, key);
    if (!changed || !isReused(error)) {
      if (!isConnectionLost(error)) intents.settle(intent, call);
      throw error;
    }
    const first = await performOnce(ports, { ...call, ...changed, key });
    intents.settle(intent, call);
    const revision = (first as { readonly Revision?: unknown } | undefined)?.Revision;
    // The lost save had arrived: save the newer values on top of its revision.
    if (call.method === 'PUT' && call.options.revision !== undefined && typeof revision === 'number')
      return sendOnce(ports, intents, { ...call, options: { ...call.options, intent, revision } });
    throw new ApiError(409, { Message: ports.carriedOutMessage() }, 'carried-out', first);
  }
}

const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.body.Reason : undefined;

const isReused = (error: unknown): boolean => reasonOf(error) === 'idempotency-key-reused';

/** Waits while the first call of the key is still running. */
async function performOnce(ports: ApiPorts, call: Call): Promise<unknown> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await perform(ports, call);
    } catch (error) {
      if (reasonOf(error) === 'idempotency-answer-lost') return readResult(ports, call, error as ApiError);
      if (reasonOf(error) !== 'idempotency-key-running' || tries >= mostTries) throw error;
      if (!(await pause(1000, { signal: call.options.signal, closing: ports.closing?.() }))) throw error;
    }
  }
}

const mostTries = 30;

/** The call was carried out, but the server does not keep its answer: what it made is read instead. */
async function readResult(ports: ApiPorts, { options }: Call, { body }: ApiError): Promise<unknown> {
  const carriedOut = new ApiError(409, body, 'carried-out');
  const { Location } = body;
  if (Location === undefined) throw carriedOut;
  const path = Location.replace(/^\/api/, '');
  const read = { method: 'GET', path, tokens: [], isRepeat: false } as const;
  return perform(ports, { ...read, options: { signal: options.signal } }).catch(() => {
    throw carriedOut;
  });
}

async function perform(ports: ApiPorts, call: Call): Promise<unknown> {
  const answer = await requestAnswer(ports, call);
  if (answer.content) {
    const warnings = warningsOf(answer);
    if (warnings.length > 0) ports.warned?.(warnings);
    return answer.content;
  }
  const { status, body } = answer;
  const failure = failureInAnswer(body);
  if (answer.ok) {
    if (call.method === 'GET' || !failure) return body;
    throw new FailedAnswer(status, failure, body);
  }
  const error = new ApiError(status, failure ?? ((body ?? {}) as ErrorBody));
  const next = await recover(ports, call, error);
  if (next) return perform(ports, next);
  throw error;
}

/** The call to repeat after a new sign-in or a confirmation, if either applies. */
async function recover(ports: ApiPorts, call: Call, error: ApiError): Promise<Call | undefined> {
  if (error.status === 401 && !call.isRepeat && !call.path.startsWith('/session')) {
    return (await ports.signInAgain()) ? { ...call, isRepeat: true } : undefined;
  }
  const { Confirmations: asked } = error.body;
  if (error.status !== 428 || !asked?.length || call.options.askConfirm === false) return undefined;
  const open = asked.filter(({ Rule }) => !call.options.asked?.includes(Rule));
  if (open.length > 0 && !(await ports.confirm(open))) throw new ApiError(428, error.body, 'declined');
  return { ...call, tokens: [...call.tokens, ...asked.map((one) => one.Token)] };
}

/** Warnings about a file, sent in a header. */
function warningsOf({ headers }: Answer): readonly string[] {
  const sent = headers.get('x-warnings');
  return sent === null ? [] : (JSON.parse(decodeURIComponent(sent)) as readonly string[]);
}
