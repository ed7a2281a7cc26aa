/** The choices in a report's filters, as its expressions see them. */
import type { DataRecord } from '#engine';
import { everyValue, type ParameterValue } from '#extensions/reports/engine';
import type { OperationCall, PlacedIssue } from '#server/extension';
import { type OwnParameter, ownParameters } from './ownParameters.ts';
import { dayOf } from './reportDays.ts';
import { controls, isDate } from './reportFilters.ts';
import { chosenValue, issueAt, rowsOf } from './reportRecords.ts';

type Valued = {
  readonly parameters: ReadonlyMap<string, ParameterValue>;
  readonly issues: readonly PlacedIssue[];
  readonly own: ReadonlyMap<string, OwnParameter>;
};

/** Those of the definition by its rules; those that people added as texts. */
export async function parameterValues(
  call: OperationCall,
  asked: Parameters<typeof ownParameters>[1],
): Promise<Valued> {
  const { records, chosen, layout } = asked;
  const declared = rowsOf(records.report.Parameters);
  const unknown = Object.keys((chosen.Filters ?? {}) as DataRecord)
    .filter((name) => !declared.some(({ ParameterName }) => ParameterName === name))
    .map((name) => issueAt('/Filters', 'report.filter.unknown', { name }));
  const parameters = new Map<string, ParameterValue>();
  for (const parameter of declared) {
    const name = String(parameter.ParameterName);
    if (!layout.parameters.some((one) => one.name === name))
      parameters.set(name, addedValue(call, parameter, asked));
  }
  const own = await ownParameters(call, { ...asked, saying: { ...asked.saying, parameters } });
  for (const [name, { value }] of own) parameters.set(name, value);
  const issues = [...own.values()].flatMap(({ issue }) => issue ?? []);
  return { parameters, issues: [...unknown, ...issues], own };
}

function addedValue(
  call: OperationCall,
  parameter: DataRecord,
  { records, chosen }: Parameters<typeof ownParameters>[1],
): ParameterValue {
  const control = Number(parameter.ReportFilterTypeId);
  // Hidden parameters cannot be chosen.
  const value =
    control === controls.hidden ? parameter.DefaultValue : chosenValue(records, parameter, chosen);
  const values = listOf(value ?? '').map((text) =>
    isDate(control) ? (dayOf(text, call.today) ?? text) : text,
  );
  return { values, labels: values.filter((one) => one !== everyValue) };
}

const listOf = (value: unknown): readonly string[] => {
  const list = Array.isArray(value) ? value : String(value).split(',');
  return list
    .map((one) => String((one as DataRecord)?.Key ?? (one as DataRecord)?.Id ?? one))
    .filter(Boolean);
};
