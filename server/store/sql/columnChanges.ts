/** Columns that change type, disappear, or come back: their data stay in the database. */

import type { ColumnSchema, ShadowKind } from './columnSchema.ts';
import type { Command } from './dialect.ts';
import { addShadow, freeName, renameSql, type TableDraft } from './tableDraft.ts';
import { shadowColumn } from './tableSchema.ts';

/** The declaration is gone: the column keeps its name, unless a new field takes that name. */
export function keepColumn(
  draft: TableDraft,
  column: ColumnSchema,
  wanted: readonly ColumnSchema[],
): ColumnSchema {
  const isTaken = wanted.some(({ name }) => name.toLowerCase() === column.name.toLowerCase());
  if (column.isKept && !isTaken) return column;
  const mustMove = isTaken || column.refersTo !== undefined;
  const kept = { ...column, isKept: true, refersTo: undefined, shadows: [] };
  const { from, sql } = mustMove ? asideOf(draft, column) : { from: kept, sql: [] };
  if (mustMove) draft.touched.add(column.name);
  const entity = draft.table.entity.id;
  const says = `${entity}.${column.name} is declared no longer; its data are kept.`;
  draft.steps.push({ kind: 'keep-column', entity, field: column.name, says, sql });
  return from;
}

/** The declaration is back, and so are the data. */
export function restoreColumn(draft: TableDraft, stored: ColumnSchema, column: ColumnSchema): void {
  if (stored.format !== column.format || column.refersTo) {
    changeColumn(draft, stored, column);
    return;
  }
  const entity = draft.table.entity.id;
  const sql = stored.name === column.name ? [] : [renameSql(draft, stored.name, column.name)];
  const says = `${entity}.${column.name} is declared again; its kept data are back.`;
  draft.steps.push({
    kind: 'rename-column',
    entity,
    field: column.name,
    says,
    sql: [...sql, ...column.shadows.flatMap((kind) => shadowSql(draft, column, kind))],
  });
}

/** Another type or target entity: old values are set aside unless all of them convert. */
export function changeColumn(draft: TableDraft, stored: ColumnSchema, column: ColumnSchema): void {
  const entity = draft.table.entity.id;
  const { quoted, columnType, referenceClause } = draft.dialect;
  const { from, sql: vacate } = asideOf(draft, stored);
  const reference = referenceClause({ entity, column: column.name, refersTo: column.refersTo });
  const add = `alter table ${quoted(entity)} add column ${quoted(column.name)} ${columnType(column.format)}${reference}`;
  draft.columns.add(column.name.toLowerCase());
  const shadows = column.shadows.map((kind) => addShadow(draft, column, kind));
  const kept = { ...from, id: `${stored.id}~${stored.format}` };
  draft.kept.push(kept);
  draft.touched.add(stored.name);
  draft.steps.push({
    kind: 'change-column',
    entity,
    field: column.name,
    says: `${entity}.${column.name} changes from ${describe(stored)} to ${describe(column)}.`,
    sql: [...vacate, add, ...shadows],
    convert: { table: entity, from: kept, to: column },
  });
}

/** A shadow column new to this column: filled for all rows. */
export function refillShadow(draft: TableDraft, column: ColumnSchema, kind: ShadowKind): void {
  const entity = draft.table.entity.id;
  const says = `${entity}.${column.name} gets a column to compare it by.`;
  draft.steps.push({
    kind: 'add-column',
    entity,
    field: column.name,
    says,
    sql: shadowSql(draft, column, kind),
  });
}

/**
 * Recomputes shadows with the current key version. Keys of plain ASCII text never change, so only other texts
 * are read. If two records now collide, one keeps its old key until people resolve the duplicate.
 */
export function renewShadows(draft: TableDraft, column: ColumnSchema, kinds: readonly ShadowKind[]): void {
  if (kinds.length === 0) return;
  const entity = draft.table.entity.id;
  const sql = kinds.map((kind) => draft.dialect.renewShadow({ entity, column, kind }));
  const says = `${entity}.${column.name} is compared by what people see.`;
  draft.steps.push({ kind: 'change-column', entity, field: column.name, says, sql });
}

function shadowSql(draft: TableDraft, column: ColumnSchema, kind: ShadowKind): readonly Command[] {
  const entity = draft.table.entity.id;
  return [addShadow(draft, column, kind), draft.dialect.fillShadow({ entity, column, kind })];
}

/**
 * Renames the column to a free name. A foreign key's values move to a column without the constraint, which
 * must not refuse what the declarations now allow.
 */
function asideOf(
  draft: TableDraft,
  column: ColumnSchema,
): { readonly from: ColumnSchema; readonly sql: readonly Command[] } {
  const { quoted, columnType, dropReference } = draft.dialect;
  const name = freeName(draft, column.name);
  const from = { ...column, name, isKept: true, refersTo: undefined, shadows: [] };
  const shadows = column.shadows.map((kind) =>
    renameSql(draft, shadowColumn(column.name, kind), freeName(draft, shadowColumn(column.name, kind))),
  );
  const drop =
    column.refersTo && dropReference
      ? [dropReference({ entity: draft.table.entity.id, column: column.name })]
      : undefined;
  if (!column.refersTo || drop)
    return { from, sql: [...(drop ?? []), renameSql(draft, column.name, name), ...shadows] };
  draft.columns.add(name.toLowerCase());
  const [aside, source, table] = [quoted(name), quoted(column.name), quoted(draft.table.entity.id)];
  const sql = [
    `alter table ${table} add column ${aside} ${columnType(column.format)}`,
    `update ${table} set ${aside} = ${source}, ${source} = null`,
    renameSql(draft, column.name, freeName(draft, column.name)),
  ];
  return { from, sql: [...sql, ...shadows] };
}

function describe({ format, refersTo }: ColumnSchema): string {
  return refersTo ? `a reference to ${refersTo.replace(/!$/, '')}` : format;
}
