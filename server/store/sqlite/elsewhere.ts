/** Runs lists and counts over many rows in another process, so they block nobody here. */
import type { Asking } from '../types.ts';
import type { PlanSteps } from './planSteps.ts';
import type { ReaderPool } from './readers/readerPool.ts';
import type { SessionParts, Step, Steps } from './sqliteSession.ts';

/** Rows that take about 10 ms to visit: running them elsewhere costs a few. */
const [many, long] = [10_000, 500_000];

/** How many times faster an index-only count is than reading rows. */
const counting = 10;

export type Elsewhere = {
  /** Runs the work, here or elsewhere, one statement at a time. */
  readonly run: <Result>(parts: SessionParts, steps: Steps<Result>, asking?: Asking) => Promise<Result>;
  readonly isLong: (text: string) => boolean;
};

export function elsewhere(pool: ReaderPool | undefined, plans: PlanSteps): Elsewhere {
  const stepsOf = ({ text, end }: Step): number => {
    const steps = plans.of(text, end === undefined ? undefined : { end });
    return /^select count\(\*\) from "[^"]+" as p\s*$/.test(text) ? steps / counting : steps;
  };
  return {
    isLong: (text) => pool !== undefined && plans.of(text) > long,
    run: async ({ connection, totals }, steps, asking) => {
      let step = steps.next();
      while (!step.done) {
        const { text, values, total } = step.value;
        const rows = pool ? stepsOf(step.value) : 0;
        if (!pool || rows <= many) {
          step = steps.next(connection.rows(text).all(...values));
          continue;
        }
        const how = { isLong: rows > long, asking };
        const ask = () => pool.count({ text, values }, how);
        const found =
          total && totals
            ? [[await totals.rememberLater({ ...total, ask })]]
            : await pool.all({ text, values }, how);
        step = steps.next(found);
      }
      return step.value;
    },
  };
}
