/** Executes a migration plan inside the caller's transaction. */

import type { ColumnSchema } from '../sql/columnSchema.ts';
import type { ColumnValue as Converted } from '../sql/convertValue.ts';
import { convertValue, isLossless } from '../sql/convertValue.ts';
import type { ColumnValue, ShadowAt } from '../sql/dialect.ts';
import type { MigrationPlan } from '../sql/planMigration.ts';
import type { Conversion, PlannedStep } from '../sql/tableDraft.ts';
import { type DatabaseSchema, shadowColumn } from '../sql/tableSchema.ts';
import type { Run } from './connections.ts';
import { quotedName } from './names.ts';
import { postgresDialect } from './postgresDialect.ts';

/** Rows read and written per batch. */
const atOnce = 5000;

/** Runs every step and returns the resulting schema. */
export async function applyMigration(run: Run, plan: MigrationPlan): Promise<DatabaseSchema> {
  const emptied: unknown[] = [];
  // References are checked per statement: PostgreSQL cannot alter a table with pending constraint checks.
  await run({ text: 'set constraints all immediate' });
  const tables = plan.steps.filter(({ kind }) => kind === 'create-table');
  const made = new Set(tables.map(({ entity }) => entity));
  await makeTables(run, [...tables, ...plan.steps.filter((step) => isOfNew(step, made))]);
  for (const step of plan.steps)
    if (step.kind !== 'create-table' && !isOfNew(step, made) && (await runStep(run, step)))
      emptied.push(step.convert?.from);
  await run({ text: 'set constraints all deferred' });
  const entries = Object.entries(plan.tables).map(([entity, schema]) => {
    const columns = schema.columns.filter((column) => !emptied.includes(column));
    return [entity, { ...schema, columns }] as const;
  });
  return Object.fromEntries(entries);
}

/** An index of a table that has no rows yet. */
const isOfNew = ({ kind, entity }: PlannedStep, made: ReadonlySet<string>): boolean =>
  kind === 'create-index' && made.has(entity);

/**
 * Creates tables, then their references, in one statement: a hundred tables would take a thousand round
 * trips.
 */
async function makeTables(run: Run, steps: readonly PlannedStep[]): Promise<void> {
  const commands = [...steps.flatMap(({ sql }) => sql), ...steps.flatMap(({ after = [] }) => after)];
  if (commands.length > 0) await run({ text: commands.join(';\n') });
}

/** Returns true if the step's old column was dropped because all its values converted. */
async function runStep(run: Run, step: PlannedStep): Promise<boolean> {
  try {
    if (step.needs) await refuseMissing(run, step.needs);
    // An interrupted concurrent build leaves an invalid index.
    if (step.index) await run({ text: `drop index if exists ${quotedName(step.index)}` });
    for (const command of step.sql) {
      if (typeof command === 'string') await run({ text: command });
      else await fillShadow(run, command.fill);
    }
    return step.convert ? await convertColumn(run, step.convert) : false;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isRepeated = (error as { code?: unknown }).code === '23505';
    const advice = isRepeated ? ' Records that are there repeat each other: change them first.' : '';
    throw new Error(`The store could not be changed. ${step.says} ${reason}.${advice}`, { cause: error });
  }
}

/** The reference is validated later, when a missing target would only be reported. */
async function refuseMissing(run: Run, { entity, id }: NonNullable<PlannedStep['needs']>): Promise<void> {
  const { rows } = await run({ text: `select 1 from ${quotedName(entity)} where "Id" = $1`, values: [id] });
  if (rows.length === 0) throw new Error(`There is no ${entity} ${id}.`);
}

/** Walks a column in batches and writes what `change` returns for each row to other columns of that row. */
async function eachRow(
  run: Run,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  work: (rows: readonly (readonly [number, ...unknown[]])[]) => Promise<void>,
): Promise<void> {
  const text = `select _rowid_, ${columns.join(', ')} from ${table} where _rowid_ > $1 order by _rowid_ limit ${atOnce}`;
  for (let after = 0; ; ) {
    const { rows } = await run({ text, values: [after] });
    if (rows.length > 0) await work(rows as readonly (readonly [number, ...unknown[]])[]);
    if (rows.length < atOnce) return;
    after = rows.at(-1)?.[0] as number;
  }
}

/** If two records collide under a newer key, one keeps its old key until people resolve the duplicate. */
async function fillShadow(run: Run, { entity, column, kind }: ShadowAt): Promise<void> {
  const table = quotedName(entity);
  const shadow = shadowColumn(column.name, kind);
  const name = quotedName(shadow);
  const columns = [`${quotedName(column.name)}::text`, `${name}::text`];
  await eachRow(run, { table, columns }, async (rows) => {
    const changed = rows.flatMap(([row, value, before]) => {
      const made = postgresDialect.shadowValue(kind, value as ColumnValue, column.format);
      return made === before ? [] : [[row, made] as const];
    });
    if (changed.length === 0) return;
    const write = (some: typeof changed) =>
      writeColumn(run, { table, name, type: column.format === 'json' ? 'json' : 'text' }, some);
    if (kind === 'key') return write(changed);
    for (const one of changed) await unlessTaken(run, () => write([one]));
  });
}

async function unlessTaken(run: Run, work: () => Promise<void>): Promise<void> {
  await run({ text: 'savepoint alike' });
  try {
    await work();
    await run({ text: 'release savepoint alike' });
  } catch (error) {
    if ((error as { code?: unknown }).code !== '23505') throw error;
    await run({ text: 'rollback to savepoint alike' });
  }
}

async function writeColumn(
  run: Run,
  { table, name, type }: { readonly table: string; readonly name: string; readonly type: string },
  values: readonly (readonly [number, unknown])[],
): Promise<void> {
  await run({
    text: `update ${table} as t set ${name} = page.value from unnest($1::bigint[], $2::${type}[]) as page(row, value) where t._rowid_ = page.row`,
    values: [values.map(([row]) => row), values.map(([, value]) => value)],
  });
}

const bareType = (format: string): string => postgresDialect.columnType(format).replace(' collate "C"', '');

async function convertColumn(run: Run, { table: entity, from, to }: Conversion): Promise<boolean> {
  const table = quotedName(entity);
  const [old, name] = [quotedName(from.name), quotedName(to.name)];
  const targets = await targetsOf(run, to);
  let isLost = false;
  await eachRow(run, { table, columns: [from.format === 'json' ? `${old}::text` : old] }, async (rows) => {
    const values = rows.flatMap(([row, raw]) => {
      const value = toFormat(raw, from.format);
      if (value === null) return [];
      const made = convertValue(value, from.format, to.format);
      const next = targets && !targets.has(String(made)) ? null : made;
      if (next === null || !isLossless(value, from.format, to.format)) isLost = true;
      return next === null ? [] : [[row, fromFormat(next, to.format)] as const];
    });
    if (values.length > 0) await writeColumn(run, { table, name, type: bareType(to.format) }, values);
  });
  for (const kind of to.shadows) await fillShadow(run, { entity, column: to, kind });
  if (isLost) return false;
  await run({ text: `alter table ${table} drop column ${old}` });
  return true;
}

/** Values as conversions expect them: booleans as 0 and 1. */
function toFormat(raw: unknown, format: string): Converted {
  if (raw === null || raw === undefined) return null;
  return format === 'boolean' ? Number(raw) : (raw as Converted);
}

const fromFormat = (value: Converted, format: string): unknown =>
  format === 'boolean' ? value === 1 : value;

/** A dangling reference would roll back the whole migration, so it stays in the old column. */
async function targetsOf(run: Run, { refersTo }: ColumnSchema): Promise<ReadonlySet<string> | undefined> {
  if (!refersTo) return undefined;
  const { rows } = await run({ text: `select "Id" from ${quotedName(refersTo.replace(/!$/, ''))}` });
  return new Set(rows.map(([id]) => String(id)));
}
