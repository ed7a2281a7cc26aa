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
  /** Every process comes to the same one; what a dead process had open is the oldest one day, and is gone then. */
  const makeRoom = (login: string): void => {
    const streams = byLogin.get(login);
    if (!streams || streams.size < perLogin) return;
    for (const id of [...streams.keys()].slice(0, streams.size - perLogin + 1)) remove(login, id)?.();
  };
  events.listen('streamOpened', ({ of, login, id }) => {
    if (of !== name || byLogin.get(login)?.has(id)) return;
    makeRoom(login);
    add(login, id, undefined);
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
      makeRoom(login);
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
