/** Totals of lists, remembered until a table they read is written to: counting costs more than the page. */
import type { Database } from 'better-sqlite3';
import type { Store } from '../types.ts';

export type Totals = {
  readonly remember: (total: { key: string; reads: ReadonlySet<string>; ask: () => number }) => number;
  /** Another text once one of them has been written to; without any, once anything has. As in `Store`. */
  readonly stateOf: Store['stateOf'];
  /** These entities have been written to, and it is committed. */
  readonly changed: (entities: Iterable<string>) => void;
};

/** `writer` is the connection of this process's writes: its data version changes when another process writes. */
export function createTotals(writer: Database): Totals {
  const known = new Map<string, { readonly total: number; readonly state: string }>();
  const revisions = new Map<string, number>();
  const foreign = writer.prepare<[], number>('pragma data_version').pluck();
  let changes = 0;
  // Asking costs a lock of the file: as much as a tenth of a whole price.
  let [foreignNow, askedAt] = [foreign.get(), performance.now()];
  const foreignWithin = (every: number) => {
    const now = performance.now();
    if (every > 0 && now - askedAt < every) return foreignNow;
    [foreignNow, askedAt] = [foreign.get(), now];
    return foreignNow;
  };
  const stateOf: Store['stateOf'] = (entities, foreignEvery = 0) => {
    const own = entities ? [...entities].map((entity) => revisions.get(entity) ?? 0).join() : changes;
    return `${foreignWithin(foreignEvery)}:${own}`;
  };
  return {
    stateOf,
    remember: ({ key, reads, ask }) => {
      const state = stateOf(reads);
      const found = known.get(key);
      if (found?.state === state) return found.total;
      const total = ask();
      if (known.size >= limit) known.delete(known.keys().next().value as string);
      known.set(key, { total, state });
      return total;
    },
    changed: (entities) => {
      changes += 1;
      for (const entity of entities) revisions.set(entity, (revisions.get(entity) ?? 0) + 1);
    },
  };
}

const limit = 2000;
