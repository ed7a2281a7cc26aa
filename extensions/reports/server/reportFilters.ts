/** Reads the choices in a report's filters by control: a value to compare, or what is wrong with it. */
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

/** The option of the Dealer filter that creates one statement per dealer. */
export const individualStatements = 'AllIndividualStatements';
export const rewardsFeature = 'Rewards.IndividualStatements';

type Asking = Pick<ReportRecords, 'report' | 'configuration' | 'query'> & {
  readonly data?: EntityPlan | undefined;
  readonly call: OperationCall;
  readonly saying: SheetSaying;
};

/** A comparison; `name` is that of its parameter. */
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
  /** An empty selection is an error of the client. */
  readonly isBroken?: boolean;
};

/** Ids of controls for typed values; all others offer choices. */
export const controls = { firstDate: 7, lastDate: 8, text: 9, hidden: 10 } as const;

export const isDate = (control: number): boolean =>
  control >= controls.firstDate && control <= controls.lastDate;

/** Reads the value as its control defines it. */
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

/** One statement per dealer, for reports that have them and people with the right. */
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
