/** What tells two calls under one Idempotency-Key apart: their address and their content. */
import { indexOf, join } from '../files/bytes.ts';
import { boundaryOf } from '../files/readPart.ts';
import type { Digester, Ports } from '../ports/ports.ts';
import type { ApiCall } from './ApiCall.ts';
import { readText } from './readBody.ts';

export type CallContent = {
  /** The request to handle: the given one has been read, or is hashed as it is read. */
  readonly request: Request;
  /** At most 64 characters. */
  readonly digest: () => Promise<string>;
  /** Whether it equals the content of an earlier call, by that call's digest; reads what nobody has read. */
  readonly isSame: (digest: string) => Promise<boolean>;
};

export async function contentOf(call: ApiCall): Promise<CallContent> {
  const { ports, request } = call;
  const { method, headers, url } = request;
  const type = headers.get('content-type') ?? '';
  const about = (content: string) => ports.digest(`${call.method}\n${call.path}?${call.search}\n${content}`);
  if (type !== '' && !/json/i.test(type))
    return streamed(ports, request, await about(`${type.split(';')[0]} ${headers.get('content-length')}`));
  const body = await readText(request, call.runtime.model.settings.bodyLimitBytes);
  const digest = await about(body);
  return {
    // The body of the original request is already consumed, even when empty.
    request: new Request(url, { method, headers, body: body || undefined }),
    digest: async () => digest,
    isSame: async (kept) => kept === digest,
  };
}

const half = 32;
/** Stands for content that its handler did not read to the end. */
const unread = '0'.repeat(half);

/** An upload: half of its digest is of address, type and length, half of the content. */
function streamed(ports: Ports, request: Request, head: string): CallContent {
  const hash = contentHash(ports.digester(), boundaryOf(request.headers.get('content-type')));
  const { method, headers, signal } = request;
  const body = request.body && hashed(request.body, hash);
  if (!body) hash.finish();
  const init = { method, headers, signal, body, duplex: 'half' };
  const watched = new Request(request.url, init as RequestInit);
  const digest = async () => `${head.slice(0, half)}${(await hash.end())?.slice(0, half) ?? unread}`;
  return {
    request: watched,
    digest,
    isSame: async (kept) => {
      if (kept.slice(0, half) !== head.slice(0, half)) return false;
      // Earlier versions kept no digest of the content.
      if (kept === head || kept.endsWith(unread)) return true;
      if (!watched.bodyUsed) for await (const _ of watched.body ?? []);
      return (await digest()) === kept;
    },
  };
}

type ContentHash = {
  readonly add: (bytes: Uint8Array) => void;
  readonly finish: () => void;
  /** Undefined while the end has not been read. */
  readonly end: () => Promise<string | undefined>;
};

function hashed(body: ReadableStream<Uint8Array>, hash: ContentHash): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await reader.read();
    if (done) {
      hash.finish();
      return controller.close();
    }
    hash.add(value);
    controller.enqueue(value);
  };
  // Reads only on demand, so that a cancelled upload leaves no pending read.
  return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
}

const encoder = new TextEncoder();
const closing = 45;

/** Browsers choose a boundary for each attempt: it is left out, and what follows the last one is ignored. */
function contentHash(digester: Digester, boundary: string | undefined): ContentHash {
  const mark = encoder.encode(`--${boundary}`);
  const separator = encoder.encode('--');
  let held: Uint8Array = new Uint8Array();
  let isEnded = false;
  let result: Promise<string> | undefined;
  const takeUpTo = (end: number) => {
    digester.add(held.subarray(0, end));
    held = held.subarray(end);
  };
  const addParts = (bytes: Uint8Array) => {
    held = join(held, bytes);
    for (let at = indexOf(held, mark); !isEnded; at = indexOf(held, mark)) {
      // A mark may begin at the end of what has arrived.
      takeUpTo(at < 0 ? Math.max(0, held.length - mark.length) : at);
      if (at < 0 || held.length < mark.length + 2) return;
      digester.add(separator);
      isEnded = held[mark.length] === closing && held[mark.length + 1] === closing;
      held = held.subarray(mark.length);
    }
  };
  return {
    add: (bytes) => {
      if (isEnded) return;
      if (boundary === undefined) digester.add(bytes);
      else addParts(bytes);
    },
    finish: () => {
      isEnded = true;
    },
    end: async () => {
      if (isEnded) result ??= digester.end();
      return result;
    },
  };
}
