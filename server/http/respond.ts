/** Builds answers with the headers they share. */
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

/** A JSON answer with an ETag; browsers revalidate it before use. */
export function tagged(body: unknown, status = 200, revision?: unknown): Response {
  return taggedText(JSON.stringify(body), status, revision);
}

/** The same for JSON that is already text. */
export function taggedText(text: string, status = 200, revision?: unknown): Response {
  return jsonText(text, status, { 'cache-control': 'private, no-cache', etag: entityTag(text, revision) });
}

const encoder = new TextEncoder();

/** Sets the length, because short bodies are not worth compressing. */
function jsonText(text: string, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  const length = String(encoder.encode(text).byteLength);
  return new Response(text, { status, headers: { ...jsonHeaders, 'content-length': length, ...headers } });
}

/** Streamed JSON, whose length and ETag are unknown. */
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
