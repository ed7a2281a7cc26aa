import type { Store } from './types.ts';

/** Of a store that one process has for itself. */
export function onlyProcess(): Store['processes'] {
  const own = crypto.randomUUID();
  return { own, living: async () => new Set([own]) };
}
