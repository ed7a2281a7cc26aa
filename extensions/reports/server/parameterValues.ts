/** The choices in a report's filters, as its expressions see them. */
import type { DataRecord } from '#engine';
import { everyValue, type ParameterValue, type ReportLayout } from '#extensions/reports/engine';
import type { OperationCall, PlacedIssue } from '#server/extension';
import { dayOf } from './reportDays.ts';
import { controls, isDate } from './reportFilters.ts';
import { type Chosen, chosenValue, issueAt, type ReportRecords, rowsOf } from './reportRecords.ts';

type Valued = {
  readonly parameters: ReadonlyMap<string, ParameterValue>;
  readonly issues: readonly PlacedIssue[];
};

/** When rows are entered in the file, no query checks the choices, so they are checked here. */
export function parameterValues(
  call: OperationCall,
  { report, configuration, data }: Pick<ReportRecords, 'report' | 'configuration' | 'data'>,
  { layout, chosen }: { readonly layout: ReportLayout; readonly chosen: Chosen },
): Valued {
  const declared = rowsOf(report.Parameters);
  const issues = Object.keys((chosen.Filters ?? {}) as DataRecord)
    .filter((name) => !declared.some(({ ParameterName }) => ParameterName === name))
    .map((name) => issueAt('/Filters', 'report.filter.unknown', { name }));
  const parameters = new Map<string, ParameterValue>();
  for (const parameter of declared) {
    const { ParameterName, DefaultValue, Label } = parameter;
    const control = Number(parameter.ReportFilterTypeId);
    const name = String(ParameterName);
    const own = layout.parameters.find((one) => one.name === name);
    const choices = own?.choices ?? [];
    // Hidden parameters cannot be chosen.
    const value =
      control === controls.hidden ? DefaultValue : chosenValue({ configuration }, parameter, chosen);
    const isDay = own?.type === 'DateTime' || isDate(control);
    const values = listOf(value ?? '').map((text) => (isDay ? (dayOf(text, call.today) ?? text) : text));
    const isKnown = (text: string) =>
      text === everyValue || choices.some((one) => String(one.value) === text);
    if (!data && choices.length > 0 && !values.every(isKnown))
      issues.push(issueAt(`/Filters/${name}`, 'report.filter.gone', { label: Label ?? name }));
    const labels = values.map((text) => choices.find((one) => String(one.value) === text)?.label ?? text);
    // Everything is every choice that is known, where an expression asks for it.
    const isAll = values.includes(everyValue) && choices.length > 0;
    parameters.set(name, {
      ...{ values, labels: isAll ? choices.map(({ label }) => label) : labels },
      ...(isAll ? { all: choices.map((one) => one.value) } : {}),
      ...(own ? { isMulti: own.isMulti, type: own.type } : {}),
    });
  }
  return { parameters, issues };
}

const listOf = (value: unknown): readonly string[] => {
  const list = Array.isArray(value) ? value : String(value).split(',');
  return list
    .map((one) => String((one as DataRecord)?.Key ?? (one as DataRecord)?.Id ?? one))
    .filter(Boolean);
};
