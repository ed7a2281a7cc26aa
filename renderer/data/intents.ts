/** One idempotency key for each thing a person means to do, kept while its answer is missing. */
import { newId } from './newId.ts';

/** What one form or button means to do; whoever sends for it keeps the same object. */
export type Intent = {
  /** The call that got no answer. */
  lost?: { readonly key: string; readonly fingerprint: string; readonly body: unknown };
};

type Sent = { readonly method: string; readonly path: string; readonly body?: unknown };

export type Intents = {
  /** The intent of a call that names none: the same call again is the same intent. */
  readonly of: (call: Sent) => Intent;
  readonly keyOf: (intent: Intent) => string;
  /** The answer is missing: the next call of the intent has the same key. */
  readonly lose: (intent: Intent, call: Sent, key: string) => void;
  readonly settle: (intent: Intent, call: Sent) => void;
  /** The body that went first, where another one is sent now. */
  readonly changedFrom: (intent: Intent, call: Sent) => { readonly body: unknown } | undefined;
};

/** Calls without an answer that are remembered; a page makes few. */
const most = 50;

export function createIntents(): Intents {
  const byCall = new Map<string, Intent>();
  return {
    of: (call) => byCall.get(fingerprintOf(call)) ?? {},
    keyOf: ({ lost }) => lost?.key ?? newId(),
    lose: (intent, call, key) => {
      const fingerprint = fingerprintOf(call);
      // Sent again with another body, what may have arrived is still the first.
      intent.lost ??= { key, fingerprint, body: call.body };
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
      lost && lost.fingerprint !== fingerprintOf(call) ? { body: lost.body } : undefined,
  };
}

const fingerprintOf = ({ method, path, body }: Sent): string =>
  `${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`;
