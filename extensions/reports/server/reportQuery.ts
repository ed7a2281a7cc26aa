/** Turns the choices of a report into filters, order and columns, or lists everything wrong with them. */
import {
  compileQuery,
  type DataRecord,
  type FilterTree,
  ProblemError,
  parseListQuery,
  queryFilterTree,
  resolvePath,
  type Sort,
} from '#engine';
import {
  allOf,
  type EntityPlan,
  guardedPaths,
  isReadablePath,
  type OperationCall,
  type PlacedIssue,
  type RecordColumn,
  refusals,
  refuseHidden,
  type SheetSaying,
} from '#server/extension';
import { columnFindings, recordsColumn } from './reportColumn.ts';
import { readFilters } from './reportFilters.ts';
import { type Chosen, issueAt, type ReportRecords, rowsOf } from './reportRecords.ts';

type DeclaredFilter = NonNullable<Parameters<typeof compileQuery>[0]['filters']>[number];

/** Which records of an entity, and in which order. */
export type RecordsAsked = {
  readonly entity: string;
  readonly filters?: readonly DeclaredFilter[];
  /** An additional filter over rows within records, which queries do not support. */
  readonly where?: FilterTree | undefined;
  readonly sort?: readonly Sort[];
};

export type ReportQuery = { readonly query: RecordsAsked; readonly columns: readonly RecordColumn[] };

type Asking = ReportRecords & {
  readonly data: EntityPlan;
  readonly call: OperationCall;
  readonly saying: SheetSaying;
};

export function reportQuery(asking: Asking, chosen: Chosen): ReportQuery {
  const issues: PlacedIssue[] = [];
  const narrowed = filterBy(asking, chosen, issues);
  const columns = columnsOf(asking, chosen, issues);
  const sort = sortBy(asking, chosen, issues);
  if (issues.length > 0) throw refusals.invalid({ issues, entity: 'report' });
  return { query: { entity: asking.data.entity.id, ...narrowed, sort }, columns };
}

/** Checks choices for a declared query before it runs. */
export function checkChosen(asking: Omit<Asking, 'data'>, chosen: Chosen): void {
  const issues: PlacedIssue[] = [];
  readFilters({ ...asking, data: undefined }, chosen, issues);
  if (chosenColumns(asking, chosen).length === 0) issues.push(issueAt('/Columns', 'report.no-column'));
  chosenSort(asking, chosen, issues);
  if (issues.length > 0) throw refusals.invalid({ issues, entity: 'report' });
}

function filterBy(
  asking: Asking,
  chosen: Chosen,
  issues: PlacedIssue[],
): Pick<RecordsAsked, 'filters' | 'where'> {
  const filters: DeclaredFilter[] = [];
  const trees: (FilterTree | undefined)[] = [];
  for (const { name, path, text } of readFilters(asking, chosen, issues)) {
    if (!path) continue;
    const { value } = text;
    const operator = text.operator as DeclaredFilter['operator'];
    const issue = checkFilter(asking, { path, operator, value });
    if (!issue) filters.push({ path, operator, value });
    else if (leadsAnywhere(asking, path)) trees.push(listQuery(asking, { filter: { path, ...text } }).filter);
    else issues.push({ ...issue, path: `/Filters/${name}` });
  }
  return { filters, where: allOf(trees) };
}

/** Refuses filters on hidden fields and values that do not fit; explains filters that no query supports. */
function checkFilter(
  { call, data }: Asking,
  { path, operator, value }: DeclaredFilter,
): PlacedIssue | undefined {
  const { model } = call.runtime;
  const { query, findings } = compileQuery(
    {
      ...{ $id: 'filter', title: 'filter', from: data.entity.id, columns: [{ path: 'Id' }] },
      filters: [{ path, operator, parameter: 'value' }],
    },
    model,
  );
  const [filter] = query?.filters ?? [];
  const [finding] = findings;
  if (!filter) return issueAt('', `query.mistake.${finding?.code}`, finding?.params);
  if (!isReadablePath(call, data.entity.id, path)) throw refusals.hiddenField({ params: { field: path } });
  try {
    queryFilterTree(filter, value, { zone: call.zone, me: call.user.Id });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw refusals.badQuery(error.problem);
  }
  return undefined;
}

const leadsAnywhere = ({ call, data }: Asking, path: string): boolean =>
  resolvePath(call.runtime.model.entities, data.entity, path) !== undefined;

type Listed = {
  readonly filter?: { readonly path: string; readonly operator: string; readonly value: string };
  readonly sort?: string;
};

/** Parses them like a list query, with its refusals. */
function listQuery({ call, data: { entity } }: Asking, { filter, sort }: Listed) {
  const params = new URLSearchParams({ pageSize: '0' });
  if (filter) {
    params.append('FilterProperty', filter.path);
    params.append('FilterOperator', filter.operator);
    params.append('FilterValue', filter.value);
  }
  if (sort) params.append('sortFields', sort);
  const { query, problem } = parseListQuery(params, entity, {
    model: call.runtime.model,
    zone: call.zone,
    me: call.user.Id,
  });
  if (problem) throw refusals.badQuery(problem);
  refuseHidden(guardedPaths(call.runtime.model, { entity: entity.id, ...query }), call.features);
  return query;
}

function columnsOf(asking: Asking, chosen: Chosen, issues: PlacedIssue[]): readonly RecordColumn[] {
  const { call, data, saying } = asking;
  const found = chosenColumns(asking, chosen);
  if (found.length === 0) issues.push(issueAt('/Columns', 'report.no-column'));
  return found.flatMap(({ ReportColumnName, Label }) => {
    const path = String(ReportColumnName);
    const column = recordsColumn(data.entity, path, saying, Label ? String(Label) : undefined);
    return column && isReadablePath(call, data.entity.id, path) ? [column] : [];
  });
}

/** The columns to show, in order. */
export function chosenColumns(
  { report, configuration }: Pick<ReportRecords, 'report' | 'configuration'>,
  chosen: Chosen,
): readonly DataRecord[] {
  const declared = rowsOf(report.ReportColumns);
  const wanted = Array.isArray(chosen.Columns)
    ? chosen.Columns.map(String)
    : savedColumns(configuration, declared);
  return declared
    .filter(
      ({ Id, ReportColumnName }) => wanted.includes(String(Id)) || wanted.includes(String(ReportColumnName)),
    )
    .sort((a, b) => Number(a.OrdinalPosition) - Number(b.OrdinalPosition));
}

/** The columns of the configuration; without any, the report's default ones. */
function savedColumns(
  { ReportConfigurationColumns }: DataRecord,
  declared: readonly DataRecord[],
): readonly string[] {
  const saved = rowsOf(ReportConfigurationColumns).map(({ ReportColumnId }) => String(ReportColumnId));
  return saved.length > 0
    ? saved
    : declared.filter(({ IsDefault }) => IsDefault === true).map(({ Id }) => String(Id));
}

/** Sorting by a hidden column is refused when requested, and dropped from the report's default order. */
function sortBy(asking: Asking, chosen: Chosen, issues: PlacedIssue[]): readonly Sort[] {
  const { call, data } = asking;
  const isAsked = Array.isArray(chosen.SortOrders);
  return chosenSort(asking, chosen, issues).flatMap(({ name: path, isDescending }): Sort[] => {
    const [finding] = columnFindings(call.runtime.model, data.entity.id, path);
    if (finding) {
      if (leadsAnywhere(asking, path)) listQuery(asking, { sort: path });
      issues.push(issueAt('/SortOrders', `query.mistake.${finding.code}`, finding.params));
      return [];
    }
    const isSeen = isReadablePath(call, data.entity.id, path);
    if (!isSeen && isAsked) throw refusals.hiddenField({ params: { field: path } });
    return isSeen ? [{ path, direction: isDescending ? 'desc' : 'asc' }] : [];
  });
}

type SortedBy = { readonly name: string; readonly isDescending: boolean };

export function chosenSort(
  { report, configuration }: Pick<ReportRecords, 'report' | 'configuration'>,
  chosen: Chosen,
  issues: PlacedIssue[],
): readonly SortedBy[] {
  const declared = rowsOf(report.ReportColumns);
  const saved = rowsOf(configuration.ReportConfigurationColumnSortOrders);
  const given = Array.isArray(chosen.SortOrders)
    ? rowsOf(chosen.SortOrders)
    : saved.length > 0
      ? saved
      : defaultSort(declared);
  return given.slice(0, 2).flatMap(({ Column, IsAscending }) => {
    const name = String(Column ?? '');
    if (name === '') return [];
    const column = declared.find(({ Id, ReportColumnName }) => Id === name || ReportColumnName === name);
    if (!column) issues.push(issueAt('/SortOrders', 'report.sort.unknown', { name }));
    return column ? [{ name: String(column.ReportColumnName), isDescending: IsAscending === false }] : [];
  });
}

/** The columns whose sort order is 1 or 2. */
function defaultSort(declared: readonly DataRecord[]): readonly DataRecord[] {
  return declared
    .filter(({ SortOrder }) => SortOrder === '1' || SortOrder === '2')
    .sort((a, b) => String(a.SortOrder).localeCompare(String(b.SortOrder)))
    .map(({ ReportColumnName }) => ({ Column: ReportColumnName, IsAscending: true }));
}
