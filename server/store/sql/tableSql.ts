/** Compiles a table query to one statement. */
import { sql } from 'kysely';
import {
  comparisonOf,
  type FilterTree,
  kinds,
  lookupRanks,
  type Model,
  type QueryColumn,
  type QueryPlace,
  type QueryTable,
  resolveFilter,
} from '#engine';
import type { EntityTables } from '../entityTable.ts';
import { shownTexts, type TableQuery } from '../tableQuery.ts';
import { column, compileSql, type Sql } from './compileSql.ts';
import { conditionSql, describeCondition } from './conditionSql.ts';
import type { Dialect } from './dialect.ts';
import type { Ready } from './entityStatements.ts';
import { singleValue } from './fieldSql.ts';
import { choicesRanked, ranked, shownKey, shownText } from './sortSql.ts';

/**
 * SQL function that aborts a statement after too many rows, where no process can be killed; called for each
 * row.
 */
export const workLeft = 'work_left';

type Written = {
  readonly dialect: Dialect;
  /** Whether the SQL calls `work_left`. */
  readonly isCounted?: boolean;
};

export function rowsSql(query: TableQuery, tables: EntityTables, how: Written): Ready {
  return written(tables, how, (draft) => {
    const { take, skip } = query;
    const range = take === undefined && skip === undefined ? sql`` : how.dialect.range(take, skip);
    return sql`${selectSql(query, draft)} ${orderSql(query, draft)} ${range}`;
  });
}

/** The statement that counts rows, with the entities it reads. */
export function countSql(
  query: TableQuery,
  tables: EntityTables,
  how: Written,
): Ready & { readonly reads: ReadonlySet<string> } {
  return written(tables, how, (draft) => {
    const range = query.take === undefined ? sql`` : sql`limit ${sql.lit(query.take)}`;
    return sql`select count(*) from (${selectSql(counted(query), draft)} ${range}) as counted`;
  });
}

/** Drops joins that cannot change the number of rows, so a million need not be looked up. */
function counted(query: TableQuery): TableQuery {
  if (query.isGrouped) return query;
  const { tables, filters } = query;
  const needed = new Set(filters.map(({ alias }) => alias));
  // Backwards: each table is joined to an earlier one.
  for (const { alias, joined } of tables.toReversed())
    if (joined && (needed.has(alias) || joined.isRequired || joined.isMany)) needed.add(alias).add(joined.to);
  const [source] = tables;
  const kept = tables.filter(({ alias }) => alias === source?.alias || needed.has(alias));
  return { ...query, tables: kept, columns: [], sort: [] };
}

/**
 * Counts the rows of a join without joining: counts the referring records of each record and multiplies the
 * counts. The cost grows with the tables, not with the number of rows.
 */
export function joinedRowsSql(query: TableQuery, tables: EntityTables, dialect: Dialect): Ready {
  return written(tables, { dialect }, (draft) => {
    const [source] = query.tables;
    if (!source) throw new Error('A query reads a table.');
    return sql`select ${multipliedSql(query, source, draft)}`;
  });
}

/** The number of joined rows per row of the table. */
function multipliedSql(query: TableQuery, table: QueryTable, draft: Draft): Sql {
  const single = singlesOf(query, table);
  const around = new Set([table, ...single].map(({ alias }) => alias));
  const many = query.tables.filter(({ joined }) => joined?.isMany && around.has(joined.to));
  const joins = single.map((each) => joinSql(each, limitOf(query, each, draft), draft));
  // In statement order, since their values are bound in that order.
  const each = many.map((one) => multipliedSql(query, one, draft));
  const own = [
    ...(table.joined
      ? [sql`${column(table.alias, table.joined.field.name)} = ${column(table.joined.to, 'Id')}`]
      : []),
    ...limitOf(query, table, draft),
    ...query.filters
      .filter(({ alias }) => around.has(alias))
      .map(({ alias, filter }) => {
        const entity = [table, ...single].find((one) => one.alias === alias)?.entity ?? '';
        return whereSql(filter, { alias, entity, limits: query.limits }, draft);
      }),
  ];
  const { dialect } = draft;
  const total = dialect.total(each.length > 0 ? sql.join(each, sql` * `) : sql.lit(1));
  const where = own.length > 0 ? sql`where ${sql.join(own, sql` and `)}` : sql``;
  // A record without referring records yields one row, unless the query drops it.
  const isKept =
    table.joined && !table.joined.isRequired && !query.filters.some(({ alias }) => around.has(alias));
  const rows = isKept ? dialect.atLeastOne(total) : total;
  return sql`(select ${rows} from ${named(table)} ${sql.join(joins, sql` `)} ${where})`;
}

/** The tables reached through single references, which do not multiply rows. */
function singlesOf({ tables }: TableQuery, { alias }: QueryTable): readonly QueryTable[] {
  const around = new Set([alias]);
  return tables.filter((each) => {
    const isOne = each.joined !== undefined && !each.joined.isMany && around.has(each.joined.to);
    if (isOne) around.add(each.alias);
    return isOne;
  });
}

function limitOf({ limits }: TableQuery, { alias, entity }: QueryTable, draft: Draft): readonly Sql[] {
  const limit = limits?.get(entity);
  return limit ? [whereSql(limit, { alias, entity }, draft)] : [];
}

type Draft = Written & {
  readonly model: Model;
  readonly values: unknown[];
  readonly reads: Set<string>;
  readonly nextAlias: () => string;
};

function written({ model }: EntityTables, how: Written, write: (draft: Draft) => Sql) {
  let count = 0;
  const values: unknown[] = [];
  const reads = new Set<string>();
  const draft = { ...how, model, values, reads, nextAlias: () => `f${++count}` };
  const compiled = compileSql(write(draft), how.dialect);
  return { text: compiled.text, values: compiled.bind(values), reads };
}

function selectSql(query: TableQuery, draft: Draft): Sql {
  const { tables, filters, limits, columns, isGrouped, hidden } = query;
  const values = columns.map((each) => (hidden?.has(each.name) ? sql`null` : columnSql(each, draft, query)));
  for (const { entity } of tables) draft.reads.add(entity);
  const [source, ...joined] = tables;
  if (!source) throw new Error('A query reads a table.');
  const joins = joined.map((table) => joinSql(table, limitOf(query, table, draft), draft));
  const entityOf = new Map(tables.map(({ alias, entity }) => [alias, entity]));
  const where = [
    ...limitOf(query, source, draft),
    ...filters.map(({ alias, filter }) =>
      whereSql(filter, { alias, entity: entityOf.get(alias) ?? '', limits }, draft),
    ),
    // With all row ids SQLite calls it in the innermost loop; without any, only once.
    ...(draft.isCounted ? [sql`${sql.raw(workLeft)}(${sql.join(rowids(query))})`] : []),
  ];
  const groups = columns.flatMap(({ aggregate }, at) => (aggregate ? [] : [sql.lit(at + 1)]));
  return sql.join(
    [
      sql`select ${values.length > 0 ? sql.join(values) : sql.lit(1)} from ${named(source)}`,
      ...joins,
      ...(where.length > 0 ? [sql`where ${sql.join(where, sql` and `)}`] : []),
      ...(isGrouped && groups.length > 0 ? [sql`group by ${sql.join(groups)}`] : []),
    ],
    sql` `,
  );
}

const rowids = ({ tables }: TableQuery): readonly Sql[] =>
  tables.filter(({ joined }) => !joined || joined.isMany).map(({ alias }) => column(alias, '_rowid_'));

const named = ({ alias, entity }: QueryTable): Sql => sql`${sql.table(entity)} as ${sql.ref(alias)}`;

function joinSql(table: QueryTable, limits: readonly Sql[], { dialect }: Draft): Sql {
  const { alias, joined } = table;
  if (!joined) throw new Error('Only the first table of a query stands alone.');
  const [one, other] = joined.isMany
    ? [column(alias, joined.field.name), column(joined.to, 'Id')]
    : [column(alias, 'Id'), singleValue(joined.field, { alias: joined.to, dialect }).raw];
  const on = sql.join([sql`${one} = ${other}`, ...limits], sql` and `);
  return sql`${joined.isRequired ? sql`join` : sql`left join`} ${named(table)} on ${on}`;
}

type Filtered = Pick<QueryTable, 'alias' | 'entity'> & Pick<TableQuery, 'limits'>;

function whereSql(filter: FilterTree, table: Filtered, draft: Draft): Sql {
  const entity = draft.model.entities.get(table.entity);
  if (!entity) throw new Error(`The store knows no entity '${table.entity}'.`);
  const condition = resolveFilter(filter, entity, draft.model, table.limits);
  const first = draft.values.length;
  const { values, reads } = describeCondition(condition, draft.dialect);
  draft.values.push(...values);
  for (const each of reads) draft.reads.add(each);
  const { model, nextAlias, dialect } = draft;
  return sql`(${conditionSql(condition, { model, dialect, alias: table.alias, nextAlias }, { first })})`;
}

function columnSql(asked: QueryColumn, { dialect, model }: Draft, query: TableQuery): Sql {
  const { place, aggregate, per } = asked;
  if (!place) return sql`count(*)`;
  const { zone = 'UTC' } = query;
  const shown = shownTexts(model, query, asked);
  const stored = valueSql(place, dialect);
  const raw = shown ? shownText(place.alias, stored, shown) : stored;
  const isMoment = per !== undefined && kinds[place.field.kind].day === 'moment' && zone !== 'UTC';
  const day = isMoment ? dialect.localTime(raw, zone) : raw;
  const value = per ? periods[per](day) : day;
  return aggregate ? dialect.aggregate(asked, value) : value;
}

function valueSql({ alias, field }: QueryPlace, dialect: Dialect): Sql {
  return dialect.result(field, singleValue(field, { alias, dialect }).raw);
}

const periods: Record<NonNullable<QueryColumn['per']>, (day: Sql) => Sql> = {
  year: (day) => sql`substr(${day}, 1, 4)`,
  quarter: (day) => sql`substr(${day}, 1, 4) || '-Q' || ((cast(substr(${day}, 6, 2) as integer) + 2) / 3)`,
  month: (day) => sql`substr(${day}, 1, 7)`,
  day: (day) => sql`substr(${day}, 1, 10)`,
};

/** Empty values come first when ascending; ties follow the groups, or insertion order. */
function orderSql(query: TableQuery, draft: Draft): Sql {
  const { ordered } = draft.dialect;
  const { columns, sort, isGrouped, hidden } = query;
  const terms = sort.flatMap(({ column: name, direction }) => {
    const at = columns.findIndex((each) => each.name === name);
    const found = columns[at];
    if (!found || hidden?.has(name)) return [];
    return [ordered(termSql(found, at, { ...draft, query }), direction === 'desc' ? -1 : 1)];
  });
  const rest = isGrouped
    ? columns.flatMap(({ aggregate, name }, at) =>
        aggregate || hidden?.has(name) ? [] : [ordered(sql.lit(at + 1), 1)],
      )
    : rowids(query);
  const all = [...terms, ...rest];
  return all.length > 0 ? sql`order by ${sql.join(all)}` : sql``;
}

function termSql(
  column: QueryColumn,
  at: number,
  { model, dialect, query }: Draft & { readonly query: TableQuery },
): Sql {
  const { place, aggregate, per } = column;
  const { isGrouped } = query;
  if (!place || aggregate || per) return sql`${sql.lit(at + 1)}`;
  const { field, lookupMember, alias } = place;
  if (lookupMember && field.lookup)
    return ranked(singleValue(field, { alias, dialect }).raw, lookupRanks(model, field.lookup, lookupMember));
  if (kinds[field.kind].elements) {
    const key = choicesRanked(field, singleValue(field, { alias, dialect }).raw, { dialect });
    return isGrouped ? dialect.ofGroup(key) : key;
  }
  if (comparisonOf(field) !== 'words') return sql`${sql.lit(at + 1)}`;
  const shown = shownTexts(model, query, column);
  const stored = singleValue(field, { alias, dialect }).value;
  const value = shown ? shownKey(place, stored, shown) : stored;
  return isGrouped ? dialect.ofGroup(value) : value;
}
