/** What a person has chosen of a report → a query of the store, or every thing that is wrong with the choice. */
import { type DataRecord, parseListQuery } from '#engine';
import { type PlacedIssue, refusals } from '../../errors/Refusal.ts';
import { isAllowed } from '../../operations/authorize.ts';
import type { EntityPlan } from '../../operations/EntityPlan.ts';
import { guardedPaths, refuseHidden } from '../../operations/guardedPaths.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import { type RecordColumn, recordColumn } from '../../sheets/recordColumns.ts';
import type { SheetSaying } from '../../sheets/sheetCell.ts';
import type { RecordQuery } from '../../store/types.ts';
import { dayOf } from './reportDays.ts';
import {
  chosenValue,
  everything,
  filterLabel,
  issueAt,
  keyOf,
  type ReportRecords,
  rowsOf,
  selectionOf,
} from './reportRecords.ts';

/** The body of a call that runs a report; what it does not say is as the configuration has it. */
export type Chosen = {
  readonly Filters?: unknown;
  readonly Columns?: unknown;
  readonly SortOrders?: unknown;
  /** What the reader has opened or closed, and sorted by, in a layout that lets them. */
  readonly Toggled?: unknown;
  readonly Sorted?: unknown;
  /** A text to look for, from the page that is asked for on. */
  readonly Find?: unknown;
};

export type ReportQuery = { readonly query: RecordQuery; readonly columns: readonly RecordColumn[] };

/** The choice of the Dealer filter that makes one statement of each dealer. */
export const individualStatements = 'AllIndividualStatements';
export const rewardsFeature = 'Rewards.IndividualStatements';

type Asking = ReportRecords & {
  readonly data: EntityPlan;
  readonly call: OperationCall;
  readonly saying: SheetSaying;
};

export function reportQuery(asking: Asking, chosen: Chosen): ReportQuery {
  const issues: PlacedIssue[] = [];
  const params = new URLSearchParams({ pageSize: '0' });
  filterBy(asking, chosen, { params, issues });
  const columns = columnsOf(asking, chosen, issues);
  sortBy(asking, chosen, { params, issues });
  if (issues.length > 0) throw refusals.invalid({ issues, entity: 'report' });
  const { call, data } = asking;
  const { query, problem } = parseListQuery(params, data.entity, call.runtime.model);
  if (problem) throw refusals.badQuery(problem);
  const { page: _, ...rest } = query;
  const whole: RecordQuery = { entity: data.entity.id, ...rest };
  refuseHidden(guardedPaths(call.runtime.model, whole), call.features);
  return { query: whole, columns };
}

type Building = { readonly params: URLSearchParams; readonly issues: PlacedIssue[] };

/** Of a report over a declared query: what is missing or wrong in what is chosen is told before it runs. */
export function checkChosen(asking: Omit<Asking, 'data'>, chosen: Chosen): void {
  const issues: PlacedIssue[] = [];
  readFilters(asking, chosen, issues);
  if (chosenColumns(asking, chosen).length === 0) issues.push(issueAt('/Columns', 'report.no-column'));
  chosenSort(asking, chosen, issues);
  if (issues.length > 0) throw refusals.invalid({ issues, entity: 'report' });
}

function filterBy(asking: Asking, chosen: Chosen, { params, issues }: Building): void {
  for (const { path, text } of readFilters(asking, chosen, issues)) {
    if (!path) continue;
    params.append('FilterProperty', path);
    params.append('FilterOperator', text.operator);
    params.append('FilterValue', text.value);
  }
}

type ReadFilter = { readonly path: string; readonly text: NonNullable<Read['text']> };

function readFilters(
  { call, report, configuration, saying, data }: Omit<Asking, 'data'> & Partial<Pick<Asking, 'data'>>,
  chosen: Chosen,
  issues: PlacedIssue[],
): readonly ReadFilter[] {
  const found: ReadFilter[] = [];
  const parameters = rowsOf(report.Parameters);
  if (parameters.length === 0) issues.push(issueAt('/Filters', 'report.no-filter'));
  const given = (chosen.Filters ?? {}) as DataRecord;
  for (const name of Object.keys(given))
    if (!parameters.some(({ ParameterName }) => ParameterName === name))
      issues.push(issueAt('/Filters', 'report.filter.unknown', { name }));
  for (const parameter of parameters) {
    const name = String(parameter.ParameterName);
    const label = filterLabel({ data }, parameter, saying);
    const value = chosenValue({ configuration }, parameter, chosen);
    const read = readValue({ call, report, parameter, label }, value);
    if (read.issue) {
      issues.push(read.issue);
      if (read.isBroken)
        call.runtime.ports.log.error({ report: report.Id, filter: name }, 'report filter without an id');
    }
    if (read.text) found.push({ path: String(parameter.Path ?? ''), text: read.text });
  }
  return found;
}

type Reading = {
  readonly call: OperationCall;
  readonly report: DataRecord;
  readonly parameter: DataRecord;
  readonly label: string;
};

type Read = {
  readonly text?: { readonly operator: string; readonly value: string };
  readonly issue?: PlacedIssue;
  /** A selection that names nothing is a fault of whoever sent it. */
  readonly isBroken?: boolean;
};

/** Ids of the controls that ask for a value of their own; all others ask for a choice. */
export const controls = { firstDate: 7, lastDate: 8, text: 9, hidden: 10 } as const;

export const isDate = (control: number): boolean =>
  control >= controls.firstDate && control <= controls.lastDate;

/** By the control that asks for it. */
function readValue(reading: Reading, value: unknown): Read {
  const { parameter, label } = reading;
  const control = Number(parameter.ReportFilterTypeId);
  const at = `/Filters/${parameter.ParameterName}`;
  if (isDate(control)) return readDate(reading, value);
  if (control === controls.text || control === controls.hidden) {
    const text = control === controls.hidden ? (parameter.DefaultValue ?? '') : (value ?? '');
    if (typeof text === 'object' || String(text).length > 2000)
      return { issue: issueAt(at, 'report.filter.text', { label }) };
    return text === ''
      ? {}
      : { text: { operator: String(parameter.Operator ?? 'contains'), value: String(text) } };
  }
  const list = selectionOf(value);
  if (list.length === 0)
    return parameter.IsOptional === true ? {} : { issue: issueAt(at, 'report.filter.choose', { label }) };
  const keys = list.map(keyOf);
  if (keys.some((key) => key === undefined))
    return { issue: issueAt(at, 'report.filter.no-id', { label }), isBroken: true };
  if (keys.includes(everything)) return {};
  if (keys.includes(individualStatements)) return readStatements(reading, at);
  return { text: { operator: 'in', value: keys.join(',') } };
}

/** All dealers, one by one, for those who may and where there are such statements. */
function readStatements({ call, report, label }: Reading, at: string): Read {
  const isOffered = statementReports.includes(String(report.Name)) && call.features.has(rewardsFeature);
  return isOffered ? {} : { issue: issueAt(at, 'report.filter.no-statements', { label }) };
}

export const statementReports: readonly string[] = ['Incentive Statements', 'DAP Statement'];

function readDate({ call, parameter, label }: Reading, value: unknown): Read {
  const at = `/Filters/${parameter.ParameterName}`;
  if (value === undefined || value === null || value === '') {
    const isMandatory = Number(parameter.ReportFilterTypeId) === controls.lastDate;
    return isMandatory ? { issue: issueAt(at, 'report.filter.date-needed', { label }) } : {};
  }
  const day = dayOf(String(value), call.today);
  if (!day) return { issue: issueAt(at, 'report.filter.date', { label }) };
  const named = String(parameter.Operator ?? 'eq');
  return { text: { operator: ['ge', 'le'].includes(named) ? named : 'eq', value: day } };
}

function columnsOf(
  { call, report, configuration, data, saying }: Asking,
  chosen: Chosen,
  issues: PlacedIssue[],
): readonly RecordColumn[] {
  const found = chosenColumns({ report, configuration }, chosen);
  if (found.length === 0) issues.push(issueAt('/Columns', 'report.no-column'));
  return found.flatMap(({ ReportColumnName, Label }) => {
    const path = String(ReportColumnName);
    const column = recordColumn(data.entity, path, saying, Label ? String(Label) : undefined);
    const query = { entity: data.entity.id, sort: [{ path, direction: 'asc' as const }] };
    const isSeen = guardedPaths(saying.model, query).every(({ access }) => isAllowed(access, call.features));
    return column && isSeen ? [column] : [];
  });
}

/** The columns of a report that are to be shown, in their order. */
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

/** Those of the configuration; of one that names none, those the report shows by default. */
function savedColumns(
  { ReportConfigurationColumns }: DataRecord,
  declared: readonly DataRecord[],
): readonly string[] {
  const saved = rowsOf(ReportConfigurationColumns).map(({ ReportColumnId }) => String(ReportColumnId));
  return saved.length > 0
    ? saved
    : declared.filter(({ IsDefault }) => IsDefault === true).map(({ Id }) => String(Id));
}

function sortBy(asking: Asking, chosen: Chosen, { params, issues }: Building): void {
  for (const { name, isDescending } of chosenSort(asking, chosen, issues)) {
    params.append('sortFields', name);
    params.append('sortDirections', isDescending ? '0' : '1');
  }
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

/** The columns whose sort order is 1 and 2. */
function defaultSort(declared: readonly DataRecord[]): readonly DataRecord[] {
  return declared
    .filter(({ SortOrder }) => SortOrder === '1' || SortOrder === '2')
    .sort((a, b) => String(a.SortOrder).localeCompare(String(b.SortOrder)))
    .map(({ ReportColumnName }) => ({ Column: ReportColumnName, IsAscending: true }));
}
