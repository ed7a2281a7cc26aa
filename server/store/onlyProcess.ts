import type { Store } from './types.ts';

/** The processes of a store used by a single process. */
export function onlyProcess(): Store['processes'] {
  const own = crypto.randomUUID();
  return { own, living: async () => new Set([own]) };
}
