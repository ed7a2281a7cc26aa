/**
 * The only way for the server to make outgoing calls: limits bytes and total time whatever the remote does,
 * and never follows redirects.
 */
import { traceHeaders } from '../work/callTrace.ts';

type OutgoingCall = {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the complete answer. */
  readonly timeoutMs: number;
  /** Size of the decompressed answer. */
  readonly maxBytes: number;
  readonly fetch?: typeof globalThis.fetch;
};

type OutgoingAnswer = { readonly status: number; readonly isOk: boolean; readonly text: string };

/** The answer was larger than the limit. */
class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

export async function callOut(call: OutgoingCall): Promise<OutgoingAnswer> {
  const { url, method = 'GET', headers, body, timeoutMs, maxBytes, fetch = globalThis.fetch } = call;
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    const answer = await fetch(url, {
      ...{ method, redirect: 'error', signal: ending.signal, credentials: 'omit' },
      headers: { ...traceHeaders(), ...headers },
      ...(body !== undefined && { body }),
    });
    const announced = Number(answer.headers.get('content-length') ?? 0);
    if (announced > maxBytes) throw new AnswerTooLarge(`answered ${announced} bytes`);
    const text = await readAll(answer, maxBytes, ending.signal);
    return { status: answer.status, isOk: answer.ok, text };
  } finally {
    clearTimeout(timer);
    // Stops the rest of the answer.
    ending.abort();
  }
}

async function readAll({ body }: Response, maxBytes: number, signal: AbortSignal): Promise<string> {
  const reader = body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    signal.throwIfAborted();
    size += part.value.byteLength;
    if (size > maxBytes) {
      void reader.cancel().catch(() => undefined);
      throw new AnswerTooLarge(`answered more than ${maxBytes} bytes`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
