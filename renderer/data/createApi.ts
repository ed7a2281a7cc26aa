import type { Locale } from '#engine';
import { ApiError, type Confirmation, type ErrorBody } from './ApiError.ts';
import { createIntents, type Intent, type Intents } from './intents.ts';
import { failureInAnswer } from './outcome.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

type SendOptions = {
  /** The revision the change is based on; another one stored: 412. */
  readonly revision?: number;
  readonly signal?: AbortSignal;
  /** False: a 428 is thrown instead of asked (checks, background calls). */
  readonly askConfirm?: boolean;
  /** Rules whose question the person has already answered with yes. */
  readonly asked?: readonly string[];
  /** Who counts its calls, and the number of this one: a call that a later one overtakes changes nothing. */
  readonly sequence?: { readonly of: string; readonly number: number };
  /** The call goes through even when the page is left. For small bodies. */
  readonly keepalive?: boolean;
  /** How much of the body has gone, from 0 to 1. For large bodies. */
  readonly onProgress?: (share: number) => void;
  /** What the call is sent for: until it is answered, further calls for the same are carried out once. */
  readonly intent?: Intent;
  /** The person is shown that the answer is awaited, which the call says in its header. */
  readonly showsProgress?: boolean;
};

/** Calls to the server; paths as in the declarations, without `/api`. Throws `ApiError`. */
export type Api = {
  readonly get: <T>(path: string, options?: Pick<SendOptions, 'signal' | 'showsProgress'>) => Promise<T>;
  /** The body goes as JSON; a form goes as it is. */
  readonly send: <T>(method: Method, path: string, body?: unknown, options?: SendOptions) => Promise<T>;
  /** An answer that is a content, not JSON. */
  readonly download: (
    path: string,
    call?: { readonly method: Method; readonly body?: unknown },
  ) => Promise<Blob>;
};

/** What the client asks of the page around it. */
export type ApiPorts = {
  readonly locale: () => Locale;
  /** A person's text for a call that got no answer. */
  readonly networkMessage: () => string;
  /** The session ended in the middle of work: resolves true once the same person has signed in again. */
  readonly signInAgain: () => Promise<boolean>;
  /** Asks the person; true: the call is repeated with the tokens. */
  readonly confirm: (confirmations: readonly Confirmation[]) => Promise<boolean>;
  /** Tells the person what the server says of a content that they get. */
  readonly warned?: (sentences: readonly string[]) => void;
  /** Told after every call whether the server could be reached. */
  readonly reached: (isReachable: boolean) => void;
  readonly fetch?: typeof fetch;
  /** Absent: a clock's; milliseconds. */
  readonly wait?: (ms: number) => Promise<void>;
};

type Call = {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly options: SendOptions;
  readonly tokens: readonly string[];
  readonly isRepeat: boolean;
  /** Of a call that changes something: sent again, it is carried out once. */
  readonly key?: string;
  /** The answer is wanted as it is. */
  readonly isContent?: boolean;
};

/** Makes the client of the HTTP contract. */
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

/** Uploads are tidied up by themselves, and a call of a sequence is overtaken by the next one. */
const hasKey = ({ method, body, options }: Call): boolean =>
  method !== 'GET' && !(body instanceof FormData) && !options.sequence && !options.keepalive;

/** A call that is sent again because its answer was lost is carried out once. */
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
    // Saved before the answer was lost, and changed since: a second save, based on one's own first.
    if (call.method === 'PUT' && call.options.revision !== undefined && typeof revision === 'number')
      return sendOnce(ports, intents, { ...call, options: { ...call.options, intent, revision } });
    throw new ApiError(409, (error as ApiError).body, 'carried-out', first);
  }
}

const isReused = (error: unknown): boolean =>
  error instanceof ApiError && error.body.Reason === 'idempotency-key-reused';

/** While the first call of a key still runs, its answer is waited for. */
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
  if (response.ok && !(call.method !== 'GET' && failureInAnswer(body))) return body;
  const error = new ApiError(response.status, failureIn(body));
  const next = await recover(ports, call, error);
  if (next) return perform(ports, next);
  throw error;
}

/** What is said of it; of a write that was answered and failed, its first sentence. */
const failureIn = (body: unknown): ErrorBody => failureInAnswer(body) ?? ((body ?? {}) as ErrorBody);

/** Sentences about a content, in a header. */
function warningsOf(response: Response): readonly string[] {
  const sent = response.headers.get('x-warnings');
  return sent === null ? [] : (JSON.parse(decodeURIComponent(sent)) as readonly string[]);
}

/** A content under the name the server gives it, where it gives one. */
async function contentOf(response: Response): Promise<Blob> {
  const content = await response.blob();
  const name = /filename\*=UTF-8''([^;\s]+)/i.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return name ? new File([content], decodeURIComponent(name), { type: content.type }) : content;
}

/** What to call next after an error that a person can lift: sign in again, or say yes. */
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

/** Characters of an address that every server and proxy on the way takes. */
const longestPath = 4000;

/** What is too long for an address goes as a body. */
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
    // A proxy that lost its server answers for it.
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
  // The browser itself says where the parts of a form end.
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

/** What somebody on the way (a proxy) says of a call that failed, where it is a sentence and no page. */
function sentenceIn(response: Response, text: string): string | undefined {
  const isPlain = (response.headers.get('content-type') ?? '').startsWith('text/plain');
  const sentence = text.trim();
  return isPlain && !response.ok && sentence.length <= 200 ? sentence : undefined;
}

/** `fetch` for a body that takes its time: the browser tells how much of it has gone only through XMLHttpRequest. */
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
