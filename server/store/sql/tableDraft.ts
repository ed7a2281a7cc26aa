/** The state of a table while its migration is planned. */
import type { EntityTable } from '../entityTable.ts';
import type { MigrationStep } from '../types.ts';
import type { ColumnSchema, ShadowKind } from './columnSchema.ts';
import type { ColumnValue, Command, Dialect } from './dialect.ts';
import { type Ahead, shadowColumn } from './tableSchema.ts';

/** A step with its SQL; `convert` converts values and may leave the old ones beside the new. */
export type PlannedStep = MigrationStep & {
  readonly sql: readonly Command[];
  /** Runs once all tables exist. */
  readonly after?: readonly string[];
  readonly convert?: Conversion;
  /** Name of the index that is created. */
  readonly index?: string;
  /** The record that the default of a new reference leads to. */
  readonly needs?: { readonly entity: string; readonly id: string };
};
export type Conversion = {
  readonly table: string;
  readonly from: ColumnSchema;
  readonly to: ColumnSchema;
};

export type TableDraft = {
  readonly dialect: Dialect;
  /** Builds its columns; of a removed entity only the name is known. */
  readonly table: Pick<EntityTable, 'codecByName'> & { readonly entity: { readonly id: string } };
  /** Columns the table will have at this point, lower-cased. */
  readonly columns: Set<string>;
  /** Columns whose name will mean something else: indexes on them are rebuilt. */
  readonly touched: Set<string>;
  readonly kept: ColumnSchema[];
  readonly steps: PlannedStep[];
  /** Columns added ahead of this release, by field. */
  readonly ahead: Ahead['columns'];
};

/** SQL that adds a shadow column; none if it already exists. */
export function addShadow(
  draft: TableDraft,
  column: ColumnSchema,
  kind: ShadowKind,
  value: ColumnValue = null,
): string {
  const { quoted, shadowValue, shadowType } = draft.dialect;
  const entity = quoted(draft.table.entity.id);
  const name = shadowColumn(column.name, kind);
  const literal = literalOf(shadowValue(kind, value, column.format));
  if (draft.columns.has(name.toLowerCase())) return `update ${entity} set ${quoted(name)} = ${literal}`;
  draft.columns.add(name.toLowerCase());
  const filled = literal === 'null' ? '' : ` default ${literal}`;
  return `alter table ${entity} add column ${quoted(name)} ${shadowType(column, kind)}${filled}`;
}

/** SQL that renames a column; records it in the draft. */
export function renameSql(draft: TableDraft, from: string, to: string): string {
  draft.columns.delete(from.toLowerCase());
  draft.columns.add(to.toLowerCase());
  const { quoted } = draft.dialect;
  return `alter table ${quoted(draft.table.entity.id)} rename column ${quoted(from)} to ${quoted(to)}`;
}

/** `Name~kept1`, `Name~kept2` …: not valid as field names. */
export function freeName(draft: TableDraft, name: string): string {
  for (let count = 1; ; count++) {
    const free = `${name}~kept${count}`;
    if (!draft.columns.has(free.toLowerCase())) return free;
  }
}

/** A value as an SQL literal. */
export function literalOf(value: ColumnValue): string {
  if (value === null) return 'null';
  return typeof value !== 'string' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
