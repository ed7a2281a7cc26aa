/** Which parameters the choices and defaults of a parameter depend on: those before it that they name. */
import { everyPart } from './formulaTypes.ts';
import type { DataSetLayout, ParameterLayout, ReportLayout, Said } from './types.ts';

export function parametersBefore(layout: ReportLayout, { name }: ParameterLayout): readonly string[] {
  const at = layout.parameters.findIndex((one) => one.name === name);
  const parameter = layout.parameters[at];
  if (!parameter) return [];
  const sets = setsOfParameter(layout, parameter);
  const said: readonly Said[] = [
    ...parameter.choices.flatMap(({ value, label }) => [value, label]),
    ...parameter.defaults,
    ...sets.flatMap(saidOfSet),
  ];
  const named = new Set(
    said.flatMap((one) =>
      typeof one === 'object' && one !== null
        ? [...everyPart(one)].flatMap((part) => (part.kind === 'parameter' ? [part.name] : []))
        : [],
    ),
  );
  return layout.parameters.slice(0, at).flatMap((one) => (named.has(one.name) ? [one.name] : []));
}

/** The data sets of its choices and defaults. */
export function setsOfParameter(
  { dataSets }: ReportLayout,
  { choicesFrom, defaultsFrom }: ParameterLayout,
): readonly DataSetLayout[] {
  const names = [choicesFrom?.set, defaultsFrom?.set];
  return dataSets.filter(({ name }) => names.includes(name));
}

const saidOfSet = ({ parameters, filters, fields }: DataSetLayout): readonly Said[] => [
  ...parameters.map(({ value }) => value),
  ...filters.flatMap(({ by, values }) => [by, ...values]),
  ...fields.flatMap(({ formula }) => formula ?? []),
];
