/**
 * The one door for calls that the server makes itself: bounded in bytes and in time whatever the other end does, from
 * the first byte to the last, and never led elsewhere by a redirection.
 */
import { traceHeaders } from '../work/callTrace.ts';

type OutgoingCall = {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Until the whole answer is there. */
  readonly timeoutMs: number;
  /** Of the answer as it is read, unpacked. */
  readonly maxBytes: number;
  readonly fetch?: typeof globalThis.fetch;
};

type OutgoingAnswer = { readonly status: number; readonly isOk: boolean; readonly text: string };

/** The other end answered more than is read of it. */
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
    // What is left of the answer is not waited for.
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
