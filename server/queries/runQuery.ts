/** Runs a query, declared or built by a person, with the caller's rights. The only access to grouped data. */
import {
  type DataRecord,
  type FilterTree,
  ProblemError,
  type QueryFilter,
  type QueryModel,
  queryFilterTree,
  type Reader,
} from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { authorize } from '../operations/authorize.ts';
import { pathsOf } from '../operations/filters.ts';
import { reportAccess } from '../operations/guardedPaths.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { entitiesRead, partlySeen } from '../operations/partlySeen.ts';
import { findingShipped, shownTo } from '../operations/shippedTexts.ts';
import type { TableQuery, TableRow } from '../store/tableQuery.ts';
import { asIs, columnValues } from './columnValues.ts';
import { isReadable } from './isReadable.ts';

/** Parameter values: texts from a request, or JSON values. */
export type QueryParameters = DataRecord;

export type QueryPage = { readonly number: number; readonly size: number };

/** Rows in column order. A column that the caller may not read is null, and listed in `hidden`. */
type QueryRows<Rows> = {
  readonly query: QueryModel;
  readonly hidden: ReadonlySet<string>;
  /** Entities of whose records only those are counted that the caller may see. */
  readonly partly: readonly string[];
  readonly rows: Rows;
};

/** A page of rows and the total count. */
export async function queryPage(
  call: OperationCall,
  asked: Asked,
  { number, size }: QueryPage,
): Promise<QueryRows<readonly TableRow[]> & { readonly total: number }> {
  const { store } = call.runtime;
  const { query } = asked;
  const table = tableQuery(call, asked);
  const skip = (Math.max(1, number) - 1) * size;
  const whole = query.isGrouped
    ? await firstRows(store.rows({ ...table, take: mostKept + 1 }, call.asking), mostKept + 1)
    : undefined;
  // Grouping costs the same for one row as for all, so the page is cut and counted here.
  if (whole && whole.length <= mostKept) {
    const rows = whole.slice(0, query.limit);
    return {
      ...told(call, asked, table),
      rows: read(call, query, rows.slice(skip, skip + size)),
      total: rows.length,
    };
  }
  const take = Math.max(0, Math.min(size, (query.limit ?? Number.POSITIVE_INFINITY) - skip));
  const [rows, total] = await Promise.all([
    take === 0 ? [] : firstRows(store.rows({ ...table, skip, take }, call.asking), take),
    store.countRows({ ...table, ...(query.limit === undefined ? {} : { take: query.limit }) }, call.asking),
  ]);
  return { ...told(call, asked, table), rows: read(call, query, rows), total };
}

/** The most groups kept in memory. */
const mostKept = 5000;

/** Streams all rows one by one, yielding to other calls. Ends when the reader stops. */
export function queryRows(
  call: OperationCall,
  asked: Asked,
  { most }: { readonly most?: number } = {},
): QueryRows<AsyncGenerator<TableRow, void, undefined>> {
  const table = tableQuery(call, asked);
  const take = Math.min(most ?? Number.POSITIVE_INFINITY, asked.query.limit ?? Number.POSITIVE_INFINITY);
  const limited = Number.isFinite(take) ? { ...table, take } : table;
  return { ...told(call, asked, table), rows: eachRow(call, asked.query, limited) };
}

/** Aggregates over all rows, as in a table footer. Columns without an aggregate are null. */
export async function queryTotals(call: OperationCall, asked: Asked): Promise<TableRow> {
  const { query } = asked;
  const columns = query.columns.filter(({ aggregate }) => aggregate !== undefined);
  if (columns.length === 0) return query.columns.map(() => null);
  const whole = { ...asked, query: { ...query, columns, sort: [] } };
  const [row = []] = await firstRows(call.runtime.store.rows(tableQuery(call, whole), call.asking), 1);
  const values = new Map(columns.map(({ name }, at) => [name, row[at] ?? null]));
  return query.columns.map(({ name }) => values.get(name) ?? null);
}

export type Asked = {
  readonly query: QueryModel;
  readonly parameters?: QueryParameters;
  /** Extra condition on the root records; the caller's right to it is already checked. */
  readonly where?: FilterTree;
};

async function* eachRow(
  call: OperationCall,
  query: QueryModel,
  table: TableQuery,
): AsyncGenerator<TableRow, void, undefined> {
  const said = readerOf(call, query);
  for await (const piece of call.runtime.store.rows(table, call.asking)) {
    for (const row of piece) yield said(row);
    if (call.budget.isDue()) await call.budget.yieldTurn();
  }
}

function read(call: OperationCall, query: QueryModel, rows: readonly TableRow[]): readonly TableRow[] {
  return rows.map(readerOf(call, query));
}

/** Converts a stored row to an answered row; usually the identity. */
function readerOf(call: OperationCall, query: QueryModel): (row: TableRow) => TableRow {
  const readers = columnValues(call, query);
  if (readers.every((read) => read === asIs)) return (row) => row;
  return (row) => row.map((value, at) => readers[at]?.(value));
}

async function firstRows(
  pieces: AsyncIterable<readonly TableRow[]>,
  most: number,
): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for await (const piece of pieces) {
    for (const row of piece) rows.push(row);
    if (rows.length >= most) break;
  }
  return rows.slice(0, most);
}

const told = (call: OperationCall, { query }: Asked, { hidden, tables, filters }: TableQuery) => ({
  query,
  hidden: hidden ?? new Set<string>(),
  partly: partlyCounted(call, { tables, filters }),
});

/** Refuses an entity the caller may not see and filters by hidden fields. */
function partlyCounted(
  call: OperationCall,
  { tables, filters }: Pick<TableQuery, 'tables' | 'filters'>,
): readonly string[] {
  const entityOf = new Map(tables.map(({ alias, entity }) => [alias, entity]));
  const crossed = filters.flatMap(({ alias, filter }) =>
    entitiesRead(call.runtime.model, entityOf.get(alias) ?? '', pathsOf(filter)),
  );
  return partlySeen(call, [...entityOf.values(), ...crossed]);
}

/** Refuses an entity the caller may not see and filters by hidden fields. */
function tableQuery(call: OperationCall, { query, parameters = {}, where }: Asked): TableQuery {
  const { model } = call.runtime;
  for (const { entity, joined } of query.tables)
    if (!joined || joined.isMany) {
      const found = model.entities.get(entity);
      if (!found) throw refusals.noSuchQuery({ params: { name: entity } });
      authorize(reportAccess(found), call.features);
    }
  const hidden = new Set(
    query.columns.filter(({ place }) => place && !isReadable(call, query, place)).map(({ name }) => name),
  );
  const [source] = query.tables;
  const beside = where && source ? [{ alias: source.alias, filter: where }] : [];
  const filters = [...filtersOf(call, query, parameters), ...beside];
  return { ...query, hidden, filters, zone: call.zone, ...shownTo(call) };
}

function filtersOf(
  call: OperationCall,
  query: QueryModel,
  parameters: QueryParameters,
): TableQuery['filters'] {
  const { planOf } = call.runtime;
  const known = new Set(query.filters.map(({ parameter }) => parameter));
  for (const name of Object.keys(parameters))
    if (!known.has(name)) throw new Refusal('validation', 'query.parameter.unknown', { params: { name } });
  return query.filters.flatMap((filter) => {
    const { parameter, isRequired, place, path } = filter;
    const given = parameter === undefined ? undefined : parameters[parameter];
    const value = given === undefined ? filter.value : given;
    if (parameter !== undefined && isEmpty(value)) {
      if (!isRequired) return [];
      throw new Refusal('validation', 'query.parameter.missing', { params: { name: parameter } });
    }
    if (!isReadable(call, query, place)) throw refusals.hiddenField({ params: { field: path } });
    const asked = treeOf(filter, value, { zone: call.zone, me: call.user.Id });
    const from = query.tables.find(({ alias }) => alias === place.alias)?.entity ?? '';
    const { filter: found = asked } = findingShipped(call, planOf(from), { filter: asked });
    return [{ alias: place.alias, filter: found }];
  });
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function treeOf(filter: QueryFilter, value: unknown, reader: Reader): FilterTree {
  try {
    return queryFilterTree(filter, value, reader);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw refusals.badQuery(error.problem);
  }
}
