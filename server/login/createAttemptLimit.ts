/** Counts wrong passwords, so that nobody can try them by the thousand. */

export type AttemptLimit = {
  /** Seconds until the next try is allowed; 0 when it is allowed now. */
  readonly waitFor: (key: string, now: number) => number;
  readonly fail: (key: string, now: number) => void;
  readonly clear: (key: string) => void;
};

type Attempts = { count: number; until: number };

const rememberedKeys = 10_000;

/** At most `attempts` failures of one key within a window; then the key waits for the window to end. */
export function createAttemptLimit(options: {
  readonly attempts: number;
  readonly windowSeconds: number;
}): AttemptLimit {
  const byKey = new Map<string, Attempts>();

  return {
    waitFor: (key, now) => {
      const known = byKey.get(key);
      if (!known || known.until <= now || known.count < options.attempts) return 0;
      return Math.ceil((known.until - now) / 1000);
    },
    fail: (key, now) => {
      const known = byKey.get(key);
      const until = now + options.windowSeconds * 1000;
      if (known && known.until > now) known.count += 1;
      else remember(byKey, key, { count: 1, until });
    },
    clear: (key) => {
      byKey.delete(key);
    },
  };
}

/** Keys are the caller's to invent, so the oldest make room. */
function remember(byKey: Map<string, Attempts>, key: string, attempts: Attempts): void {
  byKey.delete(key);
  if (byKey.size >= rememberedKeys) byKey.delete(byKey.keys().next().value as string);
  byKey.set(key, attempts);
}
