/** The tables and indexes a model needs. */
import { type FieldModel, keyVersion, kinds, type Model, refersToOne, type UniqueModel } from '#engine';
import type { EntityTable, ReferenceField } from '../entityTable.ts';
import { isFolded } from '../uniqueValues.ts';
import type { ColumnSchema, ShadowKind } from './columnSchema.ts';
import type { Dialect } from './dialect.ts';
import { formatOf, hasUniqueColumn, keyColumn, uniqueColumn, uniqueIndex } from './names.ts';

export type TableSchema = {
  readonly columns: readonly ColumnSchema[];
  /** Index name → its SQL. */
  readonly indexes: Readonly<Record<string, string>>;
  /** The key version of its shadows; absent: the first. */
  readonly keys?: number;
  /** Present while, or after, a release was prepared that is not in force. */
  readonly ahead?: Ahead;
};

/** What was added before the release that needs it: its publication uses it, and any other migration drops it. */
export type Ahead = {
  /** Field → the statements that added its columns. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly indexes: TableSchema['indexes'];
};

/** The schema that an entity's table must have. */
export function tableSchema(table: EntityTable, dialect: Dialect): TableSchema {
  const columns = table.codecs.map(({ field }) => columnSchema(field, table, dialect));
  return { columns, indexes: Object.fromEntries(indexesOf(table, dialect)), keys: keyVersion };
}

/** The name of a shadow column. */
export function shadowColumn(name: string, kind: ShadowKind): string {
  return kind === 'key' ? keyColumn(name) : uniqueColumn(name);
}

/** What the index of a unique compares, in the order of `uniqueValues`, and which rows it covers. */
export function uniqueSql(
  unique: UniqueModel,
  table: EntityTable,
  { uniqueExpression, extremes, isFilled }: Dialect,
): { readonly expressions: readonly string[]; readonly where: string } {
  const fields = unique.fields.map((name) =>
    uniqueExpression(name, { table, isFolded: isFolded(unique, table.entity, name) }),
  );
  const within = unique.within.map((name) => uniqueExpression(name, { table, isFolded: false }));
  const compared = unique.anyOrder ? extremes.map((end) => `${end}(${fields.join(', ')})`) : fields;
  return { expressions: [...within, ...compared], where: fields.map(isFilled).join(' or ') };
}

function columnSchema(field: FieldModel, table: EntityTable, { hasKey }: Dialect): ColumnSchema {
  const shadows: ShadowKind[] = [];
  if (hasKey(field)) shadows.push('key');
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

function indexesOf(table: EntityTable, dialect: Dialect): ReadonlyMap<string, string> {
  const { entity } = table;
  const { quoted, sortIndex, referenceIndex } = dialect;
  const on = (name: string, body: string) =>
    [name, `create index ${quoted(name)} on ${quoted(entity.id)} ${body}`] as const;
  const sorted = sortedFields(table).map((field) =>
    on(`${entity.id}:by:${field.name}`, `(${sortIndex(field)}, "Id")`),
  );
  const joint = jointIndexes(table).map((fields) =>
    on(
      `${entity.id}:by:${fields.map(({ name }) => name).join(',')}`,
      `(${[...fields.map(sortIndex), '"Id"'].join(', ')})`,
    ),
  );
  // Partial index: a reference added to a large table is indexed at once.
  const references = table.references.map(({ name }) =>
    on(`${entity.id}:by:${name}`, `(${referenceIndex(name)}) where ${quoted(name)} is not null`),
  );
  return new Map([
    ...sorted,
    ...joint,
    ...references,
    ...orderIndex(table, on, quoted),
    ...entity.unique.map((unique) => uniqueIndexSql(unique, table, dialect)),
  ]);
}

/**
 * Fields with declared indexes of their own, and those used to look up single records: the first text of each
 * unique, and what incoming webhooks find a record by.
 */
export function sortedFields({ entity, codecByName }: EntityTable): readonly FieldModel[] {
  const firstTexts = entity.unique
    .map((unique) => unique.fields[0] ?? '')
    .filter((name) => isKept(codecByName.get(name)?.field));
  const alone = entity.indexes.flatMap((fields) => (fields.length === 1 ? fields : []));
  const matched = entity.automations.flatMap(({ when }) => when.match ?? []);
  return [...new Set([...alone, ...firstTexts, ...matched])]
    .flatMap((name) => codecByName.get(name)?.field ?? [])
    .filter((field) => isSortable(field) && !refersToOne(field));
}

/** Declared indexes over several fields that are all stored in columns. */
function jointIndexes({ entity, codecByName }: EntityTable): readonly (readonly FieldModel[])[] {
  return entity.indexes
    .filter(({ length }) => length > 1)
    .map((names) => names.flatMap((name) => codecByName.get(name)?.field ?? []).filter(isSortable));
}

const isSortable = ({ storage, name }: FieldModel): boolean => storage !== 'json' && name !== 'Id';

/** Its comparison key has a column beside it. */
const isKept = (field: FieldModel | undefined): boolean =>
  field !== undefined && kinds[field.kind].key === 'kept';

function orderIndex(
  { entity }: EntityTable,
  on: (name: string, body: string) => readonly [string, string],
  quoted: Dialect['quoted'],
) {
  if (!entity.order) return [];
  return [
    on(`${entity.id}:order`, `(${[...entity.order.within, entity.order.field].map(quoted).join(', ')})`),
  ];
}

function uniqueIndexSql(
  unique: UniqueModel,
  table: EntityTable,
  dialect: Dialect,
): readonly [string, string] {
  const { quoted } = dialect;
  const name = uniqueIndex(table.entity.id, unique);
  const { expressions, where } = uniqueSql(unique, table, dialect);
  return [
    name,
    `create unique index ${quoted(name)} on ${quoted(table.entity.id)} (${expressions.join(', ')}) where ${where}`,
  ];
}

/** All tables of a model, by entity. */
export type DatabaseSchema = Readonly<Record<string, TableSchema>>;

/** The model's version is for the operator; only the schema decides the migration. */
export type StoredSchema = { readonly version: Model['version']; readonly tables: DatabaseSchema };
