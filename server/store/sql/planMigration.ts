/** Plans the steps from a database's schema to the one a model needs. Drops nothing but indexes. */
import type { EntityTable, EntityTables } from '../entityTable.ts';
import type { MigrationStep } from '../types.ts';
import { dropUnused, namesAhead, nothingAhead, sqlBeside, withIndexesAhead } from './aheadOfRelease.ts';
import { changeColumn, keepColumn, refillShadow, renewShadows, restoreColumn } from './columnChanges.ts';
import type { ColumnSchema } from './columnSchema.ts';
import type { ColumnValue, Dialect } from './dialect.ts';
import {
  addShadow,
  freeName,
  literalOf,
  type PlannedStep,
  renameSql,
  type TableDraft,
} from './tableDraft.ts';
import { type DatabaseSchema, shadowColumn, type TableSchema, tableSchema } from './tableSchema.ts';

export type MigrationPlan = { readonly steps: readonly PlannedStep[]; readonly tables: DatabaseSchema };

/** The state of a database. */
export type Actual = {
  /** By entity; without stored tables and columns that no longer exist. */
  readonly tables: DatabaseSchema;
  /** All columns by table, lower-cased, including shadow columns. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names of all indexes. */
  readonly indexes: ReadonlySet<string>;
};

type From = { readonly actual: Actual; readonly dialect: Dialect };

/** Plans without touching the database; with `isPart`, tables of other entities are ignored. */
export function planMigration(tables: EntityTables, from: From, isPart = false): MigrationPlan {
  const { actual } = from;
  const wanted = new Set(tables.all.map(({ entity }) => entity.id));
  const gone = isPart ? [] : Object.keys(actual.tables).filter((entity) => !wanted.has(entity));
  const plans = [
    ...tables.all.map((table) => planTable(table, from)),
    ...gone.map((entity) => planGone(entity, from)),
  ];
  const planned = Object.fromEntries(plans.map(({ entity, schema }) => [entity, schema]));
  // Tables first: columns and foreign keys may refer to other tables.
  const steps = plans.flatMap((plan) => plan.steps).sort((a, b) => rank[a.kind] - rank[b.kind]);
  return { steps, tables: { ...actual.tables, ...planned } };
}

const rank: Record<MigrationStep['kind'], number> = {
  'drop-index': 0,
  'drop-column': 0,
  'create-table': 1,
  'keep-column': 2,
  'rename-column': 3,
  'add-column': 4,
  'change-column': 5,
  'create-index': 6,
};

type TablePlan = {
  readonly entity: string;
  readonly schema: TableSchema;
  readonly steps: readonly PlannedStep[];
};

function planTable(table: EntityTable, from: From): TablePlan {
  const { actual, dialect } = from;
  const entity = table.entity.id;
  const wanted = tableSchema(table, dialect);
  const standing = actual.columns.get(dialect.stored(entity));
  const stored = actual.tables[entity] ?? (standing && adopted(wanted, standing));
  if (!stored)
    return {
      entity,
      schema: wanted,
      steps: [createTable(entity, wanted, dialect), ...createIndexes(entity, {}, wanted)],
    };
  if (isAsWanted(stored, wanted, from)) return { entity, schema: wanted, steps: [] };
  const draft = draftOf(table, from, stored);
  draft.steps.push(...dropUnused(draft, wanted.columns));
  const isWanted = (column: ColumnSchema) => wanted.columns.some(({ id }) => id === column.id);
  const left = stored.columns.filter((column) => !isWanted(column));
  draft.kept.push(...left.map((column) => keepColumn(draft, column, wanted.columns)));
  const kept = stored.columns.filter(isWanted).map((column) => makeRoom(draft, column, wanted));
  for (const column of wanted.columns)
    planColumn(
      draft,
      column,
      kept.find(({ id }) => id === column.id),
    );
  if (stored.keys !== wanted.keys) renewKeys(draft, wanted, kept);
  const { stale, sound } = indexesOf(stored, draft, actual);
  const indexes = [
    ...dropIndexes(draft, Object.fromEntries(stale), { ...wanted, indexes: {} }),
    ...dropIndexes(draft, Object.fromEntries(sound), wanted),
    ...createIndexes(entity, Object.fromEntries(sound), wanted),
  ];
  return {
    entity,
    schema: { ...wanted, columns: [...wanted.columns, ...draft.kept] },
    steps: [...draft.steps, ...indexes],
  };
}

/** The fast path: nearly every table is unchanged at nearly every start. */
function isAsWanted(stored: TableSchema, wanted: TableSchema, { actual, dialect }: From): boolean {
  const isThere = Object.keys(wanted.indexes).every((name) => actual.indexes.has(dialect.stored(name)));
  return isThere && JSON.stringify(stored) === JSON.stringify(wanted);
}

/**
 * The entity is no longer declared: its records stay, but their references no longer protect the targets.
 * When it is declared again, references to records that still exist return.
 */
function planGone(entity: string, from: From): TablePlan {
  const { actual } = from;
  const stored = actual.tables[entity] as TableSchema;
  const draft = draftOf({ entity: { id: entity }, codecByName: new Map() }, from, stored);
  draft.steps.push(...dropUnused(draft, []));
  const columns = stored.columns.map((column) =>
    column.refersTo === undefined || column.isKept ? column : keepColumn(draft, column, []),
  );
  const { stale, sound } = indexesOf(stored, draft, actual);
  const indexes = Object.fromEntries(sound);
  return {
    entity,
    schema: { columns, indexes },
    steps: [...draft.steps, ...dropIndexes(draft, Object.fromEntries(stale), { columns, indexes })],
  };
}

function draftOf(table: TableDraft['table'], { actual, dialect }: From, stored: TableSchema): TableDraft {
  const columns = new Set(actual.columns.get(dialect.stored(table.entity.id)));
  for (const name of namesAhead(stored)) columns.delete(name);
  return {
    dialect,
    table,
    columns,
    ahead: (stored.ahead ?? nothingAhead).columns,
    touched: new Set(),
    kept: [],
    steps: [],
  };
}

/** The existing indexes: those on changed columns, and the rest. */
function indexesOf(stored: TableSchema, { touched, dialect }: TableDraft, actual: Actual) {
  const known = Object.entries(withIndexesAhead(stored)).filter(([name]) =>
    actual.indexes.has(dialect.stored(name)),
  );
  const mentions = mentioning(dialect.quoted);
  return {
    stale: known.filter(([, sql]) => mentions(sql, touched)),
    sound: known.filter(([, sql]) => !mentions(sql, touched)),
  };
}

/** A table created by other tools: its columns are taken as what the model calls them. */
function adopted(wanted: TableSchema, columns: ReadonlySet<string> | undefined): TableSchema {
  const present = wanted.columns.filter(({ name }) => columns?.has(name.toLowerCase()));
  return { columns: present.map((column) => ({ ...column, shadows: [] })), indexes: {} };
}

/** Renames a column out of the way when another field takes its name. */
function makeRoom(draft: TableDraft, column: ColumnSchema, wanted: TableSchema): ColumnSchema {
  const isTaken = wanted.columns.some(
    ({ id, name }) => id !== column.id && name.toLowerCase() === column.name.toLowerCase(),
  );
  if (!isTaken) return column;
  const moved = { ...column, name: freeName(draft, column.name) };
  draft.touched.add(column.name);
  renameColumn(draft, column, moved);
  return moved;
}

const mentioning = (quoted: Dialect['quoted']) => (sql: string, names: ReadonlySet<string>) =>
  [...names].some((name) =>
    [name, shadowColumn(name, 'key'), shadowColumn(name, 'unique')].some((each) =>
      sql.includes(quoted(each)),
    ),
  );

function planColumn(draft: TableDraft, column: ColumnSchema, stored: ColumnSchema | undefined): void {
  if (!stored) addColumn(draft, column);
  else if (stored.isKept) {
    restoreColumn(draft, stored, column);
    fillRequired(draft, column);
  } else if (stored.format !== column.format || stored.refersTo !== column.refersTo)
    changeColumn(draft, stored, column);
  else {
    if (stored.name !== column.name) renameColumn(draft, stored, column);
    for (const kind of column.shadows.filter((each) => !stored.shadows.includes(each)))
      refillShadow(draft, column, kind);
  }
}

/** The key version has changed: keys of unchanged columns are recomputed. */
function renewKeys(draft: TableDraft, wanted: TableSchema, standing: readonly ColumnSchema[]): void {
  for (const column of wanted.columns) {
    const stored = standing.find(({ id }) => id === column.id);
    if (stored && !stored.isKept && stored.format === column.format)
      renewShadows(
        draft,
        column,
        column.shadows.filter((kind) => stored.shadows.includes(kind)),
      );
  }
}

/** Fills required values in records created while the field was not declared. */
function fillRequired(draft: TableDraft, column: ColumnSchema): void {
  const { toColumn, quoted, shadowValue } = draft.dialect;
  const codec = draft.table.codecByName.get(column.name);
  const value = codec?.field.required ? toColumn(codec.field, codec.encode(codec.field.default)) : null;
  if (value === null) return;
  const entity = draft.table.entity.id;
  const fill = (name: string, filled: ColumnValue) =>
    `update ${quoted(entity)} set ${quoted(name)} = ${literalOf(filled)} where ${quoted(name)} is null`;
  const shadows = column.shadows.map((kind) =>
    fill(shadowColumn(column.name, kind), shadowValue(kind, value, column.format)),
  );
  draft.steps.push({
    kind: 'change-column',
    entity,
    field: column.name,
    says: `${entity}.${column.name} gets its default where it is empty.`,
    sql: [fill(column.name, value), ...shadows],
  });
}

/** Existing rows get the declared default without a pass over the table. */
function addColumn(draft: TableDraft, column: ColumnSchema): void {
  const entity = draft.table.entity.id;
  const { toColumn, quoted, columnType, referenceClause } = draft.dialect;
  const codec = draft.table.codecByName.get(column.name);
  const value = codec ? toColumn(codec.field, codec.encode(codec.field.default)) : null;
  const isThere = draft.columns.has(column.name.toLowerCase());
  const vacate = isThere ? [renameSql(draft, column.name, freeName(draft, column.name))] : [];
  const shadows = column.shadows.map((kind) => addShadow(draft, column, kind, value));
  draft.columns.add(column.name.toLowerCase());
  const isFilled = value !== null && column.refersTo !== undefined;
  const reference = { entity, column: column.name, refersTo: column.refersTo };
  const add = `alter table ${quoted(entity)} add column ${quoted(column.name)} ${columnType(column.format)}`;
  const literal = value === null ? '' : ` default ${literalOf(value)}`;
  const { laterReference } = draft.dialect;
  const added = !isFilled
    ? [`${add}${literal}${referenceClause(reference)}`]
    : laterReference
      ? [`${add}${literal}`, laterReference(reference)]
      : // SQLite allows no default in an added column with a foreign key.
        [
          `${add}${referenceClause(reference)}`,
          `update ${quoted(entity)} set ${quoted(column.name)} = ${literalOf(value)}`,
        ];
  draft.steps.push({
    kind: 'add-column',
    entity,
    field: column.name,
    says: `${entity} gets the column ${column.name}.`,
    sql: sqlBeside(draft, column, [...vacate, ...added, ...shadows]),
    ...(isFilled && { needs: { entity: target(column), id: String(value) } }),
  });
}

const target = ({ refersTo = '' }: ColumnSchema): string => refersTo.replace(/!$/, '');

function renameColumn(draft: TableDraft, stored: ColumnSchema, column: ColumnSchema): void {
  const entity = draft.table.entity.id;
  const pairs = [
    [stored.name, column.name],
    ...stored.shadows.map((kind) => [shadowColumn(stored.name, kind), shadowColumn(column.name, kind)]),
  ] as const;
  draft.touched.add(stored.name);
  const sql = pairs.map(([from = '', to = '']) => renameSql(draft, from, to));
  draft.steps.push({
    kind: 'rename-column',
    entity,
    field: column.name,
    says: `${entity}.${stored.name} is renamed to ${column.name}.`,
    sql,
  });
}

/** `after` adds its references, if that must wait until all tables exist. */
export function createTable(entity: string, { columns }: TableSchema, dialect: Dialect): PlannedStep {
  const { quoted, columnType, referenceClause, refersLater, shadowType, idColumn, systemColumns } = dialect;
  const referenceOf = ({ name, refersTo }: ColumnSchema) =>
    referenceClause({ entity, column: name, refersTo });
  const lines = columns.flatMap((column) => [
    column.name === 'Id'
      ? idColumn
      : `${quoted(column.name)} ${columnType(column.format)}${refersLater ? '' : referenceOf(column)}`,
    ...column.shadows.map((kind) => `${quoted(shadowColumn(column.name, kind))} ${shadowType(column, kind)}`),
  ]);
  const references = columns.filter(({ refersTo }) => refersLater && refersTo);
  return {
    kind: 'create-table',
    entity,
    says: `The table of ${entity} is made.`,
    sql: [`create table ${quoted(entity)} (${[...lines, ...systemColumns].join(', ')})`],
    after: references.map((column) => {
      const [, name = '', body = ''] = /^ constraint ("(?:[^"]|"")+") (.*)$/.exec(referenceOf(column)) ?? [];
      return `alter table ${quoted(entity)} add constraint ${name} foreign key (${quoted(column.name)}) ${body}`;
    }),
  };
}

function createIndexes(
  entity: string,
  known: TableSchema['indexes'],
  wanted: TableSchema,
): readonly PlannedStep[] {
  const missing = Object.entries(wanted.indexes).filter(([name, sql]) => known[name] !== sql);
  return missing.map(([name, sql]) => ({
    kind: 'create-index',
    entity,
    says: `${entity} gets the index ${name}.`,
    sql: [sql],
    index: name,
  }));
}

function dropIndexes(
  { table, dialect }: TableDraft,
  known: TableSchema['indexes'],
  wanted: TableSchema,
): readonly PlannedStep[] {
  const entity = table.entity.id;
  const left = Object.entries(known).filter(([name, sql]) => wanted.indexes[name] !== sql);
  return left.map(([name]) => ({
    kind: 'drop-index',
    entity,
    says: `${entity} loses the index ${name}.`,
    sql: [`drop index ${dialect.quoted(name)}`],
  }));
}
