/** One idempotency key per intent, kept until the call is answered. */
import type { Method } from './method.ts';
import { newId } from './newId.ts';

/** The intent of one form or button, which passes the same object for each call. */
export type Intent = {
  /** The call whose answer was lost. */
  lost?: { readonly key: string; readonly fingerprint: string; readonly call: Sent };
};

type Sent = { readonly method: Method; readonly path: string; readonly body?: unknown };

export type Intents = {
  /** The intent of a call without one of its own; the same call gives the same intent. */
  readonly of: (call: Sent) => Intent;
  readonly keyOf: (intent: Intent) => string;
  /** The answer was lost: the next call of the intent reuses the key. */
  readonly lose: (intent: Intent, call: Sent, key: string) => void;
  readonly settle: (intent: Intent, call: Sent) => void;
  /** The call sent first, if the current one differs. */
  readonly changedFrom: (intent: Intent, call: Sent) => Sent | undefined;
};

/** Most unanswered calls remembered. */
const most = 50;

export function createIntents(): Intents {
  const byCall = new Map<string, Intent>();
  return {
    of: (call) => byCall.get(fingerprintOf(call)) ?? {},
    keyOf: ({ lost }) => lost?.key ?? newId(),
    lose: (intent, call, key) => {
      const fingerprint = fingerprintOf(call);
      // Keep the first call: it is the one that may have arrived.
      const { method, path, body } = call;
      intent.lost ??= { key, fingerprint, call: { method, path, body } };
      byCall.set(fingerprint, intent);
      const [oldest] = byCall.keys();
      if (byCall.size > most && oldest !== undefined) byCall.delete(oldest);
    },
    settle: (intent, call) => {
      byCall.delete(intent.lost?.fingerprint ?? fingerprintOf(call));
      byCall.delete(fingerprintOf(call));
      intent.lost = undefined;
    },
    changedFrom: ({ lost }, call) =>
      lost && lost.fingerprint !== fingerprintOf(call) ? lost.call : undefined,
  };
}

const fingerprintOf = ({ method, path, body }: Sent): string =>
  `${method} ${path} ${body === undefined ? '' : JSON.stringify(body instanceof FormData ? partsOf(body) : body)}`;

/** A form by its texts and by what is known of its files without reading them. */
const partsOf = (form: FormData): readonly unknown[] =>
  [...form].map(([name, part]) => {
    if (typeof part === 'string') return [name, part];
    // A blob is dated when it is added to the form.
    return [name, part.name, part.type, part.size, part.name === 'blob' ? null : part.lastModified];
  });
