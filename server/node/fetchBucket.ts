/**
 * Fetches from an S3-compatible service: responses are limited in time and bytes, contents to their announced
 * length, and redirects are not followed.
 */

export type FetchLimits = {
  /** Milliseconds until a response is complete; for contents, until it starts. */
  readonly timeoutMs: number;
  /** The most bytes of a response other than a content; lists of a thousand keys are the longest. */
  readonly maxBytes: number;
};

export function fetchBucket({ timeoutMs, maxBytes }: FetchLimits): typeof globalThis.fetch {
  return async (input, init) => {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      const answer = await fetch(input, { ...init, redirect: 'error', signal: ending.signal });
      if (isContent(String(input), init) && answer.ok) return requireLength(answer);
      return await readWhole(answer, maxBytes);
    } catch (error) {
      ending.abort();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Calls about the bucket or upload parts have a query string. */
const isContent = (url: string, init: RequestInit | undefined): boolean =>
  init?.method === 'GET' && !url.includes('?');

/** HTTP enforces the announced length; a compressed body could expand to any size. */
function requireLength(answer: Response): Response {
  const { headers } = answer;
  if (headers.has('content-length') && !headers.has('content-encoding')) return answer;
  throw new Error('The service does not say how long the content is.');
}

async function readWhole({ body, status, headers }: Response, maxBytes: number): Promise<Response> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    // Leaving the loop cancels the read.
    if (size > maxBytes) throw new Error(`The service answered more than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return new Response(size === 0 ? null : Buffer.concat(parts), { status, headers });
}
