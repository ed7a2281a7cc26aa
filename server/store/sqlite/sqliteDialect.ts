/** How SQLite's SQL differs from that of other databases. */
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import {
  comparisonOf,
  type FieldModel,
  highest,
  isScaled,
  kinds,
  rankDigits,
  searchKey,
  textKey,
  wordsOf,
} from '#engine';
import type { ShadowKind } from '../sql/columnSchema.ts';
import { column, joined, type Slot, type Sql } from '../sql/compileSql.ts';
import type {
  Dialect,
  Operand,
  QueryDialect,
  SchemaDialect,
  ShadowAt,
  TableDialect,
  Test,
} from '../sql/dialect.ts';
import { keyColumn, quoted, uniqueColumn } from '../sql/names.ts';
import { shadowColumn } from '../sql/tableSchema.ts';
import { DamagedValue } from '../types.ts';
import { localTime, shadowValue } from './shadows.ts';

const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

const truth = (value: boolean): Sql => (value ? sql`1` : sql`0`);

/** Long texts have no stored key: it would double the file for rare filters. */
const hasKey = (field: FieldModel): boolean => field.storage === 'text' && kinds[field.kind].key === 'kept';

const query: QueryDialect = {
  compiler,
  truth,
  orFalse: (test) => sql`coalesce(${test}, 0)`,
  test: (test, operand, slots) => operators[operatorOf(test)](operand, slots),
  hasAny: (name) => sql`${name} <> '[]'`,
  slots: (test) => {
    const values = slotValues(test);
    return { shape: `${operatorOf(test)}${values.length}`, values };
  },
  treeOf: () => 'raw',
  column: (field, alias) => {
    const raw = column(alias, field.name);
    const key = hasKey(field) ? column(alias, keyColumn(field.name)) : sql`text_key(${raw})`;
    return { raw, key, value: comparable(field, raw, key) };
  },
  tree: (alias, name) => ({ raw: column(alias, name), key: column(alias, name) }),
  member: (field, { raw: from }, names) => {
    const raw = names.length === 0 ? from : sql`json_extract(${from}, ${path(names)})`;
    const key = sql`text_key(${raw})`;
    return { raw, key, value: comparable(field, raw, key) };
  },
  list: ({ raw }, names, { alias }) => {
    const list = names.length === 0 ? sql`json_each(${raw})` : sql`json_each(${raw}, ${path(names)})`;
    return sql`${list} as ${sql.ref(alias)}`;
  },
  within: (slot) => sql`(select value from json_each(${slot}))`,
  asList: (ids) => JSON.stringify(ids),
  sortedBy: (value) => [value],
  joinedRanks: (list, rank) =>
    sql`(select group_concat(key, '') from (select printf('%0${sql.raw(String(rankDigits))}d', rank) as key from (select ${rank(sql`value`)} as rank from json_each(${list})) where rank is not null order by key))`,
  // SQLite puts empty values first when ascending.
  ordered: (value, sign) => (sign === 1 ? sql`${value} asc` : sql`${value} desc`),
  page: ({ columns, table, by, where, order, range }) => {
    // SQLite reads the left side of a cross join first.
    const rows =
      by === 'order'
        ? sql`${table} as p ${where('p')}`
        : sql`${table} as x cross join ${table} as p on p._rowid_ = x._rowid_ ${where('x')}`;
    const page = sql`select p._rowid_ as row from ${rows} ${order('p')} ${range}`;
    return sql`select ${columns} from (${page}) as page cross join ${table} as t on t._rowid_ = page.row ${order('t')}`;
  },
  byRows: ({ table, slot }) => ({
    from: sql`json_each(${slot}) as page cross join ${table} as t on t._rowid_ = page.value`,
    order: sql`page.key`,
  }),
  asRows: (rows) => JSON.stringify(rows),
  joinsReferences: false,
};

const tables: TableDialect = {
  total: (value) => sql`total(${value})`,
  atLeastOne: (value) => sql`max(1, ${value})`,
  range: (take, skip) => sql`limit ${sql.lit(take ?? -1)} offset ${sql.lit(skip ?? 0)}`,
  localTime: (moment, zone) => sql`${sql.raw(localTime)}(${moment}, ${sql.lit(zone)})`,
  result: (field, raw) => {
    if (kinds[field.kind].elements) return sql`nullif(${raw}, '[]')`;
    return isScaled(field) ? sql`cast(${raw} as real)` : raw;
  },
  aggregate: ({ aggregate }, value) => {
    if (aggregate === 'distinct') return sql`count(distinct ${value})`;
    return sql`${sql.raw(aggregate ?? 'count')}(${value})`;
  },
  ofGroup: (value) => value,
};

const shadowFunction: Record<ShadowKind, string> = { key: 'text_key', unique: 'unique_key' };

const schema: SchemaDialect = {
  quoted,
  stored: (name) => name,
  placeholder: () => '?',
  columnType: (format) => {
    if (format === 'integer' || format === 'boolean') return 'INTEGER';
    return format === 'real' ? 'REAL' : 'TEXT';
  },
  shadowType: () => 'text',
  idColumn: '"Id" text not null primary key',
  systemColumns: [],
  hasKey,
  toColumn: (field, kept) => {
    if (kept === null || kept === undefined) return null;
    if (field.storage === 'json') return JSON.stringify(kept);
    return typeof kept === 'boolean' ? Number(kept) : (kept as string | number);
  },
  fromColumn: (field) => {
    if (field.storage === 'json') return (raw) => (raw === null ? null : parsed(field, raw as string));
    if (field.storage === 'boolean') return (raw) => (raw === null ? null : raw === 1);
    return (raw) => raw;
  },
  shadowValue,
  refersLater: false,
  // Checked when the transaction ends.
  referenceClause: ({ refersTo }) => {
    if (!refersTo) return '';
    const [target = '', isOwner] = [refersTo.replace(/!$/, ''), refersTo.endsWith('!')];
    return ` references ${quoted(target)} ("Id")${isOwner ? ' on delete cascade' : ''} deferrable initially deferred`;
  },
  uniqueExpression: (name, { isFolded }) => `coalesce(${quoted(isFolded ? uniqueColumn(name) : name)}, '')`,
  extremes: ['min', 'max'],
  uniqueValue: (value) => value,
  isFilled: (expression) => `${expression} <> ''`,
  // Must match the expression in filters and sorts, or SQLite would not use the index.
  sortIndex: (field) => {
    if (hasKey(field)) return quoted(keyColumn(field.name));
    return isScaled(field) ? `cast(${quoted(field.name)} as real)` : quoted(field.name);
  },
  referenceIndex: quoted,
  fillShadow: ({ entity, column: { name }, kind }) =>
    `update ${quoted(entity)} set ${quoted(shadowColumn(name, kind))} = ${shadowFunction[kind]}(${quoted(name)})`,
  renewShadow,
};

export const sqliteDialect: Dialect = { ...query, ...tables, ...schema };

/**
 * Recomputes shadows with the current key version. Keys of plain ASCII text never change, so only other texts
 * are read. If two records now collide, one keeps its old key until people resolve the duplicate.
 */
function renewShadow({ entity, column: { name }, kind }: ShadowAt): string {
  const source = quoted(name);
  const isOther = `(${source} glob '*[^ -_a-~]*' or instr(${source}, '  ') or ${source} <> trim(${source}))`;
  const [shadow, made] = [quoted(shadowColumn(name, kind)), `${shadowFunction[kind]}(${source})`];
  return `update or ignore ${quoted(entity)} set ${shadow} = ${made} where ${isOther} and ${shadow} is not ${made}`;
}

function parsed(field: FieldModel, raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch (cause) {
    throw new DamagedValue(field, { cause });
  }
}

function comparable(field: FieldModel, raw: Sql, key: Sql): Sql {
  if (isScaled(field)) return sql`cast(${raw} as real)`;
  return comparisonOf(field) === 'words' ? key : raw;
}

function path(names: readonly string[]): Sql {
  return sql.lit(`$${names.map((name) => `."${name}"`).join('')}`);
}

const operators: Record<Test['operator'] | 'inMany', (operand: Operand, slots: readonly Slot[]) => Sql> = {
  has: ({ raw }) => sql`${raw} <> ''`,
  eq: ({ value }, [slot]) => sql`${value} = ${slot}`,
  gt: ({ value }, [slot]) => sql`${value} > ${slot}`,
  ge: ({ value }, [slot]) => sql`${value} >= ${slot}`,
  lt: ({ value }, [slot]) => sql`${value} < ${slot}`,
  le: ({ value }, [slot]) => sql`${value} <= ${slot}`,
  in: ({ value }, slots) => sql`${value} in (${sql.join(slots)})`,
  all: ({ value }, [slot]) => sql`(${value} & ${slot}) = ${slot}`,
  inMany: ({ value }, [slot]) => sql`${value} in (select value from json_each(${slot}))`,
  // A key starts with the base letters, and the search text has no accents, so a match lies within them.
  contains: ({ key }, [slot]) => sql`instr(${key}, ${slot}) > 0`,
  startsWith: ({ key }, [low, high]) => sql`${key} >= ${low} and ${key} < ${high}`,
  words: ({ key }, slots) =>
    joined([sql`${key} is not null`, ...slots.map((slot) => sql`instr(${key}, ${slot}) > 0`)], 'and', truth),
};

/** Short lists are written out, so SQLite knows their length when it chooses an index. */
function operatorOf({ operator, value }: Test): Test['operator'] | 'inMany' {
  return operator === 'in' && (value as readonly unknown[]).length > longList ? 'inMany' : operator;
}

const longList = 40;

function slotValues({ operator, value, path: { field } }: Test): readonly unknown[] {
  if (operator === 'has') return [];
  if (operator === 'words') return wordsOf(String(value));
  const part = operator === 'contains' || operator === 'startsWith' ? searchKey(String(value)) : '';
  if (operator === 'contains') return [part];
  if (operator === 'startsWith') return [part, part + highest];
  if (operator !== 'in') return [slotValue(field, value)];
  const values = (value as readonly unknown[]).map((each) => slotValue(field, each));
  return values.length > longList ? [JSON.stringify(values)] : values;
}

function slotValue(field: FieldModel, value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' && comparisonOf(field) === 'words' ? textKey(value) : value;
}
