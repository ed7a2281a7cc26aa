/** Caches rows of referenced records until one of their tables is written to, which saves lookups. */
import type { Database } from 'better-sqlite3';
import type { ReferencePlan } from '../sql/selectPlan.ts';

type Row = readonly unknown[];

export type ReferenceRows = {
  readonly remember: (asked: {
    readonly plan: ReferencePlan;
    readonly id: string;
    readonly ask: () => Row | undefined;
  }) => Row | undefined;
  /** Call before a read: another process may have written. */
  readonly refresh: () => void;
  /** Call after a write to these entities is committed. */
  readonly changed: (entities: Iterable<string>) => void;
};

/** `writer` is this process's writing connection: its data version changes when another process writes. */
export function createReferenceRows(writer: Database): ReferenceRows {
  const known = new Map<ReferencePlan, Map<string, Row>>();
  const foreign = writer.prepare<[], number>('pragma data_version').pluck();
  let version = foreign.get();
  let count = 0;
  const forget = () => {
    known.clear();
    count = 0;
  };
  return {
    remember: ({ plan, id, ask }) => {
      const found = known.get(plan)?.get(id);
      if (found) return found;
      const row = ask();
      if (!row) return undefined;
      if (count >= limit) forget();
      const rows = known.get(plan) ?? new Map<string, Row>();
      known.set(plan, rows.set(id, row));
      count++;
      return row;
    },
    refresh: () => {
      const now = foreign.get();
      if (now !== version) forget();
      version = now;
    },
    changed: (entities) => {
      const written = new Set(entities);
      for (const [plan, rows] of known) {
        if (![...plan.reads].some((entity) => written.has(entity))) continue;
        known.delete(plan);
        count -= rows.size;
      }
    },
  };
}

const limit = 20_000;
