/** Migrates the tables to a model. */
import type { Model } from '#engine';
import { entityTables } from '../entityTable.ts';
import { planMigration } from '../sql/planMigration.ts';
import { type SqlTables, sqlTables } from '../sql/sqlTables.ts';
import type { PlannedStep } from '../sql/tableDraft.ts';
import type { MigrationStep, StoreSession } from '../types.ts';
import { applyMigration } from './applyMigration.ts';
import type { Run } from './connections.ts';
import { inSession } from './inSession.ts';
import { postgresDialect } from './postgresDialect.ts';
import { makeProcesses } from './processes.ts';
import { makeWriters } from './replica.ts';
import { countWrites, makeRevisions, noteWrite, type Written } from './revisions.ts';
import { readSchema, writeSchema } from './storedSchema.ts';
import { makeCommits, type Writing } from './writing.ts';

export async function planSteps(run: Run, model: Model): Promise<readonly MigrationStep[]> {
  return (await plan(run, model)).steps.map(publicStep);
}

async function plan(run: Run, model: Model, isPart = false) {
  const actual = await readSchema(run);
  return planMigration(entityTables(model), { actual, dialect: postgresDialect }, isPart);
}

type Migrating = {
  readonly within?: ((session: StoreSession) => Promise<void>) | undefined;
  /** The model holds only some entities; leave the tables of others alone. */
  readonly isPart?: boolean;
  /** The first migration of this process: totals are recounted, since other tools may have written. */
  readonly isFirst: boolean;
};

/** Returns the tables of the model and the steps taken. */
export async function migrate(
  { migrate: write }: Writing,
  model: Model,
  { within, isPart, isFirst }: Migrating,
): Promise<{ readonly tables: SqlTables; readonly steps: readonly MigrationStep[] }> {
  const tables = sqlTables(entityTables(model), postgresDialect);
  const steps = await write(async (run, atCommit) => {
    // Altering a large table may take long.
    await run({ text: 'set local statement_timeout = 0' });
    await makeRevisions(run);
    await makeCommits(run);
    await makeWriters(run);
    await makeProcesses(run);
    const planned = await plan(run, model, isPart);
    const schema = await applyMigration(run, planned);
    if (planned.steps.length > 0) await writeSchema(run, { version: model.version, tables: schema });
    const written: Written = new Map();
    // A process that follows another's release changes nothing, so caches stay valid.
    if (isFirst || planned.steps.length > 0)
      for (const entity of model.entities.keys()) noteWrite(written, entity, isFirst ? undefined : 0);
    const onWrite = (entity: string, more: number | undefined) => noteWrite(written, entity, more);
    if (within) await inSession({ run, tables, onWrite, isOneConnection: true }, within, atCommit);
    await countWrites(run, written);
    return planned.steps;
  });
  return { tables, steps: steps.map(publicStep) };
}

function publicStep({ kind, entity, field, says }: PlannedStep): MigrationStep {
  return { kind, entity, ...(field ? { field } : {}), says };
}
