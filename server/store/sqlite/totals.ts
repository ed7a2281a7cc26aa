/** Totals of lists, remembered until a table they read is written to: counting costs more than the page. */
import type { Database } from 'better-sqlite3';
import type { Store } from '../types.ts';

export type Totals = {
  readonly remember: (total: Asked<number>) => number;
  /** The same where another thread counts. */
  readonly rememberLater: (total: Asked<Promise<number>>) => Promise<number>;
  /** Another text once one of them has been written to; without any, once anything has. As in `Store`. */
  readonly stateOf: Store['stateOf'];
  /** These entities have been written to, and it is committed. */
  readonly changed: (entities: Iterable<string>) => void;
};

type Asked<Answer> = {
  readonly key: string;
  readonly reads: ReadonlySet<string>;
  readonly ask: () => Answer;
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
  const kept = (key: string, state: string) => {
    const found = known.get(key);
    return found?.state === state ? found.total : undefined;
  };
  const keep = (key: string, counted: { readonly total: number; readonly state: string }) => {
    if (known.size >= limit) known.delete(known.keys().next().value as string);
    known.set(key, counted);
    return counted.total;
  };
  return {
    stateOf,
    remember: ({ key, reads, ask }) => {
      const state = stateOf(reads);
      return kept(key, state) ?? keep(key, { total: ask(), state });
    },
    rememberLater: async ({ key, reads, ask }) => {
      // As it is before: what is written while it is counted makes the next one count anew.
      const state = stateOf(reads);
      return kept(key, state) ?? keep(key, { total: await ask(), state });
    },
    changed: (entities) => {
      changes += 1;
      for (const entity of entities) revisions.set(entity, (revisions.get(entity) ?? 0) + 1);
    },
  };
}

const limit = 2000;
