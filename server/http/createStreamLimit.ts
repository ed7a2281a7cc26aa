/** Limits open event streams, so that neither one login nor all together exhaust the sockets. */
import type { Events } from '../work/events.ts';

export type StreamLimit = {
  /** Takes a slot and returns its release function; undefined when none is free. */
  readonly open: (login: string, close: () => void) => (() => void) | undefined;
};

type Limits = {
  /** Of which kind of streams: each has limits of its own. */
  readonly name: string;
  /** Streams of one login in all processes; of this process in all. */
  readonly perLogin: number;
  readonly all: number;
  readonly events: Events;
  /** Ordered by time, across processes. */
  readonly newId: () => string;
};

/** Undefined: it is open in another process, which closes it. */
type Close = (() => void) | undefined;

/** At most so many streams a login, whose oldest makes room, and so many in all. */
export function createStreamLimit({ name, perLogin, all, events, newId }: Limits): StreamLimit {
  const byLogin = new Map<string, Map<string, Close>>();
  let count = 0;

  const remove = (login: string, id: string): Close => {
    const streams = byLogin.get(login);
    const close = streams?.get(id);
    if (!streams?.delete(id)) return undefined;
    if (close) count -= 1;
    if (streams.size === 0) byLogin.delete(login);
    return close;
  };
  const add = (login: string, id: string, close: Close): void => {
    byLogin.set(login, (byLogin.get(login) ?? new Map()).set(id, close));
    if (close) count += 1;
  };
  /**
   * Closes the oldest beyond the limit. Ids are ordered by time, so all processes agree on which these are, in
   * whatever order they hear of them; those of a dead process become the oldest in turn.
   */
  const keepNewest = (login: string, most: number): void => {
    const ids = [...(byLogin.get(login)?.keys() ?? [])].sort();
    for (const id of ids.slice(0, Math.max(0, ids.length - most))) remove(login, id)?.();
  };
  events.listen('streamOpened', ({ of, login, id }) => {
    if (of !== name || byLogin.get(login)?.has(id)) return;
    add(login, id, undefined);
    keepNewest(login, perLogin);
  });
  events.listen('streamClosed', ({ of, login, id }) => {
    if (of === name) remove(login, id);
  });
  events.listen('missed', () => {
    for (const [login, streams] of [...byLogin])
      for (const [id, close] of [...streams]) if (!close) remove(login, id);
  });
  return {
    open: (login, close) => {
      keepNewest(login, perLogin - 1);
      if (count >= all) return undefined;
      const id = newId();
      add(login, id, close);
      events.announce('streamOpened', { of: name, login, id });
      return () => {
        if (remove(login, id)) events.announce('streamClosed', { of: name, login, id });
      };
    },
  };
}
