/**
 * Divides a migration of large tables, which serve calls meanwhile, into three phases: what a release needs is
 * added ahead of it, its transaction changes the tables in an instant, and the rest is built afterwards.
 */
import type { MigrationPlan } from '../sql/planMigration.ts';
import type { PlannedStep } from '../sql/tableDraft.ts';
import type { Ahead } from '../sql/tableSchema.ts';

/** Its name and statement. */
export type BuiltIndex = readonly [name: string, sql: string];

export type Phases = {
  /** By entity: columns and unique indexes to add before the transaction; nobody uses them yet. */
  readonly ahead: ReadonlyMap<string, Ahead>;
  /** Indexes built after the transaction: until then, lists only take longer. */
  readonly after: readonly BuiltIndex[];
  /** What the transaction runs; `ahead` must be done. */
  readonly plan: MigrationPlan;
  /** Existing tables that the transaction alters. */
  readonly altered: readonly string[];
};

export function phasesOf(plan: MigrationPlan, large: ReadonlySet<string>): Phases {
  const ahead = new Map<string, Ahead>();
  const after: BuiltIndex[] = [];
  const made = new Set(plan.steps.filter(isOf('create-table')).map(({ entity }) => entity));
  for (const entity of large) {
    const own = plan.steps.filter((step) => step.entity === entity);
    const uniques = own.filter(isUnique);
    if (uniques.length === 0 || !own.every(isPlain)) continue;
    const columns = own.filter((step) => step.kind === 'add-column' && step.sql.length > 0);
    ahead.set(entity, {
      columns: Object.fromEntries(columns.map(({ field = '', sql }) => [field, sql as readonly string[]])),
      indexes: Object.fromEntries(uniques.map(builtBy)),
    });
  }
  const steps = plan.steps.filter((step) => {
    const isLater = isOf('create-index')(step) && large.has(step.entity) && !isUnique(step);
    if (isLater) after.push(builtBy(step));
    return !isLater;
  });
  const altering = steps.filter(
    ({ kind, entity, sql }) => kind !== 'create-table' && !made.has(entity) && sql.length > 0,
  );
  return {
    ahead,
    after,
    plan: { ...plan, steps },
    altered: [...new Set(altering.map(({ entity }) => entity))],
  };
}

const builtBy = ({ index = '', sql: [sql] }: PlannedStep): BuiltIndex => [index, String(sql)];

const isOf =
  (kind: PlannedStep['kind']) =>
  (step: PlannedStep): boolean =>
    step.kind === kind;

const isUnique = ({ kind, sql: [sql] }: PlannedStep): boolean =>
  kind === 'create-index' && String(sql).startsWith('create unique ');

/** Leaves the columns that serve the release in force as they are; an index that is replaced keeps its name. */
const isPlain = ({ kind, sql }: PlannedStep): boolean =>
  kind === 'create-index' ||
  (kind === 'add-column' && sql.every((command) => typeof command === 'string')) ||
  (kind === 'keep-column' && sql.length === 0);
