/** Totals of lists, remembered until a table they read is written to: counting costs more than the page. */
import type { Database } from 'better-sqlite3';

export type Totals = {
  readonly remember: (total: { key: string; reads: ReadonlySet<string>; ask: () => number }) => number;
  /** These entities have been written to, and it is committed. */
  readonly changed: (entities: Iterable<string>) => void;
};

/** `writer` is the connection of this process's writes: its data version changes when another process writes. */
export function createTotals(writer: Database): Totals {
  const known = new Map<string, { readonly total: number; readonly state: string }>();
  const revisions = new Map<string, number>();
  const foreign = writer.prepare<[], number>('pragma data_version').pluck();
  const stateOf = (reads: ReadonlySet<string>) => {
    const own = [...reads].map((entity) => revisions.get(entity) ?? 0);
    return `${foreign.get()}:${own.join()}`;
  };
  return {
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
      for (const entity of entities) revisions.set(entity, (revisions.get(entity) ?? 0) + 1);
    },
  };
}

const limit = 2000;
