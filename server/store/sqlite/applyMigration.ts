/** Executes a migration plan inside the caller's transaction. */
import type { Database } from 'better-sqlite3';
import { nextTurn } from '../../work/turns.ts';
import type { ColumnSchema } from '../sql/columnSchema.ts';
import { type ColumnValue, convertValue, isLossless } from '../sql/convertValue.ts';
import { quoted } from '../sql/names.ts';
import type { MigrationPlan } from '../sql/planMigration.ts';
import type { Conversion, PlannedStep } from '../sql/tableDraft.ts';
import { type DatabaseSchema, shadowColumn } from '../sql/tableSchema.ts';
import { sqliteDialect } from './sqliteDialect.ts';

/** Most milliseconds without serving other requests, unless a single step takes longer. */
const longest = 15;

/** Runs every step, serving readers in between; returns the resulting schema. */
export async function applyMigration(db: Database, plan: MigrationPlan): Promise<DatabaseSchema> {
  const emptied: unknown[] = [];
  let since = performance.now();
  for (const step of plan.steps) {
    if (runStep(db, step)) emptied.push(step.convert?.from);
    if (performance.now() - since < longest) continue;
    await nextTurn();
    since = performance.now();
  }
  const entries = Object.entries(plan.tables).map(([entity, schema]) => {
    const columns = schema.columns.filter((column) => !emptied.includes(column));
    return [entity, { ...schema, columns }] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns true if the step's old column was dropped because all its values converted. */
function runStep(db: Database, step: PlannedStep): boolean {
  try {
    for (const command of step.sql) if (typeof command === 'string') db.exec(command);
    return step.convert ? convertColumn(db, step.convert) : false;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = /UNIQUE/.test(reason)
      ? ' Records that are there repeat each other: change them first.'
      : '';
    throw new Error(`The store could not be changed. ${step.says} ${reason}.${advice}`, { cause: error });
  }
}

function convertColumn(db: Database, { table, from, to }: Conversion): boolean {
  const [old, next, name] = [quoted(from.name), quoted(to.name), quoted(table)];
  const options = { deterministic: true };
  db.function('convert_value', options, (value: ColumnValue) => convertValue(value, from.format, to.format));
  db.function('is_lossless', options, (value: ColumnValue) =>
    Number(isLossless(value, from.format, to.format)),
  );
  db.exec(`update ${name} set ${next} = convert_value(${old})${whereTarget(to, old)}`);
  for (const kind of to.shadows)
    db.exec(
      `update ${name} set ${quoted(shadowColumn(to.name, kind))} = ${kind === 'key' ? 'text_key' : 'unique_key'}(${next})`,
    );
  const lost = db
    .prepare(
      `select 1 from ${name} where ${old} is not null and (${next} is null or not is_lossless(${old})) limit 1`,
    )
    .get();
  if (lost) return false;
  db.exec(`alter table ${name} drop column ${old}`);
  return true;
}

/** A dangling reference would roll back the whole migration, so it stays in the old column. */
function whereTarget({ refersTo, format }: ColumnSchema, old: string): string {
  if (!refersTo) return '';
  const target = quoted(refersTo.replace(/!$/, ''));
  return ` where cast(convert_value(${old}) as ${sqliteDialect.columnType(format)}) in (select "Id" from ${target})`;
}
