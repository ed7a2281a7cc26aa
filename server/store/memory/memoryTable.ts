/** Answers table queries over several entities from stored records. */
import {
  type Condition,
  choicesKey,
  compareValues,
  comparisonOf,
  type DataRecord,
  type FilterTree,
  kinds,
  lookupRanks,
  momentIn,
  type Parts,
  type QueryColumn,
  type QueryPlace,
  type QueryTable,
  resolveFilter,
  textKey,
} from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import { WorkBudget } from '../../work/WorkBudget.ts';
import type { EntityTables } from '../entityTable.ts';
import { columnReader, shownTexts, type TableQuery, type TableRow } from '../tableQuery.ts';
import { keptSatisfies, keptValue, shownIn } from './memoryFind.ts';
import type { MemoryDraft } from './memoryState.ts';

/** The record of each table by alias; undefined where nothing is joined. */
type Joined = Readonly<Record<string, DataRecord | undefined>>;

type At = {
  readonly query: TableQuery;
  readonly draft: Pick<MemoryDraft, 'read'>;
  readonly tables: EntityTables;
};

/** Yields the rows in pieces. */
export async function* memoryRows(at: At): AsyncGenerator<readonly TableRow[]> {
  const rows = await new WorkBudget().run(tableRows(at));
  const { skip = 0, take } = at.query;
  const wanted = rows.slice(skip, take === undefined ? undefined : skip + take);
  for (let from = 0; from < wanted.length; from += pieceSize) yield wanted.slice(from, from + pieceSize);
}

const pieceSize = 500;

export async function memoryCount(at: At): Promise<number> {
  const all = (await new WorkBudget().run(tableRows(at))).length;
  return at.query.take === undefined ? all : Math.min(all, at.query.take);
}

type Keyed = { readonly row: TableRow; readonly keys: readonly unknown[] };

function* tableRows(at: At): Parts<readonly TableRow[]> {
  const { query } = at;
  const found = yield* passing(at);
  const keyed = query.isGrouped ? grouped(at, found) : found.map((joined) => keyedRow(at, [joined]));
  const signs = query.sort.map(({ direction }) => (direction === 'desc' ? -1 : 1));
  const sorted = keyed.toSorted((one, other) => {
    for (let term = 0; term < one.keys.length; term++) {
      const order = compareValues(one.keys[term], other.keys[term], 'codes') ?? 0;
      if (order !== 0) return order * (signs[term] ?? 1);
    }
    return 0;
  });
  return sorted.map(({ row }) => row);
}

/** Every combination of joined records that passes all filters, in insertion order. */
function* passing(at: At): Parts<readonly Joined[]> {
  const { query, draft, tables } = at;
  const readKept = (entity: string, id: string) => draft.read(entity).records.get(id);
  const conditionOf = (entity: string, filter: FilterTree, limits?: TableQuery['limits']): Condition =>
    resolveFilter(filter, tables.get(entity).entity, tables.model, limits);
  const recordsOf = (entity: string): readonly DataRecord[] => {
    const limit = query.limits?.get(entity);
    const all = [...draft.read(entity).records.values()];
    const condition = limit && conditionOf(entity, limit);
    return condition ? all.filter((kept) => keptSatisfies(kept, condition, readKept)) : all;
  };
  let found: readonly Joined[] = [{}];
  for (const table of query.tables) found = yield* withTable(found, table, recordsOf(table.entity));
  const entityOf = new Map(query.tables.map(({ alias, entity }) => [alias, entity]));
  const conditions = query.filters.map(({ alias, filter }) => ({
    alias,
    condition: conditionOf(entityOf.get(alias) ?? '', filter, query.limits),
  }));
  return found.filter((joined) =>
    conditions.every(({ alias, condition }) => keptSatisfies(joined[alias] ?? {}, condition, readKept)),
  );
}

function* withTable(
  found: readonly Joined[],
  { alias, joined }: QueryTable,
  records: readonly DataRecord[],
): Parts<readonly Joined[]> {
  const { to = '', field, isMany, isRequired } = joined ?? {};
  const all: Joined[] = [];
  const add = (each: Joined, matching: readonly DataRecord[]) => {
    for (const record of matching) all.push({ ...each, [alias]: record });
    // Only a join to many records makes more rows than there are records.
    if (isMany && all.length > mostJoined) throw refusals.queryTooSlow();
  };
  const keyOf = (record: DataRecord) => (isMany && field ? keptValue(record, field) : record.Id);
  const byKey = joined ? groupedBy(records, keyOf) : undefined;
  for (const [at, each] of found.entries()) {
    if (at % partSize === partSize - 1) yield;
    if (!byKey || !field) add(each, records);
    else {
      const from = each[to];
      const key = from && (isMany ? from.Id : keptValue(from, field));
      const matching = (key ?? null) === null ? [] : (byKey.get(key) ?? []);
      if (matching.length > 0) add(each, matching);
      else if (!isRequired) all.push(each);
    }
  }
  return all;
}

/** The most joined rows held in memory, and rows processed before yielding to other work. */
const [mostJoined, partSize] = [100_000, 500];

function groupedBy<T, Key>(all: readonly T[], keyOf: (one: T) => Key): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const known = groups.get(key);
    if (known) known.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

function grouped(at: At, found: readonly Joined[]): readonly Keyed[] {
  const groups = at.query.columns.filter(({ aggregate }) => !aggregate);
  // Without groups there is always one row, even for no records.
  if (groups.length === 0) return [keyedRow(at, found)];
  const byValues = groupedBy(found, (joined) =>
    JSON.stringify(groups.map((column) => valueIn(at, column, joined))),
  );
  return [...byValues.values()].map((members) => keyedRow(at, members));
}

/** A result row with its sort keys: the sort terms, then the groups. */
function keyedRow(at: At, members: readonly Joined[]): Keyed {
  const { columns, sort, isGrouped, hidden } = at.query;
  const raw = columns.map((column) => {
    if (!column.aggregate) return valueIn(at, column, members[0] ?? {});
    if (hidden?.has(column.name)) return null;
    const values = column.place ? members.map((each) => valueIn(at, column, each)) : members;
    return aggregates[column.aggregate](values.filter((value) => value !== null));
  });
  const keys = sort.map(({ column: name }) => {
    const index = columns.findIndex((column) => column.name === name);
    return sortKey(at, columns[index], raw[index]);
  });
  const rest = isGrouped ? raw.filter((_, index) => !columns[index]?.aggregate) : [];
  return { row: columns.map((column, index) => columnReader(column)(raw[index])), keys: [...keys, ...rest] };
}

function valueIn({ query, tables }: At, column: QueryColumn, joined: Joined): unknown {
  const { name, place, per } = column;
  if (!place || query.hidden?.has(name)) return null;
  const stored = read(place, joined) ?? null;
  const value = shownIn(joined[place.alias], stored, shownTexts(tables.model, query, column));
  if (!per || typeof value !== 'string') return value;
  return periods[per](
    kinds[place.field.kind].day === 'moment' ? momentIn(value, query.zone ?? 'UTC') : value,
  );
}

function read({ alias, field }: QueryPlace, joined: Joined): unknown {
  const record = joined[alias];
  return record && keptValue(record, field);
}

function sortKey({ tables }: At, column: QueryColumn | undefined, value: unknown): unknown {
  const { place, aggregate, per } = column ?? {};
  if (!place || aggregate || per) return value;
  const { field, lookupMember } = place;
  if (lookupMember && field.lookup)
    return lookupRanks(tables.model, field.lookup, lookupMember).get(value as string | number);
  if (kinds[field.kind].elements && typeof value === 'string') return choicesKey(field, JSON.parse(value));
  return typeof value === 'string' && comparisonOf(field) === 'words' ? textKey(value) : value;
}

type Values = readonly unknown[];
const sum = (values: Values): number => (values as readonly number[]).reduce((all, one) => all + one, 0);
const extreme = (values: Values, sign: 1 | -1): unknown =>
  values.reduce(
    (best, one) => (best === null || (compareValues(one, best, 'codes') ?? 0) * sign > 0 ? one : best),
    null,
  );

const aggregates: Record<NonNullable<QueryColumn['aggregate']>, (values: Values) => unknown> = {
  count: (values) => values.length,
  distinct: (values) => new Set(values).size,
  sum: (values) => (values.length === 0 ? null : sum(values)),
  avg: (values) => (values.length === 0 ? null : sum(values) / values.length),
  min: (values) => extreme(values, -1),
  max: (values) => extreme(values, 1),
};

const periods: Record<NonNullable<QueryColumn['per']>, (day: string) => string> = {
  year: (day) => day.slice(0, 4),
  quarter: (day) => `${day.slice(0, 4)}-Q${Math.floor((Number(day.slice(5, 7)) + 2) / 3)}`,
  month: (day) => day.slice(0, 7),
  day: (day) => day.slice(0, 10),
};
