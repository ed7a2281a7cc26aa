/** Limits open event streams, so that neither one login nor all together exhaust the sockets. */

export type StreamLimit = {
  /** Takes a slot and returns its release function; undefined when none is free. */
  readonly open: (login: string, close: () => void) => (() => void) | undefined;
};

/** Limits streams per login, where the oldest is closed, and in total. */
export function createStreamLimit(limits: { readonly perLogin: number; readonly all: number }): StreamLimit {
  const byLogin = new Map<string, Set<() => void>>();
  let count = 0;

  const release = (login: string, close: () => void): void => {
    const streams = byLogin.get(login);
    if (!streams?.delete(close)) return;
    count -= 1;
    if (streams.size === 0) byLogin.delete(login);
  };
  return {
    open: (login, close) => {
      const [oldest] = (byLogin.get(login)?.size ?? 0) >= limits.perLogin ? (byLogin.get(login) ?? []) : [];
      if (oldest) {
        release(login, oldest);
        oldest();
      }
      if (count >= limits.all) return undefined;
      byLogin.set(login, (byLogin.get(login) ?? new Set()).add(close));
      count += 1;
      return () => release(login, close);
    },
  };
}
