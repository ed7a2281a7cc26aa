/** Estimates how many rows SQLite visits for a statement, from its query plan and index statistics. */
import type { Database } from 'better-sqlite3';
import { quoted } from '../sql/names.ts';
import { remembered } from '../sql/remembered.ts';

export type PlanSteps = {
  /** For a page read only in its own order, no more than its `end`. */
  readonly of: (text: string, page?: { readonly end: number }) => number;
  /** An estimate: the highest row number used so far. */
  readonly rowsIn: (table: string) => number;
  /** Plans and statistics may have changed. */
  readonly forget: () => void;
};

/** A line of `explain query plan`, with its children. */
type Line = { readonly detail: string; readonly below: readonly Line[] };
type Plan = {
  readonly lines: readonly Line[];
  /** Tables by alias. */
  readonly tables: ReadonlyMap<string, string>;
  /** All rows are sorted before the first is known. */
  readonly isSorted: boolean;
  /** The last result and its time. */
  known?: { readonly steps: number; readonly at: number };
};

/** Milliseconds for which table sizes are cached. */
const fresh = 500;

export function planSteps(db: Database): PlanSteps {
  let plans = remembered((text) => planOf(db, text));
  let figures: ReadonlyMap<string, readonly number[]> | undefined;
  const counts = remembered((table) =>
    db.prepare<[], number | null>(`select max(_rowid_) from ${quoted(table)}`).pluck(),
  );
  const rowsIn = (table: string) => counts(table).get() ?? 0;
  const loopOf = (detail: string, { tables }: Plan): number | undefined => {
    const [, way, alias = ''] = /^(SCAN|SEARCH) (\S+)/.exec(detail) ?? [];
    if (!way) return undefined;
    const table = tables.get(alias);
    // A list built by another part of the statement.
    if (!table) return 1;
    const rows = rowsIn(table);
    if (way === 'SCAN' || detail.includes('AUTOMATIC')) return rows;
    const [terms = ''] = /\(.*\)$/.exec(detail) ?? [];
    const equal = terms.split('=?').length - 1;
    const share = /[<>]/.test(terms) ? 1 / 4 : 1;
    if (detail.includes('INTEGER PRIMARY KEY')) return equal > 0 ? 1 : rows * share;
    const [, index = ''] = / INDEX (\S+) \(/.exec(detail) ?? [];
    figures ??= indexFigures(db);
    return (equal === 0 ? rows : Math.min(rows, figures.get(index)?.[equal] ?? 10)) * share;
  };
  const stepsOf = (lines: readonly Line[], plan: Plan): number => {
    let [rows, steps] = [1, 0];
    for (const { detail, below } of lines) {
      const loop = loopOf(detail, plan);
      const inner = stepsOf(below, plan);
      if (loop !== undefined) {
        steps += rows * (loop + inner);
        rows *= Math.max(1, loop);
      } else steps += detail.startsWith('CORRELATED') ? rows * inner : inner;
    }
    return steps;
  };
  return {
    rowsIn,
    of: (text, page) => {
      const plan = plans(text);
      const at = performance.now();
      if (!plan.known || at - plan.known.at > fresh) plan.known = { steps: stepsOf(plan.lines, plan), at };
      const { steps } = plan.known;
      return page && !plan.isSorted ? Math.min(steps, page.end) : steps;
    },
    forget: () => {
      plans = remembered((text) => planOf(db, text));
      figures = undefined;
    },
  };
}

const some = ({ detail, below }: Line, pattern: RegExp): boolean =>
  pattern.test(detail) || below.some((line) => some(line, pattern));

function planOf(db: Database, text: string): Plan {
  type Row = { readonly id: number; readonly parent: number; readonly detail: string };
  // No values are bound: SQLite plans for any.
  const unbound = (text.match(/\?/g) ?? []).map(() => null);
  const rows = db.prepare(`explain query plan ${text}`).all(...unbound) as Row[];
  const below = (parent: number): readonly Line[] =>
    rows.filter((row) => row.parent === parent).map(({ id, detail }) => ({ detail, below: below(id) }));
  const tables = [...text.matchAll(/"([^"]+)" as "?(\w+)"?/g)].map(
    ([, table = '', alias = '']) => [alias, table] as const,
  );
  const lines = below(0);
  return { lines, tables: new Map(tables), isSorted: lines.some((line) => some(line, /TEMP B-TREE/)) };
}

/**
 * By index: the total of rows, then the average number with the same first value, first two values, and so
 * on.
 */
function indexFigures(db: Database): ReadonlyMap<string, readonly number[]> {
  const isThere = db.prepare("select 1 from sqlite_schema where name = 'sqlite_stat1'").get();
  if (!isThere) return new Map();
  const found = db
    .prepare<[], [string, string]>('select idx, stat from sqlite_stat1 where idx is not null')
    .raw(true)
    .all() as unknown as [string, string][];
  return new Map(found.map(([index, stat]) => [index, stat.split(' ').map(Number).filter(Number.isFinite)]));
}
