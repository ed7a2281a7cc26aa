/** Bounds open event streams, so that neither one login nor all together can take every socket. */

export type StreamLimit = {
  /** Takes a place; undefined when there is none. Gives the function that gives it back. */
  readonly open: (login: string, close: () => void) => (() => void) | undefined;
};

/** At most so many streams a login, whose oldest makes room, and so many in all. */
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
