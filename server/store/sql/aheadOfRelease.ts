/** Columns and indexes that were added before the release that needs them. */
import type { MigrationStep } from '../types.ts';
import type { ColumnSchema } from './columnSchema.ts';
import type { PlannedStep, TableDraft } from './tableDraft.ts';
import { type Ahead, shadowColumn, type TableSchema } from './tableSchema.ts';

export const nothingAhead: Ahead = { columns: {}, indexes: {} };

/** The names of columns added ahead, lower-cased. */
export const namesAhead = ({ ahead = nothingAhead }: Pick<TableSchema, 'ahead'>): readonly string[] =>
  Object.keys(ahead.columns).flatMap((name) =>
    [name, shadowColumn(name, 'key'), shadowColumn(name, 'unique')].map((each) => each.toLowerCase()),
  );

/** The indexes of a table, including those built ahead. */
export const withIndexesAhead = ({ indexes, ahead }: TableSchema): TableSchema['indexes'] => ({
  ...indexes,
  ...ahead?.indexes,
});

/** The statements left to run for a new column: none if it was added ahead exactly so. */
export function sqlBeside(
  draft: TableDraft,
  { name }: ColumnSchema,
  sql: PlannedStep['sql'],
): PlannedStep['sql'] {
  const done = draft.ahead[name];
  if (!done) return sql;
  return JSON.stringify(done) === JSON.stringify(sql) ? [] : [...dropSql(draft, name), ...sql];
}

/** Drops columns added ahead of a release that was not published; no model has ever written to them. */
export function dropUnused(draft: TableDraft, wanted: readonly ColumnSchema[]): readonly PlannedStep[] {
  const entity = draft.table.entity.id;
  const unused = Object.keys(draft.ahead).filter((field) => !wanted.some(({ name }) => name === field));
  return unused.map((field) => ({
    kind: 'drop-column' as MigrationStep['kind'],
    entity,
    field,
    says: `${entity} loses the column ${field} of a release that was not published.`,
    sql: dropSql(draft, field),
  }));
}

function dropSql({ dialect: { quoted }, table }: TableDraft, field: string): readonly string[] {
  const columns = [field, shadowColumn(field, 'key'), shadowColumn(field, 'unique')];
  const drops = columns.map((column) => `drop column if exists ${quoted(column)}`);
  return [`alter table ${quoted(table.entity.id)} ${drops.join(', ')}`];
}
