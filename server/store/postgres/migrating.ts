/** Migrates the tables to a model while calls are served. */
import type { Model } from '#engine';
import { entityTables } from '../entityTable.ts';
import { type MigrationPlan, planMigration } from '../sql/planMigration.ts';
import { type SqlTables, sqlTables } from '../sql/sqlTables.ts';
import type { PlannedStep } from '../sql/tableDraft.ts';
import type { MigrationStep, StoreSession } from '../types.ts';
import { addAhead, dropAhead } from './aheadOfRelease.ts';
import { applyMigration } from './applyMigration.ts';
import type { Connections, Run } from './connections.ts';
import { inSession } from './inSession.ts';
import { lockTables, untilFree } from './lockTables.ts';
import { type Phases, phasesOf } from './migrationPhases.ts';
import { postgresDialect } from './postgresDialect.ts';
import { makeProcesses } from './processes.ts';
import { makeWriters } from './replica.ts';
import { countWrites, makeRevisions, noteWrite, type Written } from './revisions.ts';
import type { SharedConnection } from './sharedConnection.ts';
import { largeTables, readSchema, schemaMark, writeSchema } from './storedSchema.ts';
import { type AtCommit, makeCommits, type Writing } from './writing.ts';

export async function planSteps(run: Run, model: Model): Promise<readonly MigrationStep[]> {
  return (await plan(run, model)).steps.map(publicStep);
}

async function plan(run: Run, model: Model, isPart = false) {
  const actual = await readSchema(run);
  return planMigration(entityTables(model), { actual, dialect: postgresDialect }, isPart);
}

export type Migrating = {
  readonly within?: ((session: StoreSession) => Promise<void>) | undefined;
  /** The model holds only some entities; leave the tables of others alone. */
  readonly isPart?: boolean;
  /** The first migration of this process: totals are recounted, since other tools may have written. */
  readonly isFirst: boolean;
};

type MigratingParts = {
  readonly connections: Connections;
  readonly writing: Writing;
  readonly shared: SharedConnection;
  /** The writers of this process, who wait only for the transaction. */
  readonly queue: <T>(work: () => Promise<T>) => Promise<T>;
  /** A table of so many bytes is changed in phases. */
  readonly largeFrom: number;
};

type Migrated = { readonly tables: SqlTables; readonly steps: readonly MigrationStep[] };

/** Returns the tables of the model and the steps taken. */
export async function migrate(parts: MigratingParts, model: Model, how: Migrating): Promise<Migrated> {
  const tables = sqlTables(entityTables(model), postgresDialect);
  const attempt = async (): Promise<readonly PlannedStep[]> => {
    for (;;) {
      const planned = await planOf(parts, model, how);
      try {
        await inPhases(parts, { model, tables, how, planned });
        return planned.all.steps;
      } catch (error) {
        // Another process has changed the tables since they were read.
        if (!(error instanceof Overtaken)) throw error;
      }
    }
  };
  const { all } = await planOf(parts, model, how);
  const steps = all.steps.length === 0 ? await attempt() : await oneAtATime(parts, attempt);
  return { tables, steps: steps.map(publicStep) };
}

class Overtaken extends Error {}

type Planned = {
  readonly all: MigrationPlan;
  readonly phases: Phases;
  /** The stored schema it was planned from. */
  readonly mark: string | undefined;
};

/** Plans before the transaction, so that writers do not wait for it. */
async function planOf(
  { connections, largeFrom }: MigratingParts,
  model: Model,
  { isPart }: Migrating,
): Promise<Planned> {
  return connections.reading(async (run) => {
    const mark = await schemaMark(run);
    const all = await plan(run, model, isPart);
    const touched = [...new Set(all.steps.map(({ entity }) => entity))];
    const large = touched.length > 0 ? await largeTables(run, touched, largeFrom) : new Set<string>();
    return { all, mark, phases: phasesOf(all, large) };
  });
}

type Phased = {
  readonly model: Model;
  readonly tables: SqlTables;
  readonly how: Migrating;
  readonly planned: Planned;
};

async function inPhases(parts: MigratingParts, phased: Phased): Promise<void> {
  const { ahead } = phased.planned.phases;
  if (ahead.size === 0) return transact(parts, phased);
  await addAhead(parts, ahead);
  try {
    const planned = await planOf(parts, phased.model, phased.how);
    await transact(parts, { ...phased, planned });
  } catch (error) {
    // What stays, should this fail too, is dropped by the next migration.
    if (!(error instanceof Overtaken)) await dropAhead(parts).catch(() => undefined);
    throw error;
  }
}

function transact(parts: MigratingParts, { model, tables, how, planned }: Phased): Promise<void> {
  const { within, isFirst } = how;
  const { all, phases, mark } = planned;
  const change = async (run: Run, atCommit: AtCommit): Promise<void> => {
    // Altering a large table may take long.
    await run({ text: 'set local statement_timeout = 0' });
    for (const make of [makeRevisions, makeCommits, makeWriters, makeProcesses]) await make(run);
    if ((await schemaMark(run)) !== mark) throw new Overtaken();
    const written: Written = new Map();
    // A process that follows another's release changes nothing, so caches stay valid.
    if (isFirst || all.steps.length > 0)
      for (const entity of model.entities.keys()) noteWrite(written, entity, isFirst ? undefined : 0);
    await lockTables(run, phases.altered);
    const schema = await applyMigration(run, phases.plan);
    if (all.steps.length > 0) await writeSchema(run, { version: model.version, tables: schema });
    const onWrite = (entity: string, more: number | undefined) => noteWrite(written, entity, more);
    if (within) await inSession({ run, tables, onWrite, isOneConnection: true }, within, atCommit);
    await countWrites(run, written);
  };
  return untilFree(parts.connections, phases.altered, () => parts.queue(() => parts.writing.migrate(change)));
}

/** One migration at a time across all processes; a process that dies in one releases the next. */
async function oneAtATime<T>({ shared }: MigratingParts, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await shared.alone('migration', async () => ({ result: await work() }));
    if (done) return done.result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function publicStep({ kind, entity, field, says }: PlannedStep): MigrationStep {
  return { kind, entity, ...(field ? { field } : {}), says };
}
