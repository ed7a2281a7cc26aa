/** Answers, with the headers every one of them carries. */
import { entityTag } from './entityTag.ts';

const jsonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  vary: 'Accept-Language, Cookie, Authorization, Accept-Encoding',
};

/** A JSON answer. */
export function json(body: unknown, status = 200, headers?: Readonly<Record<string, string>>): Response {
  return jsonText(JSON.stringify(body), status, headers);
}

/** A JSON answer that a reader may have already: it carries its tag, and a browser asks before it shows it again. */
export function tagged(body: unknown, status = 200, revision?: unknown): Response {
  return taggedText(JSON.stringify(body), status, revision);
}

/** The same of JSON that is text already. */
export function taggedText(text: string, status = 200, revision?: unknown): Response {
  return jsonText(text, status, { 'cache-control': 'private, no-cache', etag: entityTag(text, revision) });
}

const encoder = new TextEncoder();

/** The length is said, because short bodies are not worth packing. */
function jsonText(text: string, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  const length = String(encoder.encode(text).byteLength);
  return new Response(text, { status, headers: { ...jsonHeaders, 'content-length': length, ...headers } });
}

/** JSON that is written while it is read; nobody knows its length or tag before its end. */
export function jsonStream(body: ReadableStream<Uint8Array>, status = 200): Response {
  return new Response(body, { status, headers: jsonHeaders });
}

/** An answer without a body. */
export function empty(status = 204, headers?: Readonly<Record<string, string>>): Response {
  return new Response(null, {
    status,
    headers: { 'cache-control': 'no-store', ...headers },
  });
}

/** An answer that is not JSON. */
export function text(body: BodyInit, type: string, headers?: Readonly<Record<string, string>>): Response {
  return new Response(body, { headers: { 'content-type': type, ...headers } });
}
