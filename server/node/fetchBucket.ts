/**
 * The door for calls to an S3-compatible store: answers are bounded in time and bytes, contents by the length that is
 * announced, and no redirection is followed.
 */

export type FetchLimits = {
  /** Until an answer is there; of a content, until it begins. */
  readonly timeoutMs: number;
  /** Of answers that are no contents: lists of a thousand keys are the longest. */
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

/** Calls about the bucket, and about parts of an upload, have a query. */
const isContent = (url: string, init: RequestInit | undefined): boolean =>
  init?.method === 'GET' && !url.includes('?');

/** HTTP itself ends it there; what is packed could become anything. */
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
    // Leaving the loop ends the reading.
    if (size > maxBytes) throw new Error(`The service answered more than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return new Response(size === 0 ? null : Buffer.concat(parts), { status, headers });
}
