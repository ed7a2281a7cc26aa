/** The SQL of one entity, written with Kysely once per shape. */
import { sql } from 'kysely';
import type { Condition, DataRecord, FieldModel, Model } from '#engine';
import type { EntityTable, EntityTables } from '../entityTable.ts';
import { answerInto } from '../fieldCodec.ts';
import { both, queryConditions } from '../queryConditions.ts';
import { type SortTerm, sortTerms } from '../sortTerms.ts';
import type { RecordQuery } from '../types.ts';
import { uniqueValues } from '../uniqueValues.ts';
import { type CompiledSql, compileSql, Slot, type Sql } from './compileSql.ts';
import { conditionSql, describeCondition, describePaths } from './conditionSql.ts';
import type { ColumnValue, Dialect } from './dialect.ts';
import { scopeOf } from './fieldSql.ts';
import { isIndexedText } from './isIndexedText.ts';
import { formatOf, hasUniqueColumn, keyColumn, uniqueColumn } from './names.ts';
import { remembered } from './remembered.ts';
import { type SelectPlan, selectPlan } from './selectPlan.ts';
import { sortSql } from './sortSql.ts';
import { uniqueSql } from './tableSchema.ts';

type PageBy = 'order' | 'text';

/** SQL ready to run, with its values. */
export type Ready = { readonly text: string; readonly values: unknown[] };

export type EntityStatements = {
  readonly table: EntityTable;
  readonly select: SelectPlan;
  /** What to select when only some fields are wanted. */
  readonly selectOf: (only: RecordQuery['only']) => SelectPlan;
  readonly byId: string;
  /** One value: a list of ids. */
  readonly byIds: string;
  /** `by` says how a page is found: in its order, or through the index of the searched text. */
  readonly find: (query: RecordQuery, by?: PageBy) => Ready;
  /** Whether a single text index decides the filter. */
  readonly isIndexedText: (filter: RecordQuery['filter']) => boolean;
  /** Counts up to `most`, if given. */
  readonly count: (
    query: Omit<RecordQuery, 'entity'>,
    most?: number,
  ) => Ready & { readonly key: string; readonly reads: ReadonlySet<string>; readonly isOfAll: boolean };
  readonly insert: string;
  /** Skips records that violate a unique. */
  readonly insertNew: string;
  /**
   * Stored columns and the row number, after a given number and up to a count; of one owner if `field` is
   * given.
   */
  readonly scan: (field?: string) => string;
  readonly decodeKept: (row: readonly unknown[]) => DataRecord;
  /** Fields of one record as stored, including hidden members. */
  readonly keptTrees: (names: readonly string[]) => {
    readonly text: string;
    readonly decode: (row: readonly unknown[]) => DataRecord;
  };
  readonly columns: readonly WrittenColumn[];
  readonly insertValues: (kept: DataRecord) => unknown[];
  /** `isRefresh`: the revision stays. */
  readonly update: (
    kept: DataRecord,
    at: { id: string; revision?: number | undefined; isRefresh?: boolean },
  ) => Ready;
  readonly remove: string;
  /** Ids of records that hold the values of a unique. */
  readonly holders: readonly {
    readonly unique: EntityTable['entity']['unique'][number];
    readonly text: string;
    readonly valuesOf: (kept: DataRecord) => readonly unknown[] | undefined;
  }[];
};

/** All statements a store runs on an entity's table. */
export function entityStatements(
  table: EntityTable,
  tables: EntityTables,
  dialect: Dialect,
): EntityStatements {
  const { quoted, placeholder } = dialect;
  const select = selectPlan(table, { tables, dialect });
  const selectOf = selections(table, { tables, dialect }, select);
  const name = sql.table(table.entity.id);
  const from = sql`select ${select.columns} from ${name} as t ${select.joins}`;
  const at = { table, dialect };
  const finds = finder(at, tables.model, selectOf);
  const columns = writtenColumns(at);
  const insert = `insert into ${quoted(table.entity.id)} (${columns.map((each) => quoted(each.name)).join(', ')}) values (${columns.map((_, index) => placeholder(index + 1)).join(', ')})`;
  return {
    table,
    select,
    selectOf,
    ...finds,
    byId: compileSql(sql`${from} where t."Id" = ${new Slot(0)}`, dialect).text,
    byIds: compileSql(sql`${from} where t."Id" in ${dialect.within(new Slot(0))}`, dialect).text,
    insert,
    insertNew: `${insert} on conflict do nothing`,
    ...scanner(at),
    keptTrees: keptTrees(at),
    columns,
    insertValues: (kept) => columns.map((each) => each.valueOf(kept)),
    update: updater(at, columns),
    remove: `delete from ${quoted(table.entity.id)} where "Id" = ${placeholder(1)}`,
    holders: table.entity.unique.map((unique) => {
      const { expressions, where } = uniqueSql(unique, table, dialect);
      const same = expressions
        .map((expression, index) => `${expression} = ${placeholder(index + 1)}`)
        .join(' and ');
      const text = `select "Id" from ${quoted(table.entity.id)} where ${same} and (${where}) limit 2`;
      return { unique, text, valuesOf: (kept) => uniqueValues(unique, kept)?.map(dialect.uniqueValue) };
    }),
  };
}

/** Readers of a list request the same few fields repeatedly. */
const rememberedSelections = 100;

type At = { readonly table: EntityTable; readonly dialect: Dialect };

function selections(
  table: EntityTable,
  of: { readonly tables: EntityTables; readonly dialect: Dialect },
  whole: SelectPlan,
): EntityStatements['selectOf'] {
  const known = remembered((names) => selectPlan(table, of, names.split(',')), rememberedSelections);
  return (only) => (only ? known(only.join()) : whole);
}

/** Joins nothing: a scan over a million records needs them only as stored. */
function scanner({ table, dialect }: At): Pick<EntityStatements, 'scan' | 'decodeKept'> {
  const { quoted, placeholder, fromColumn } = dialect;
  const readers = table.codecs.map((codec) => ({ codec, toKept: fromColumn(codec.field) }));
  const columns = [...table.codecs.map(({ field }) => quoted(field.name)), '_rowid_'].join(', ');
  return {
    scan: (field) =>
      `select ${columns} from ${quoted(table.entity.id)} where ${field ? `${quoted(field)} = ${placeholder(1)} and ` : ''}_rowid_ > ${placeholder(field ? 2 : 1)} order by _rowid_ limit ${placeholder(field ? 3 : 2)}`,
    decodeKept: (row) => {
      const record: Record<string, unknown> = {};
      for (const [at, { codec, toKept }] of readers.entries()) answerInto(record, codec, toKept(row[at]));
      return record;
    },
  };
}

function keptTrees({ table, dialect }: At): EntityStatements['keptTrees'] {
  const { quoted, placeholder, fromColumn } = dialect;
  return (names) => {
    const columns = names.map(quoted).join(', ');
    const readers = names.map((name) => [name, fromColumn(fieldOf(table, name))] as const);
    return {
      text: `select ${columns} from ${quoted(table.entity.id)} where "Id" = ${placeholder(1)}`,
      decode: (row) => Object.fromEntries(readers.map(([name, toKept], at) => [name, toKept(row[at])])),
    };
  };
}

function fieldOf(table: EntityTable, name: string): FieldModel {
  const codec = table.codecByName.get(name);
  if (!codec) throw new Error(`${table.entity.id} keeps no field '${name}'.`);
  return codec.field;
}

function finder(
  { table, dialect }: At,
  model: Model,
  selectOf: EntityStatements['selectOf'],
): Pick<EntityStatements, 'find' | 'isIndexedText' | 'count'> {
  const resolve = (query: Omit<RecordQuery, 'entity'>) => queryConditions(query, table.entity, model);
  const shapes = new Map<string, CompiledSql>();
  const shaped = (key: string, make: () => Sql): CompiledSql => {
    const known = shapes.get(key);
    if (known) return known;
    if (shapes.size >= 1000) shapes.clear();
    const compiled = compileSql(make(), dialect);
    shapes.set(key, compiled);
    return compiled;
  };
  return {
    isIndexedText: (filter) => isIndexedText(resolve({ filter }).asked, { table, dialect }),
    find: (query, by = 'order') => {
      const { sort = [], page, only, limits, language = '' } = query;
      const { asked, checked } = resolve(query);
      const [condition, check] = [describeCondition(asked, dialect), describeCondition(checked, dialect)];
      const terms = () => sortTerms(query, table, model);
      // Sort terms have values only if row limits apply to their paths.
      const order = limits ? describePaths(terms(), dialect) : { shape: '', values: [] };
      const tested = [...condition.values, ...check.values];
      const values = [...tested, ...order.values];
      const first = firstPage(page);
      const key = `${page ? by : 'all'}${first ?? ''}|${condition.shape}|${check.shape}|${sort.map((term) => `${term.path} ${term.direction}`).join()}|${language}|${order.shape}|${only?.join() ?? ''}`;
      const compiled = shaped(key, () =>
        findSql(
          { table, model, dialect, select: selectOf(only) },
          {
            ...{ condition: asked, check: checked, terms: terms(), by: page && by },
            ...{ tested: tested.length, slots: values.length, first },
          },
        ),
      );
      const range = page && first === undefined ? [page.size, (page.number - 1) * page.size] : [];
      return { text: compiled.text, values: compiled.bind([...values, ...range]) };
    },
    count: (query, most) => {
      const { asked, checked } = resolve(query);
      const condition = both(asked, checked);
      const { shape, values, reads } = describeCondition(condition, dialect);
      const compiled = shaped(`count${most ?? ''}|${shape}`, () =>
        countSql({ table, dialect }, model, { condition, most }),
      );
      return {
        ...{ text: compiled.text, values: compiled.bind(values), isOfAll: condition === undefined },
        key: `${table.entity.id}|${most ?? ''}|${shape}|${JSON.stringify(values)}`,
        reads: reads.add(table.entity.id),
      };
    },
  };
}

type FindShape = {
  readonly condition?: Condition;
  /** See `RecordQuery.mostly`. */
  readonly check?: Condition;
  readonly terms: readonly SortTerm[];
  /** Absent: all rows. */
  readonly by: PageBy | undefined;
  /** The number of values in the conditions; those of the sort follow. */
  readonly tested: number;
  readonly slots: number;
  readonly first: number | undefined;
};

const usualSizes: ReadonlySet<number> = new Set([1, 10, 20, 25, 50, 100]);

/** The size of a first page, written into the SQL: a database that plans once can then plan for few rows. */
const firstPage = (page: RecordQuery['page']): number | undefined =>
  page?.number === 1 && usualSizes.has(page.size) ? page.size : undefined;

/** Finds the rows of a page first, so only those are read in full, not every match. */
function findSql(
  { table, model, dialect, select }: At & { model: Model; select: SelectPlan },
  { condition, check, terms, by, tested, slots, first }: FindShape,
): Sql {
  const name = sql.table(table.entity.id);
  const at = { model, dialect };
  const where = (alias: string) =>
    condition || check ? sql`where ${conditionSql(condition, scopeOf(at, alias), { check })}` : sql``;
  const order = (alias: string) => sql`order by ${sortSql(terms, scopeOf(at, alias, `${alias}o`), tested)}`;
  if (!by) return sql`select ${select.columns} from ${name} as t ${select.joins} ${where('t')} ${order('t')}`;
  const range =
    first === undefined
      ? sql`limit ${new Slot(slots)} offset ${new Slot(slots + 1)}`
      : sql`limit ${sql.lit(first)}`;
  return dialect.page({ columns: select.columns, joins: select.joins, table: name, by, where, order, range });
}

type Counting = { readonly condition: Condition | undefined; readonly most: number | undefined };

function countSql({ table, dialect }: At, model: Model, { condition, most }: Counting): Sql {
  const where = condition ? sql`where ${conditionSql(condition, scopeOf({ model, dialect }, 'p'))}` : sql``;
  const rows = sql`from ${sql.table(table.entity.id)} as p ${where}`;
  return most === undefined
    ? sql`select count(*) ${rows}`
    : sql`select count(*) from (select 1 ${rows} limit ${sql.lit(most)}) as counted`;
}

export type WrittenColumn = {
  readonly name: string;
  readonly field: string;
  readonly valueOf: (kept: DataRecord) => ColumnValue;
};

/** Fields and their shadow columns. */
function writtenColumns({ table, dialect }: At): readonly WrittenColumn[] {
  const { toColumn, shadowValue, hasKey } = dialect;
  return table.codecs.flatMap(({ field }) => {
    const columns: WrittenColumn[] = [
      { name: field.name, field: field.name, valueOf: (kept) => toColumn(field, kept[field.name]) },
    ];
    if (hasKey(field))
      columns.push({
        name: keyColumn(field.name),
        field: field.name,
        valueOf: (kept) => shadowValue('key', toColumn(field, kept[field.name]), formatOf(field)),
      });
    if (hasUniqueColumn(field, table))
      columns.push({
        name: uniqueColumn(field.name),
        field: field.name,
        valueOf: (kept) => shadowValue('unique', toColumn(field, kept[field.name]), formatOf(field)),
      });
    return columns;
  });
}

type Update = { readonly text: string; readonly written: readonly WrittenColumn[] };

/** People change the same few fields together, so the SQL of each set is cached. */
function updater({ table, dialect }: At, columns: readonly WrittenColumn[]): EntityStatements['update'] {
  const known = new Map<string, Update>();
  return (kept, { id, revision, isRefresh = false }) => {
    const isGuarded = revision !== undefined && table.hasRevision;
    const key = `${isGuarded} ${isRefresh} ${Object.keys(kept).join()}`;
    const found = known.get(key);
    if (!found && known.size >= 1000) known.clear();
    const update = found ?? updateSql({ table, dialect }, columns, { kept, isGuarded, isRefresh });
    if (!found) known.set(key, update);
    const values = update.written.map((each) => each.valueOf(kept));
    return { text: update.text, values: [...values, id, ...(isGuarded ? [revision] : [])] };
  };
}

function updateSql(
  { table, dialect }: At,
  columns: readonly WrittenColumn[],
  { kept, isGuarded, isRefresh }: { kept: DataRecord; isGuarded: boolean; isRefresh: boolean },
): Update {
  const written = columns.filter((each) => Object.hasOwn(kept, each.field));
  const { quoted, placeholder } = dialect;
  const sets = written.map((each, index) => `${quoted(each.name)} = ${placeholder(index + 1)}`);
  if (table.hasRevision && !isRefresh) sets.push('"Revision" = "Revision" + 1');
  if (sets.length === 0) sets.push('"Id" = "Id"');
  const guard = isGuarded ? ` and "Revision" = ${placeholder(written.length + 2)}` : '';
  return {
    text: `update ${quoted(table.entity.id)} set ${sets.join(', ')} where "Id" = ${placeholder(written.length + 1)}${guard}`,
    written,
  };
}
