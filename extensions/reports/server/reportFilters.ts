/** What a person has chosen in the filters of a report, by the control of each: a text to compare, or what is wrong with it. */
import type { DataRecord } from '#engine';
import type { EntityPlan, OperationCall, PlacedIssue, SheetSaying } from '#server/extension';
import { dayOf } from './reportDays.ts';
import {
  type Chosen,
  chosenValue,
  everything,
  filterLabel,
  issueAt,
  keyOf,
  type ReportRecords,
  rowsOf,
  selectionOf,
} from './reportRecords.ts';

/** The choice of the Dealer filter that makes one statement of each dealer. */
export const individualStatements = 'AllIndividualStatements';
export const rewardsFeature = 'Rewards.IndividualStatements';

type Asking = Pick<ReportRecords, 'report' | 'configuration' | 'query'> & {
  readonly data?: EntityPlan | undefined;
  readonly call: OperationCall;
  readonly saying: SheetSaying;
};

/** What is to be compared; `name` is its parameter's. */
type ReadFilter = {
  readonly name: string;
  readonly path: string;
  readonly text: NonNullable<Read['text']>;
};

export function readFilters(
  { call, report, configuration, saying, data, query }: Asking,
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
    const label = filterLabel({ data, query }, parameter, saying);
    const value = chosenValue({ configuration }, parameter, chosen);
    const read = readValue({ call, report, parameter, label }, value);
    if (read.issue) {
      issues.push(read.issue);
      if (read.isBroken)
        call.runtime.ports.log.error({ report: report.Id, filter: name }, 'report filter without an id');
    }
    if (read.text) found.push({ name, path: String(parameter.Path ?? ''), text: read.text });
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
