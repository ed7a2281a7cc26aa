/** Caches totals of lists until a table they read is written to: counting costs more than the page. */
import type { Database } from 'better-sqlite3';
import { Refusal } from '../../errors/Refusal.ts';

/** As in `Store`, but synchronous. */
type StateOf = (entities?: Iterable<string>, foreignEvery?: number) => string;

export type Totals = {
  readonly recall: (total: Counted) => Recalled;
  /** For counts that run elsewhere; concurrent callers share one. */
  readonly rememberLater: (total: Asked<Promise<number>>) => Promise<number>;
  /** Changes after a write to one of these entities; without any, after any write. */
  readonly stateOf: StateOf;
  /** Call after a write to these entities is committed. */
  readonly changed: (entities: Iterable<string>) => void;
};

type Counted = { readonly key: string; readonly reads: ReadonlySet<string> };
type Asked<Answer> = Counted & { readonly ask: () => Answer };

/** The cached total, if known; otherwise `keep` stores the counted one. */
type Recalled = { readonly total: number | undefined; readonly keep: (total: number) => number };

/** `writer` is this process's writing connection: its data version changes when another process writes. */
export function createTotals(writer: Database): Totals {
  const known = new Map<string, { readonly total: number; readonly state: string }>();
  const revisions = new Map<string, number>();
  const foreign = writer.prepare<[], number>('pragma data_version').pluck();
  const counting = new Map<string, Promise<number>>();
  let changes = 0;
  // The check costs a file lock: as much as a tenth of a whole price.
  let [foreignNow, askedAt] = [foreign.get(), performance.now()];
  const foreignWithin = (every: number) => {
    const now = performance.now();
    if (every > 0 && now - askedAt < every) return foreignNow;
    [foreignNow, askedAt] = [foreign.get(), now];
    return foreignNow;
  };
  const stateOf: StateOf = (entities, foreignEvery = 0) => {
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
    recall: ({ key, reads }) => {
      // The state before counting: a concurrent write makes the next caller count again.
      const state = stateOf(reads);
      return { total: kept(key, state), keep: (total) => keep(key, { total, state }) };
    },
    rememberLater: async function later({ key, reads, ask }): Promise<number> {
      const state = stateOf(reads);
      const found = kept(key, state);
      if (found !== undefined) return found;
      const same = `${state} ${key}`;
      const asked = counting.get(same);
      // The first caller may have gone, or have been refused.
      if (asked)
        return asked.catch((error) => (isOnlyTheirs(error) ? later({ key, reads, ask }) : throwAgain(error)));
      const counted = ask()
        .then((total) => keep(key, { total, state }))
        .finally(() => counting.delete(same));
      counting.set(same, counted);
      return counted;
    },
    changed: (entities) => {
      changes += 1;
      for (const entity of entities) revisions.set(entity, (revisions.get(entity) ?? 0) + 1);
    },
  };
}

const limit = 2000;

/** The refusal concerns the caller, not the count. */
const isOnlyTheirs = (error: unknown): boolean => error instanceof Refusal && error.code !== 'validation';

function throwAgain(error: unknown): never {
  throw error;
}
