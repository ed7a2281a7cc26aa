/** A client as the contract asks for it: an Idempotency-Key per intent, repeated until the outcome is known. */
import { randomUUID } from 'node:crypto';
import { pause } from './startCluster.ts';

export type Answer = {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: received over the network; each worker checks what it expects.
  readonly body: any;
};

/** A call that failed in a way that a kill or a restart may cause. */
export type Failure = {
  readonly at: number;
  readonly status: number;
  readonly call: string;
  readonly text: string;
};

export type Noted = {
  readonly failures: Failure[];
  /** Answers that nothing explains; each fails the run. */
  readonly wrong: string[];
  calls: number;
};

export type Client = {
  readonly get: (path: string) => Promise<Answer>;
  /** Repeats the call with its key until it is answered; `isRepeat`: an earlier attempt had no answer. */
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer & { readonly isRepeat: boolean }>;
  /** Notes the release an answer was given under, and that it is never older than one seen before. */
  readonly saw: (release: unknown, call: string) => void;
  readonly noted: Noted;
};

export function createClient(origin: string, token: string, noted: Noted): Client {
  let newest = 0;
  const attempt = async (method: string, path: string, init: RequestInit): Promise<Answer | undefined> => {
    const call = `${method} ${path}`;
    noted.calls += 1;
    try {
      const response = await fetch(`${origin}/api${path}`, init);
      const text = await response.text();
      const { status } = response;
      if (status < 500 || status > 503) {
        const isJson = response.headers.get('content-type')?.startsWith('application/json');
        const body = isJson && text ? JSON.parse(text) : text;
        if (status >= 500) noted.wrong.push(`${call}: ${status} ${text}`);
        return isMomentary(status, body) ? undefined : { status, body };
      }
      noted.failures.push({ at: performance.now(), status, call, text: text.slice(0, 2000) });
    } catch (error) {
      // The proxy cut the answer when its process died.
      const text = String((error as Error).cause ?? error);
      noted.failures.push({ at: performance.now(), status: 0, call, text });
    }
    return undefined;
  };
  const repeated = async (method: string, path: string, init: () => RequestInit) => {
    for (let repeats = 0; ; repeats++) {
      const answer = await attempt(method, path, init());
      if (answer) return { ...answer, isRepeat: repeats > 0 };
      await pause(200 + Math.random() * 300);
    }
  };
  const headers = { authorization: `Bearer ${token}` };
  return {
    noted,
    get: (path) => repeated('GET', path, () => ({ headers })),
    send: (method, path, body, more) => {
      const key = randomUUID();
      const isForm = body instanceof FormData;
      const type: Record<string, string> =
        body === undefined || isForm ? {} : { 'content-type': 'application/json' };
      const content = isForm ? body : body === undefined ? null : JSON.stringify(body);
      return repeated(method, path, () => ({
        method,
        headers: { ...headers, ...more, ...type, 'idempotency-key': key },
        body: content,
      }));
    },
    saw: (release, call) => {
      const number = Number(release);
      if (number < newest) noted.wrong.push(`${call}: release ${number} after ${newest}`);
      newest = Math.max(newest, number);
    },
  };
}

/** The call with this key still runs elsewhere, or a release was published meanwhile: both say to try again. */
const isMomentary = (
  status: number,
  { Reason, Message }: { readonly Reason?: string; readonly Message?: string },
): boolean =>
  status === 409 && (Reason === 'idempotency-key-running' || /was just published/.test(Message ?? ''));
