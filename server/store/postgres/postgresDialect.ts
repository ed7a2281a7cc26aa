/** How PostgreSQL's SQL differs from that of other databases. */
import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { comparisonOf, type FieldModel, isScaled, kinds, rankDigits, textKey, uniqueKey } from '#engine';
import { decimalText } from '../decimalText.ts';
import type { ShadowKind } from '../sql/columnSchema.ts';
import { column, type Sql } from '../sql/compileSql.ts';
import type {
  ColumnValue,
  Dialect,
  Operand,
  QueryDialect,
  SchemaDialect,
  TableDialect,
} from '../sql/dialect.ts';
import { keyColumn, uniqueColumn } from '../sql/names.ts';
import { hasKeyedMember, isKeyed } from './keyed.ts';
import { quotedName, referenceName, stored } from './names.ts';
import { prefixOf, slotsOf, testSql, treeOf } from './testSql.ts';

class Compiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(stored(identifier));
  }
}

const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  },
});

const hasKey = (field: FieldModel): boolean =>
  field.storage === 'json' ? hasKeyedMember(field) : isKeyed(field);

const text = 'text collate "C"';
const nothing = sql`null::text`;

const query: QueryDialect = {
  compiler,
  truth: (value) => (value ? sql`true` : sql`false`),
  orFalse: (test) => sql`coalesce(${test}, false)`,
  test: testSql,
  hasAny: (name) => sql`${name}::text <> '[]'`,
  slots: slotsOf,
  treeOf,
  column: (field, alias) => {
    const raw = column(alias, field.name);
    const key = isKeyed(field) ? column(alias, keyColumn(field.name)) : plainKey(field, raw);
    return operand(field, raw, key);
  },
  tree: (alias, name) => ({ raw: column(alias, name), key: column(alias, keyColumn(name)) }),
  member: (field, { raw, key }, names) => {
    const own = memberValue(field, raw, names);
    return operand(field, own, isKeyed(field) ? sql`${key} #>> ${path(names)}` : plainKey(field, own));
  },
  list: (tree, names, { alias, use }) => {
    const from = names.length === 0 ? tree[use] : sql`${tree[use]} #> ${path(names)}`;
    const list = sql`case json_typeof(${from}) when 'array' then ${from} else '[]'::json end`;
    return sql`json_array_elements(${list}) as ${sql.ref(alias)}(value)`;
  },
  within: (slot) => sql`(select unnest(${slot}::text[]))`,
  asList: (ids) => ids,
  sortedBy: (value, { field, isKey }) => (isKey && isKeyed(field) ? [prefixOf(value), value] : [value]),
  joinedRanks: (list, rank) => {
    const entries = sql`case json_typeof(${list}) when 'array' then ${list} else '[]'::json end`;
    const key = sql`lpad((${rank(sql`entry.value`)})::text, ${sql.lit(rankDigits)}, '0')`;
    return sql`(select string_agg(ranked.key, '' order by ranked.key) from (select ${key} as key from json_array_elements_text(${entries}) as entry(value)) as ranked)`;
  },
  ordered: (value, sign, isNeverEmpty) => {
    if (isNeverEmpty) return sign === 1 ? sql`${value} asc` : sql`${value} desc`;
    return sign === 1 ? sql`${value} asc nulls first` : sql`${value} desc nulls last`;
  },
  page: ({ columns, joins, table, where, order, range }) => {
    const page = sql`select p.* from ${table} as p ${where('p')} ${order('p')} ${range}`;
    return sql`select ${columns} from (${page}) as t ${joins} ${order('t')}`;
  },
  byRows: ({ table, slot }) => ({
    from: sql`unnest(${slot}::bigint[]) with ordinality as page(value, key) join ${table} as t on t._rowid_ = page.value`,
    order: sql`page.key`,
  }),
  asRows: (rows) => rows,
  joinsReferences: true,
};

const tables: TableDialect = {
  total: (value) => sql`coalesce(sum(${value}), 0)::float8`,
  atLeastOne: (value) => sql`greatest(1, ${value})`,
  range: (take, skip) =>
    take === undefined
      ? sql`offset ${sql.lit(skip ?? 0)}`
      : sql`limit ${sql.lit(take)} offset ${sql.lit(skip ?? 0)}`,
  // PostgreSQL has no year 0.
  localTime: (moment, zone) =>
    sql`case when ${moment} ~ '^(?!0000)[0-9]{4}-' then to_char(${moment}::timestamptz at time zone ${sql.lit(zone)}, 'YYYY-MM-DD"T"HH24:MI:SS') else ${moment} end`,
  result: (field, raw) => {
    if (kinds[field.kind].elements) return sql`nullif((${raw})::text, '[]')`;
    const isInTree = field.path.includes('.');
    return isInTree && (field.storage === 'integer' || field.storage === 'number')
      ? sql`${raw}::float8`
      : raw;
  },
  aggregate: ({ aggregate, place, per }, value) => {
    if (aggregate === 'count') return sql`count(${value})`;
    if (aggregate === 'distinct') return sql`count(distinct ${value})`;
    const isBoolean = place?.field.storage === 'boolean' && per === undefined;
    const plain = isBoolean ? sql`(${value})::int` : value;
    // The average of integers is a double, not a decimal with many digits.
    if (aggregate === 'avg' && place && !isScaled(place.field))
      return sql`sum(${plain})::float8 / nullif(count(${plain}), 0)`;
    if (aggregate === 'sum' && place && !isScaled(place.field)) return sql`sum(${plain})::float8`;
    return sql`${sql.raw(aggregate ?? 'count')}(${plain})`;
  },
  // The key depends on the text, which PostgreSQL cannot infer.
  ofGroup: (value) => sql`min(${value})`,
};

const shadowOf: Record<ShadowKind, (text: string) => string> = { key: textKey, unique: uniqueKey };

/** The keys of all texts in a tree, at the same places. */
function keyedTree(value: unknown): unknown {
  if (typeof value === 'string') return textKey(value);
  if (Array.isArray(value)) return value.map(keyedTree);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, keyedTree(each)]));
}

/**
 * Texts up to this length are indexed whole; of longer ones a prefix and a digest, since index entries are
 * limited.
 */
const wholeText = 100;

/** The value of a unique, as `compact` computes it in SQL. */
function compacted(value: string | number): string {
  const text = typeof value === 'number' ? plainNumber(value) : value;
  const letters = [...text];
  if (letters.length <= wholeText) return text;
  return letters.slice(0, wholeText).join('') + createHash('sha256').update(text).digest('hex');
}

/** Formats numbers as PostgreSQL does: without an exponent. */
function plainNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? (decimalText(text, 340) ?? text).replace(/\.?0+$/, '') : text;
}

const compact = (text: string): string =>
  `(case when length(${text}) <= ${wholeText} then ${text} else left(${text}, ${wholeText}) || encode(sha256(replace(${text}, '\\', '\\\\')::bytea), 'hex') end)`;

/** Columns as the text that a unique compares. */
function uniqueText(name: string, storage: FieldModel['storage'] | undefined): string {
  if (storage === 'boolean') return `coalesce(${name}::int::text, '')`;
  if (storage === 'number') return `coalesce(${name}::text::numeric::text, '')`;
  const written = `coalesce(${name}::text, '')`;
  return storage === 'integer' || storage === 'decimal' ? written : compact(written);
}

const schema: SchemaDialect = {
  quoted: quotedName,
  stored,
  placeholder: (number) => `$${number}`,
  columnType: (format) => types[format.split(':')[0] ?? ''] ?? text,
  shadowType: ({ format }) => (format === 'json' ? 'json' : text),
  idColumn: `"Id" ${text} not null primary key`,
  systemColumns: ['"_rowid_" bigint generated always as identity unique'],
  hasKey,
  toColumn: (field, kept) => {
    if (kept === null || kept === undefined) return null;
    return field.storage === 'json' ? JSON.stringify(kept) : (kept as ColumnValue);
  },
  fromColumn: () => (raw) => raw,
  shadowValue: (kind, value, format) => {
    if (typeof value !== 'string') return null;
    return format === 'json' ? JSON.stringify(keyedTree(JSON.parse(value))) : shadowOf[kind](value);
  },
  referenceClause: ({ entity, column: name, refersTo }) => {
    if (!refersTo) return '';
    const [target = '', isOwner] = [refersTo.replace(/!$/, ''), refersTo.endsWith('!')];
    const constraint = quotedName(referenceName(entity, name));
    return ` constraint ${constraint} references ${quotedName(target)} ("Id")${isOwner ? ' on delete cascade' : ''} deferrable initially deferred`;
  },
  refersLater: true,
  laterReference: (at) => {
    const [, name, body] = /^ constraint ("(?:[^"]|"")+") (.*)$/.exec(schema.referenceClause(at)) ?? [];
    return `alter table ${quotedName(at.entity)} add constraint ${name} foreign key (${quotedName(at.column)}) ${body} not valid`;
  },
  dropReference: ({ entity, column: name }) =>
    `alter table ${quotedName(entity)} drop constraint if exists ${quotedName(referenceName(entity, name))}`,
  uniqueExpression: (name, { table, isFolded }) => {
    const own = quotedName(isFolded ? uniqueColumn(name) : name);
    const field = table.codecByName.get(name)?.field;
    return uniqueText(own, field?.storage);
  },
  extremes: ['least', 'greatest'],
  uniqueValue: compacted,
  isFilled: (expression) => `${expression} <> ''`,
  sortIndex: (field) => {
    if (isKeyed(field)) return `left(${quotedName(keyColumn(field.name))}, 300) nulls first`;
    return `${quotedName(field.name)} nulls first`;
  },
  referenceIndex: (name) => `${quotedName(name)}, _rowid_`,
  fillShadow: (fill) => ({ fill }),
  renewShadow: (fill) => ({ fill }),
};

export const postgresDialect: Dialect = { ...query, ...tables, ...schema };

const types: Readonly<Record<string, string>> = {
  integer: 'bigint',
  boolean: 'boolean',
  real: 'double precision',
  decimal: 'numeric',
  json: 'json',
};

function operand(field: FieldModel, raw: Sql, key: Sql): Operand {
  return { raw, key, value: comparisonOf(field) === 'words' ? key : raw };
}

/** Ids, dates and moments are plain ASCII. */
function plainKey(field: FieldModel, raw: Sql): Sql {
  return field.storage === 'text' ? sql`lower(${raw})` : nothing;
}

/**
 * A JSON member read by its field's type; a value of another type, from before the field changed, counts as
 * empty.
 */
function memberValue(field: FieldModel, from: Sql, names: readonly string[]): Sql {
  const [value, tree] = [sql`${from} #>> ${path(names)}`, sql`${from} #> ${path(names)}`];
  if (isScaled(field)) return sql`case when ${value} ~ '^-?[0-9]+([.][0-9]+)?$' then (${value})::numeric end`;
  if (field.storage === 'integer' || field.storage === 'number')
    return sql`case when json_typeof(${tree}) = 'number' then (${value})::numeric end`;
  if (field.storage === 'boolean')
    return sql`case when json_typeof(${tree}) = 'boolean' then (${value})::boolean end`;
  return sql`(${value})`;
}

function path(names: readonly string[]): Sql {
  return sql.lit(`{${names.map((name) => `"${name}"`).join(',')}}`);
}
