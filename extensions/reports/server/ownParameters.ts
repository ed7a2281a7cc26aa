/** The parameters of a definition, in their order: choices, defaults and values may depend on those before. */
import { type DataRecord, formatMessage, momentIn, type SheetValue } from '#engine';
import {
  type DataRows,
  everyValue,
  type ParameterLayout,
  type ParameterValue,
  type ReportLayout,
  runFormula,
  type Saying,
  saidValue,
} from '#extensions/reports/engine';
import type { OperationCall, PlacedIssue, SheetSaying } from '#server/extension';
import { isBound, rowsOfSet } from './layoutRows.ts';
import { dayOf } from './reportDays.ts';
import { controls } from './reportFilters.ts';
import { type Chosen, chosenValue, issueAt, type ReportRecords, rowsOf } from './reportRecords.ts';

export type OwnChoice = { readonly value: SheetValue; readonly label: string };

export type OwnParameter = {
  /** Undefined where anything may be typed, or a list of the application offers them. */
  readonly choices: readonly OwnChoice[] | undefined;
  readonly defaults: readonly SheetValue[];
  readonly value: ParameterValue;
  readonly issue?: PlacedIssue;
};

type Asked = {
  readonly records: ReportRecords;
  readonly layout: ReportLayout;
  readonly saying: Saying;
  readonly sheet: SheetSaying;
  readonly chosen: Chosen;
};

type Asking = Asked & { readonly call: OperationCall; readonly kept: Map<string, DataRows | undefined> };

export async function ownParameters(
  call: OperationCall,
  asked: Asked,
): Promise<ReadonlyMap<string, OwnParameter>> {
  const kept: Asking['kept'] = new Map();
  const found = new Map<string, OwnParameter>();
  const values = new Map(asked.saying.parameters);
  for (const parameter of asked.layout.parameters) {
    const saying = { ...asked.saying, parameters: values };
    const resolved = await resolve({ ...asked, call, saying, kept }, parameter);
    found.set(parameter.name, resolved);
    values.set(parameter.name, resolved.value);
  }
  return found;
}

async function resolve(asking: Asking, parameter: ParameterLayout): Promise<OwnParameter> {
  const { records, chosen } = asking;
  const { name, isMulti, type } = parameter;
  const record = rowsOf(records.report.Parameters).find(({ ParameterName }) => ParameterName === name) ?? {};
  const choices = record.ListOfValuesSp ? undefined : await choicesOf(asking, parameter);
  const allowed = (value: SheetValue) => !choices || choices.some((one) => same(one.value, value));
  const defaults = (await defaultsOf(asking, parameter)).filter(allowed);
  const isHidden = Number(record.ReportFilterTypeId) === controls.hidden;
  const given = isHidden
    ? (record.DefaultValue ?? undefined)
    : chosenValue(records, { ...record, ParameterName: name }, chosen);
  const read =
    given === undefined || given === null ? { values: defaults } : readGiven(asking, parameter, given);
  const label = String(record.Label || name);
  const isAll = read.values.includes(everyValue);
  const values = isAll ? read.values : read.values.filter((value) => value !== null);
  const isMissing = values.length === 0 && needsValue(parameter, record) && !isHidden;
  const isGone = !isAll && !values.every(allowed);
  const key = read.issue ?? (isMissing ? 'report.filter.choose' : isGone ? 'report.filter.gone' : undefined);
  const issue = key === undefined ? undefined : issueAt(`/Filters/${name}`, key, { label });
  const labelOf = (value: SheetValue) =>
    choices?.find((one) => same(one.value, value))?.label ?? String(value ?? '');
  const all = isAll && choices ? choices : undefined;
  return {
    ...{ choices, defaults },
    value: {
      ...{ values, isMulti, type, labels: all ? all.map((one) => one.label) : values.map(labelOf) },
      ...(all ? { all: all.map((one) => one.value) } : {}),
    },
    ...(issue ? { issue } : {}),
  };
}

/** Whether the report does not run without a value of it. */
export const needsValue = (
  { isNullable, allowsBlank, type }: ParameterLayout,
  { IsOptional, ListOfValuesSp }: DataRecord,
): boolean => IsOptional !== true && !isNullable && !(allowsBlank && type === 'String') && !ListOfValuesSp;

const same = (one: SheetValue, other: SheetValue): boolean => String(one) === String(other);

const mostChoices = 5000;

async function choicesOf(asking: Asking, parameter: ParameterLayout): Promise<OwnChoice[] | undefined> {
  const { call, saying } = asking;
  const { choices, choicesFrom, type } = parameter;
  const said = (key: string) => formatMessage(call.runtime.model, call.locale, key);
  if (choicesFrom) {
    const data = await rowsNamed(asking, choicesFrom.set);
    if (!data) return undefined;
    const [value, label] = [choicesFrom.value, choicesFrom.label].map((field) =>
      data.fields.findIndex(({ name }) => name === field),
    ) as [number, number];
    const found = new Map<string, OwnChoice>();
    for (const row of data.rows) {
      const own = converted(parameter, row[value] ?? null, asking);
      if (own === null || own === undefined || found.has(String(own))) continue;
      found.set(String(own), { value: own, label: String(row[label] ?? own) });
      if (found.size >= mostChoices) break;
    }
    return [...found.values()];
  }
  if (choices.length > 0) {
    const scope = { saying, fields: new Map(), row: undefined, extents: [] };
    return choices.flatMap(({ value, label }) => {
      const own = converted(parameter, saidValue(value, scope), asking);
      return own === undefined || own === null
        ? []
        : [{ value: own, label: String(saidValue(label, scope) ?? own) }];
    });
  }
  return type === 'Boolean'
    ? [
        { value: true, label: said('ui.yes') },
        { value: false, label: said('ui.no') },
      ]
    : undefined;
}

async function defaultsOf(asking: Asking, parameter: ParameterLayout): Promise<readonly SheetValue[]> {
  const { defaults, defaultsFrom, isMulti } = parameter;
  const scope = { saying: asking.saying, fields: new Map(), row: undefined, extents: [] };
  const data = defaultsFrom && (await rowsNamed(asking, defaultsFrom.set));
  const at = data?.fields.findIndex(({ name }) => name === defaultsFrom?.value) ?? -1;
  const found = data
    ? data.rows.map((row) => row[at] ?? null)
    : defaults.flatMap((one) => severalOf(one, asking.saying) ?? [saidValue(one, scope)]);
  const values = found.flatMap((value) => converted(parameter, value, asking) ?? []);
  return isMulti ? [...new Set(values)].slice(0, mostChoices) : values.slice(0, 1);
}

/** Everything that another parameter has, where its values are the default. */
const severalOf = (
  said: ParameterLayout['defaults'][number],
  { parameters }: Saying,
): readonly SheetValue[] | undefined =>
  typeof said === 'object' && said?.kind === 'parameter' && said.member === 'Value'
    ? parameters.get(said.name)?.values
    : undefined;

async function rowsNamed(asking: Asking, name: string): Promise<DataRows | undefined> {
  const { kept, layout, call } = asking;
  if (kept.has(name)) return kept.get(name);
  const set = layout.dataSets.find((one) => one.name === name);
  // The rows of an unbound set are not known: a value is typed in.
  const rows =
    set && isBound(call, set)
      ? await rowsOfSet({ ...asking, dataSet: '', query: undefined, sort: [] }, set)
      : undefined;
  kept.set(name, rows);
  return rows;
}

type Given = { readonly values: readonly SheetValue[]; readonly issue?: string };

/** What a reader chose: a list, or a text of several. */
function readGiven(asking: Asking, parameter: ParameterLayout, given: unknown): Given {
  const list = Array.isArray(given) ? given : parameter.isMulti ? String(given).split(',') : [given];
  const texts = list.map((one) => String((one as DataRecord)?.Key ?? (one as DataRecord)?.Id ?? one));
  if (texts.includes(everyValue)) return { values: [everyValue] };
  const filled = texts.filter((text) => text.trim() !== '');
  if (filled.length === 0 && texts.length > 0 && parameter.allowsBlank && parameter.type === 'String')
    return { values: [''] };
  const values = filled.map((text) => converted(parameter, text, asking));
  if (values.includes(undefined)) return { values: [], issue: mistakes[parameter.type] };
  return { values: values as readonly SheetValue[] };
}

const mistakes: Readonly<Record<ParameterLayout['type'], string>> = {
  ...{ String: 'report.filter.text', DateTime: 'report.filter.date', Boolean: 'report.filter.gone' },
  ...{ Integer: 'report.filter.whole', Float: 'report.filter.number' },
};

/** The value in its type; undefined where the text is none. */
function converted(
  { type }: ParameterLayout,
  value: SheetValue,
  { call, saying, sheet }: Pick<Asking, 'call' | 'saying' | 'sheet'>,
): SheetValue | undefined {
  if (value === null) return null;
  const text = String(value).trim();
  if (type === 'String') return String(value).length <= longest ? String(value) : undefined;
  if (type === 'Boolean')
    return /^(true|1|yes|-1)$/i.test(text) ? true : /^(false|0|no)$/i.test(text) ? false : undefined;
  if (type === 'DateTime') return momentOf(text, { call, saying, sheet });
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return undefined;
  return type === 'Float' || Number.isInteger(number) ? number : undefined;
}

const longest = 2000;
const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** A day, or a moment in the reader's time zone. */
function momentOf(
  text: string,
  { call, saying, sheet }: Pick<Asking, 'call' | 'saying' | 'sheet'>,
): string | undefined {
  const day = dayOf(text, call.today);
  if (day) return day;
  if (withZone.test(text)) {
    const moment = new Date(text);
    return Number.isNaN(moment.getTime()) ? undefined : momentIn(moment.toISOString(), sheet.zone);
  }
  const read = runFormula(
    { kind: 'call', name: 'cdate', operands: [{ kind: 'value', value: text }] },
    { saying: { ...saying, locale: 'en-US' }, fields: new Map(), row: undefined, extents: [] },
  );
  return typeof read === 'string' && /^\d{4}-\d\d-\d\d/.test(read) ? read : undefined;
}
