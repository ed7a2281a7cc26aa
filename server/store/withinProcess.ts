/** Messages and locks for a database used by a single process. */
import { createListeners, refuseTooLong } from './listeners.ts';
import type { Shared } from './types.ts';

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
