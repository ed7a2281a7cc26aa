/** The tables and indexes a model needs. */
import { type FieldModel, isScaled, keyVersion, type Model, refersToOne, type UniqueModel } from '#engine';
import type { EntityTable, ReferenceField } from '../entityTable.ts';
import { isFolded } from '../uniqueValues.ts';
import {
  formatOf,
  hasKeyColumn,
  hasUniqueColumn,
  keyColumn,
  quoted,
  uniqueColumn,
  uniqueIndex,
} from './names.ts';

export type ShadowKind = 'key' | 'unique';

export type ColumnSchema = {
  /** Stable id of the field: a rename keeps it. */
  readonly id: string;
  readonly name: string;
  readonly format: string;
  /** `entity` it refers to, `entity!` when owned by it. */
  readonly refersTo?: string;
  /** Columns beside it that the store fills. */
  readonly shadows: readonly ShadowKind[];
  /** The declaration is gone; the data stay. */
  readonly isKept?: boolean;
};

export type TableSchema = {
  readonly columns: readonly ColumnSchema[];
  /** Index name → its SQL. */
  readonly indexes: Readonly<Record<string, string>>;
  /** The version of the keys in its shadows; absent: the first. */
  readonly keys?: number;
};

/** The schema an entity's table must have. */
export function tableSchema(table: EntityTable): TableSchema {
  const columns = table.codecs.map(({ field }) => columnSchema(field, table));
  return { columns, indexes: Object.fromEntries(indexesOf(table)), keys: keyVersion };
}

/** The name of a shadow column. */
export function shadowColumn(name: string, kind: ShadowKind): string {
  return kind === 'key' ? keyColumn(name) : uniqueColumn(name);
}

/** ` references "brand" ("Id") …`, checked when the transaction ends; empty without a reference. */
export function referenceClause(refersTo: string | undefined): string {
  if (!refersTo) return '';
  const [target = '', isOwner] = [refersTo.replace(/!$/, ''), refersTo.endsWith('!')];
  return ` references ${quoted(target)} ("Id")${isOwner ? ' on delete cascade' : ''} deferrable initially deferred`;
}

/** What the index of a unique compares, in the order of `uniqueValues`, and which rows it holds. */
export function uniqueSql(
  unique: UniqueModel,
  table: EntityTable,
): { readonly expressions: readonly string[]; readonly where: string } {
  const comparable = (name: string) =>
    `coalesce(${quoted(isFolded(unique, table.entity, name) ? uniqueColumn(name) : name)}, '')`;
  const fields = unique.fields.map(comparable);
  const within = unique.within.map((name) => `coalesce(${quoted(name)}, '')`);
  const compared = unique.anyOrder ? ['min', 'max'].map((end) => `${end}(${fields.join(', ')})`) : fields;
  return { expressions: [...within, ...compared], where: fields.map((each) => `${each} <> ''`).join(' or ') };
}

function columnSchema(field: FieldModel, table: EntityTable): ColumnSchema {
  const shadows: ShadowKind[] = [];
  if (hasKeyColumn(field)) shadows.push('key');
  if (hasUniqueColumn(field, table)) shadows.push('unique');
  const reference = table.references.find((each) => each.name === field.name);
  return {
    id: field.id,
    name: field.name,
    format: formatOf(field),
    refersTo: reference && target(reference),
    shadows,
  };
}

function target({ ref }: ReferenceField): string {
  return ref.owner ? `${ref.entity}!` : ref.entity;
}

function indexesOf(table: EntityTable): ReadonlyMap<string, string> {
  const { entity } = table;
  const on = (name: string, body: string) =>
    [name, `create index ${quoted(name)} on ${quoted(entity.id)} ${body}`] as const;
  const sorted = sortedFields(table).map((field) =>
    on(`${entity.id}:by:${field.name}`, `(${sortExpression(field)}, "Id")`),
  );
  // Without empty ones: a reference added to a large table is indexed at once.
  const references = table.references.map(({ name }) =>
    on(`${entity.id}:by:${name}`, `(${quoted(name)}) where ${quoted(name)} is not null`),
  );
  return new Map([
    ...sorted,
    ...references,
    ...orderIndex(table, on),
    ...entity.unique.map((unique) => uniqueIndexSql(unique, table)),
  ]);
}

/** Declared indexes, and what people look single records up by: the first text of each unique. */
export function sortedFields({ entity, codecByName }: EntityTable): readonly FieldModel[] {
  const firstTexts = entity.unique
    .map((unique) => unique.fields[0] ?? '')
    .filter((name) => codecByName.get(name)?.field.kind === 'text');
  const names = new Set([...entity.indexes, ...firstTexts]);
  return [...names]
    .flatMap((name) => codecByName.get(name)?.field ?? [])
    .filter((field) => field.storage !== 'json' && !refersToOne(field) && field.name !== 'Id');
}

/** As filters and sorts read it, or the index would not serve them. */
function sortExpression(field: FieldModel): string {
  if (hasKeyColumn(field)) return quoted(keyColumn(field.name));
  return isScaled(field) ? `cast(${quoted(field.name)} as real)` : quoted(field.name);
}

function orderIndex({ entity }: EntityTable, on: (name: string, body: string) => readonly [string, string]) {
  if (!entity.order) return [];
  return [
    on(`${entity.id}:order`, `(${[...entity.order.within, entity.order.field].map(quoted).join(', ')})`),
  ];
}

function uniqueIndexSql(unique: UniqueModel, table: EntityTable): readonly [string, string] {
  const name = uniqueIndex(table.entity.id, unique);
  const { expressions, where } = uniqueSql(unique, table);
  return [
    name,
    `create unique index ${quoted(name)} on ${quoted(table.entity.id)} (${expressions.join(', ')}) where ${where}`,
  ];
}

/** Everything the model keeps, by entity. */
export type DatabaseSchema = Readonly<Record<string, TableSchema>>;

/** The model's version stands beside the schema for the operator; the schema alone decides. */
export type StoredSchema = { readonly version: Model['version']; readonly tables: DatabaseSchema };
