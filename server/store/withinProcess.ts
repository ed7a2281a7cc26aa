/** What the only process on a database shares with itself: nothing leaves it. */
import { createListeners, refuseTooLong } from './listeners.ts';
import type { Shared, StoreSession } from './types.ts';

export function withinProcess(): Shared {
  const { listen, tell } = createListeners();
  const running = new Set<string>();
  return {
    listen,
    announce: async (topic, text) => {
      refuseTooLong(topic, text);
      tell(topic, text);
    },
    alone: async (name, work) => {
      if (running.has(name)) return undefined;
      running.add(name);
      try {
        return await work(new AbortController().signal);
      } finally {
        running.delete(name);
      }
    },
  };
}

/** Announcements of a transaction, told once it is committed. */
export function heldBack({ announce }: Pick<Shared, 'announce'>) {
  const held: (readonly [string, string])[] = [];
  const hold: StoreSession['announce'] = async (topic, text) => {
    refuseTooLong(topic, text);
    held.push([topic, text]);
  };
  const release = async (): Promise<void> => {
    for (const [topic, text] of held) await announce(topic, text);
  };
  return { announce: hold, release };
}
