import type { Locale } from '#engine';
import { ApiError, type Confirmation, type ErrorBody, FailedAnswer } from './ApiError.ts';
import { createIntents, type Intent, type Intents } from './intents.ts';
import { failureInAnswer } from './outcome.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

type SendOptions = {
  /** The revision the change is based on; 412 if another one is stored. */
  readonly revision?: number;
  readonly signal?: AbortSignal;
  /** False: throws a 428 instead of asking (checks, background calls). */
  readonly askConfirm?: boolean;
  /** Rules that the person has already confirmed. */
  readonly asked?: readonly string[];
  /** Scope and number of this call; the server ignores calls that arrive after a later one. */
  readonly sequence?: { readonly of: string; readonly number: number };
  /** Completes even if the page is closed. For small bodies. */
  readonly keepalive?: boolean;
  /** Share of the body sent, 0 to 1. For large bodies. */
  readonly onProgress?: (share: number) => void;
  /** Until it is answered, calls with the same intent are carried out once. */
  readonly intent?: Intent;
  /** Tells the server in a header that progress is shown. */
  readonly showsProgress?: boolean;
};

/** API client. Paths as in the declarations, without `/api`. Throws `ApiError`. */
export type Api = {
  readonly get: <T>(path: string, options?: Pick<SendOptions, 'signal' | 'showsProgress'>) => Promise<T>;
  /** Sends the body as JSON, or as a form if it is `FormData`. */
  readonly send: <T>(method: Method, path: string, body?: unknown, options?: SendOptions) => Promise<T>;
  /** Reads a file instead of JSON. */
  readonly download: (
    path: string,
    call?: { readonly method: Method; readonly body?: unknown },
  ) => Promise<Blob>;
};

/** What the client needs from the page. */
export type ApiPorts = {
  readonly locale: () => Locale;
  /** Message for a call without an answer. */
  readonly networkMessage: () => string;
  /** The session expired: resolves to true once the same person has signed in again. */
  readonly signInAgain: () => Promise<boolean>;
  /** Asks the person; true repeats the call with the tokens. */
  readonly confirm: (confirmations: readonly Confirmation[]) => Promise<boolean>;
  /** Shows the server's warnings about a downloaded file. */
  readonly warned?: (sentences: readonly string[]) => void;
  /** Reports after each call whether the server was reachable. */
  readonly reached: (isReachable: boolean) => void;
  readonly fetch?: typeof fetch;
  /** Waits in milliseconds; defaults to a timer. */
  readonly wait?: (ms: number) => Promise<void>;
};

type Call = {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly options: SendOptions;
  readonly tokens: readonly string[];
  readonly isRepeat: boolean;
  /** Idempotency key of a write. */
  readonly key?: string;
  /** The answer is a file. */
  readonly isContent?: boolean;
};

/** Creates a client of the HTTP contract. */
export function createApi(ports: ApiPorts): Api {
  const run = (call: Call) => perform(ports, call);
  const start = { options: {}, tokens: [], isRepeat: false } as const;
  const intents = createIntents();
  return {
    get: (path, options = {}) => run({ ...start, method: 'GET', path, options }) as Promise<never>,
    send: (method, path, body, options = {}) => {
      const call = { ...start, method, path, body, options };
      return (hasKey(call) ? sendOnce(ports, intents, call) : run(call)) as Promise<never>;
    },
    download: (path, call = { method: 'GET' }) =>
      run({ ...start, ...call, path, isContent: true }) as Promise<Blob>,
  };
}

/** Uploads are cleaned up by the server, and a sequence ignores late calls; neither needs a key. */
const hasKey = ({ method, body, options }: Call): boolean =>
  method !== 'GET' && !(body instanceof FormData) && !options.sequence && !options.keepalive;

/** Repeats a call whose answer was lost under the same idempotency key. */
async function sendOnce(ports: ApiPorts, intents: Intents, call: Call): Promise<unknown> {
  const intent = call.options.intent ?? intents.of(call);
  const key = intents.keyOf(intent);
  const changed = intents.changedFrom(intent, call);
  try {
    const answer = await performOnce(ports, { ...call, key });
    intents.settle(intent, call);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'network') intents.lose(intent, call, key);
    if (!changed || !isReused(error)) {
      if (!(error instanceof ApiError && error.code === 'network')) intents.settle(intent, call);
      throw error;
    }
    const first = await performOnce(ports, { ...call, key, body: changed.body });
    intents.settle(intent, call);
    const revision = (first as { readonly Revision?: unknown } | undefined)?.Revision;
    // The lost save had arrived: save the newer values on top of its revision.
    if (call.method === 'PUT' && call.options.revision !== undefined && typeof revision === 'number')
      return sendOnce(ports, intents, { ...call, options: { ...call.options, intent, revision } });
    throw new ApiError(409, (error as ApiError).body, 'carried-out', first);
  }
}

const isReused = (error: unknown): boolean =>
  error instanceof ApiError && error.body.Reason === 'idempotency-key-reused';

/** Waits while the first call of the key is still running. */
async function performOnce(ports: ApiPorts, call: Call): Promise<unknown> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await perform(ports, call);
    } catch (error) {
      const runs = error instanceof ApiError && error.body.Reason === 'idempotency-key-running';
      if (!runs || tries >= mostTries) throw error;
      await (ports.wait ?? waitFor)(1000);
    }
  }
}

const mostTries = 30;

const waitFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function perform(ports: ApiPorts, call: Call): Promise<unknown> {
  const response = await request(ports, call);
  if (response.ok && call.isContent) {
    const warnings = warningsOf(response);
    if (warnings.length > 0) ports.warned?.(warnings);
    return contentOf(response);
  }
  const body = await readBody(response);
  const failure = failureInAnswer(body);
  if (response.ok) {
    if (call.method === 'GET' || !failure) return body;
    throw new FailedAnswer(response.status, failure, body);
  }
  const error = new ApiError(response.status, failure ?? ((body ?? {}) as ErrorBody));
  const next = await recover(ports, call, error);
  if (next) return perform(ports, next);
  throw error;
}

/** Warnings about a file, sent in a header. */
function warningsOf(response: Response): readonly string[] {
  const sent = response.headers.get('x-warnings');
  return sent === null ? [] : (JSON.parse(decodeURIComponent(sent)) as readonly string[]);
}

/** The file, with the server's name if it sends one. */
async function contentOf(response: Response): Promise<Blob> {
  const content = await response.blob();
  const name = /filename\*=UTF-8''([^;\s]+)/i.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return name ? new File([content], decodeURIComponent(name), { type: content.type }) : content;
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

/** Longest path in characters that all servers and proxies accept. */
const longestPath = 4000;

/** Sends a query too long for an address as a body. */
const withShortPath = (call: Call): Call =>
  call.method === 'GET' && call.path.length > longestPath
    ? { ...call, method: 'POST', path: '/query', body: { Path: call.path } }
    : call;

async function request(ports: ApiPorts, asked: Call): Promise<Response> {
  const call = withShortPath(asked);
  try {
    const response = await transport(ports, call)(`/api${call.path}`, {
      method: call.method,
      headers: headersOf(ports, call),
      body: bodyOf(call),
      credentials: 'same-origin',
      signal: call.options.signal,
      keepalive: call.options.keepalive,
    });
    // A proxy answered for a server it cannot reach.
    const isReachable = ![502, 503, 504].includes(response.status);
    ports.reached(isReachable);
    if (!isReachable) throw new TypeError(`HTTP ${response.status}`);
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    ports.reached(false);
    throw new ApiError(0, { Message: ports.networkMessage() }, 'network');
  }
}

function transport({ fetch: given }: ApiPorts, { options: { onProgress } }: Call): typeof fetch {
  if (given) return given;
  return onProgress ? fetchWithProgress(onProgress) : fetch;
}

function bodyOf({ body }: Call): BodyInit | undefined {
  if (body === undefined || body instanceof FormData) return body;
  return JSON.stringify(body);
}

function headersOf(ports: ApiPorts, call: Call): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': ports.locale(),
    'X-Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  // The browser sets the boundary of form data.
  if (call.body !== undefined && !(call.body instanceof FormData))
    headers['Content-Type'] = 'application/json';
  if (call.options.revision !== undefined) headers['If-Match'] = `"${call.options.revision}"`;
  const { sequence } = call.options;
  if (sequence) headers['X-Sequence'] = `${sequence.of} ${sequence.number}`;
  if (call.key !== undefined) headers['Idempotency-Key'] = call.key;
  if (call.options.showsProgress) headers['X-Show-Progress'] = 'true';
  if (call.tokens.length > 0) headers['X-Confirm'] = call.tokens.join(', ');
  return headers;
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return { Message: sentenceIn(response, text) ?? `HTTP ${response.status}`, Code: 'internal' };
  }
}

/** Plain text of a failed call, such as a proxy's, if it is one sentence and not a page. */
function sentenceIn(response: Response, text: string): string | undefined {
  const isPlain = (response.headers.get('content-type') ?? '').startsWith('text/plain');
  const sentence = text.trim();
  return isPlain && !response.ok && sentence.length <= 200 ? sentence : undefined;
}

/** `fetch` with upload progress, which browsers report only through XMLHttpRequest. */
function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(input));
      request.responseType = 'arraybuffer';
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError('The server cannot be reached.'));
      const abort = () => {
        request.abort();
        reject(new DOMException('Cancelled.', 'AbortError'));
      };
      if (init.signal?.aborted) return abort();
      init.signal?.addEventListener('abort', abort, { once: true });
      request.send(init.body as XMLHttpRequestBodyInit);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type');
  return new Response(request.response as ArrayBuffer, {
    status: request.status,
    headers: type ? { 'content-type': type } : {},
  });
}
