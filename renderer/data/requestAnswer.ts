/** Sends a call and reads its answer; repeats it while the server cannot be reached, where that is safe. */
import { ApiError, type ErrorBody } from './ApiError.ts';
import type { ApiPorts, Call } from './apiCall.ts';
import { fetchWithProgress } from './fetchWithProgress.ts';
import { type Attempt, readRetryAfter, repeatLost } from './repeatLost.ts';

/** An answer, read to its end. */
export type Answer = {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  /** The JSON value, or the message of another text. */
  readonly body?: unknown;
  /** The file, if the call asked for one and got it. */
  readonly content?: Blob;
};

type Tried = Attempt & { readonly answer?: Answer };

/** How long a call without an answer is repeated, in milliseconds. */
const usualPatience = 8000;

/** Throws a `network` error if there is no answer. */
export async function requestAnswer(ports: ApiPorts, asked: Call): Promise<Answer> {
  const call = withShortPath(asked);
  const closing = ports.closing?.();
  const longest = ports.patience ?? usualPatience;
  const begin = ports.repeating ?? (() => () => undefined);
  const attempt = () => tryOnce(ports, call);
  const mayRepeat = isRepeatable(ports, asked);
  const tried = mayRepeat
    ? await repeatLost(attempt, { longest, closing, begin, signal: call.options.signal })
    : await attempt();
  const { answer, isLost, retryAfter = 0 } = tried;
  if (answer && !isLost) {
    ports.reached(true);
    return answer;
  }
  const isMeant = answer !== undefined && isOfContract(answer);
  if (isMeant && retryAfter > longest) ports.reached(true);
  else if (!closing?.aborted) reportLost(ports, mayRepeat || asked.method === 'GET');
  if (isMeant) return answer;
  throw new ApiError(0, { Message: ports.networkMessage() }, 'network');
}

/** Reads, and writes that the server carries out once however often they arrive. */
function isRepeatable({ isSignedIn }: ApiPorts, { method, body, key, options }: Call): boolean {
  // An upload may be long: the person decides whether to send it again, under the same key.
  if (options.repeats === false || body instanceof FormData) return false;
  if (method === 'GET' || options.intent === 'reads') return true;
  return key !== undefined && (isSignedIn?.() ?? true);
}

/** After a call that may not be repeated, a read finds out whether the server is really away. */
function reportLost(ports: ApiPorts, isCertain: boolean): void {
  const probe: Call = { method: 'GET', path: '/health', options: {}, tokens: [], isRepeat: false };
  if (isCertain) ports.reached(false);
  else requestAnswer(ports, probe).catch(() => undefined);
}

/** The application's own answer, as in a temporary failure of one of its services, not a proxy's. */
function isOfContract({ headers, body }: Answer): boolean {
  const { Code, Message } = (body ?? {}) as ErrorBody;
  const isJson = /json/i.test(headers.get('content-type') ?? '');
  return isJson && typeof Code === 'string' && typeof Message === 'string';
}

async function tryOnce(ports: ApiPorts, call: Call): Promise<Tried> {
  try {
    const response = await transport(ports, call)(`/api${call.path}`, {
      method: call.method,
      headers: headersOf(ports, call),
      body: bodyOf(call),
      credentials: 'same-origin',
      signal: call.options.signal,
      keepalive: call.options.keepalive,
    });
    return {
      // A proxy answered for a server it cannot reach, or the server starts, stops or lacks its database.
      isLost: [502, 503, 504].includes(response.status),
      retryAfter: readRetryAfter(response.headers.get('retry-after')),
      // Read here: the connection may be cut in the middle of the answer.
      answer: await answerOf(response, call),
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    return { isLost: true };
  }
}

async function answerOf(response: Response, { isContent }: Call): Promise<Answer> {
  const { status, ok, headers } = response;
  const read = ok && isContent ? { content: await contentOf(response) } : { body: await readBody(response) };
  return { status, ok, headers, ...read };
}

/** Longest path in characters that all servers and proxies accept. */
const longestPath = 4000;

/** Sends a query too long for an address as a body. */
const withShortPath = (call: Call): Call =>
  call.method === 'GET' && call.path.length > longestPath
    ? { ...call, method: 'POST', path: '/query', body: { Path: call.path } }
    : call;

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

/** The file, with the server's name if it sends one. */
async function contentOf(response: Response): Promise<Blob> {
  const content = await response.blob();
  const name = /filename\*=UTF-8''([^;\s]+)/i.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return name ? new File([content], decodeURIComponent(name), { type: content.type }) : content;
}
