/** A layout with its rows, the reader's choices and expanded groups: ready to be written. */
import { type DataRecord, formatMessage, momentIn } from '#engine';
import {
  comparedFrom,
  FormulaMeter,
  figureField,
  figures,
  isKnownLanguage,
  periodData,
  pivotData,
  type Reader,
  type ReportLayout,
  type ReportRun,
  type Saying,
  saidValue,
  topGroups,
} from '#extensions/reports/engine';
import { type OperationCall, refusals } from '#server/extension';
import { mergedNote } from './builtPivot.ts';
import { layoutRows } from './layoutRows.ts';
import { parameterValues } from './parameterValues.ts';
import { fieldPath } from './proposeData.ts';
import type { Running } from './Running.ts';
import { chosenColumns, chosenSort, type RecordsAsked } from './reportQuery.ts';
import { type Chosen, rowsOf } from './reportRecords.ts';

export async function layoutRun(call: OperationCall, running: Running): Promise<ReportRun> {
  const { own: layout, records, saying: sheet, asked, chosen } = running;
  if (!layout) throw new Error('A report without a layout of its own is run by its columns.');
  const title = String(records.configuration.ReportConfigurationName);
  const before = sayingOf(call, { title, zone: sheet.zone });
  const asking = {
    records,
    layout,
    chosen,
    sheet,
    saying: { ...before, locale: languageOf(layout, before) },
  };
  const { parameters, issues } = await parameterValues(call, asking);
  if (issues.length > 0) throw refusals.invalid({ issues, entity: 'report' });
  const plain = { ...before, parameters };
  const saying = { ...plain, locale: languageOf(layout, plain) };
  const { from, query } = withEarlier(layout, asked?.query);
  const read = await layoutRows({
    ...{ call, layout, saying, sheet, query, dataSet: String(records.report.DataSet) },
    sort: records.query ? chosenSort(records, chosen, []) : [],
  });
  const { periods } = layout;
  const { data, notes } = await arranged(call, layout, { read, from });
  const left = leftOut(running);
  const { data: plan } = records;
  const named = (path: string) =>
    (left.size > 0 && plan && fieldPath(call.runtime.model, plan.entity, path)) || path;
  const withoutFields = new Set(
    layout.dataSets.flatMap(({ fields }) =>
      fields.filter(({ path }) => left.has(named(path))).map(({ name }) => name),
    ),
  );
  for (const name of [...withoutFields])
    for (const level of periods?.comparison?.groups.keys() ?? [])
      for (const figure of figures) withoutFields.add(figureField(name, figure, level));
  return { layout, saying, data, reader: readerOf(chosen), withoutFields, ...(notes ? { notes } : {}) };
}

type Read = { readonly read: ReportRun['data']; readonly from: string | undefined };

/** By periods, the largest groups, and the values that become columns. */
async function arranged(
  call: OperationCall,
  layout: ReportLayout,
  { read, from }: Read,
): Promise<Pick<ReportRun, 'data' | 'notes'>> {
  const { top, periods, pivot } = layout;
  const data = periods
    ? await call.budget.run(periodData(read, layout, from))
    : top
      ? new Map([...read].map(([name, rows]) => [name, topGroups(rows, top)]))
      : read;
  const [name, rows] = [...data][0] ?? [];
  if (!pivot || name === undefined || !rows) return { data };
  const { locale, runtime } = call;
  const made = await call.budget.run(pivotData(rows, pivot, locale));
  const notes = mergedNote(pivot, made, { model: runtime.model, locale });
  return { data: new Map([...data, [name, made.data]]), notes };
}

/** From a day on, the periods before it are read too, where they are compared. */
function withEarlier(
  { periods }: ReportLayout,
  query: RecordsAsked | undefined,
): { readonly from: string | undefined; readonly query: RecordsAsked | undefined } {
  const comparison = periods?.comparison;
  const first = (query?.filters ?? []).filter(
    ({ path, operator }) => path === comparison?.period && operator === 'ge',
  );
  const from = first
    .map(({ value }) => String(value))
    .sort()
    .at(-1);
  if (!comparison || !query || from === undefined) return { from: undefined, query };
  const value = comparedFrom(from, comparison.per, comparison.compared);
  const others = (query.filters ?? []).filter((one) => !first.includes(one));
  const filters = [...others, { path: comparison.period, operator: 'ge' as const, value }];
  return { from, query: { ...query, filters } };
}

/** Numbers and dates are written in the language of the definition, where it names one that is known. */
function languageOf({ language }: ReportLayout, saying: Saying): string {
  const scope = { saying, fields: new Map(), row: undefined, extents: [] };
  const named = String(saidValue(language, scope) ?? '');
  return isKnownLanguage(named) ? named : saying.locale;
}

/** Columns of the report that the reader has not chosen. */
function leftOut({ records, chosen }: Running): ReadonlySet<string> {
  const kept = new Set(
    chosenColumns(records, chosen).map(({ ReportColumnName }) => String(ReportColumnName)),
  );
  const declared = rowsOf(records.report.ReportColumns).filter(({ IsDefault }) => IsDefault === true);
  return new Set(
    declared.map(({ ReportColumnName }) => String(ReportColumnName)).filter((name) => !kept.has(name)),
  );
}

export function sayingOf(
  { runtime, locale, now, today, user }: OperationCall,
  { title, zone }: { readonly title: string; readonly zone: string },
): Saying {
  const moment = momentIn(now, zone);
  const notshown = formatMessage(runtime.model, locale, 'report.definition.not-shown');
  const cut = (of: string) =>
    formatMessage(runtime.model, locale, `report.chart.${of}`, { shown: '{shown}', all: '{all}' });
  return {
    ...{ locale, today, now: moment, parameters: new Map(), meter: new FormulaMeter() },
    globals: {
      ...{ reportname: title, executiontime: moment, userid: user.UserName, language: locale, notshown },
      ...{ chartcategories: cut('categories'), chartseries: cut('series') },
    },
  };
}

const mostToggled = 5000;

function readerOf({ Toggled, Sorted }: Chosen): Reader {
  const toggled = Array.isArray(Toggled) ? Toggled.slice(0, mostToggled).map(String) : [];
  const sorted = (Sorted ?? {}) as DataRecord;
  const sort =
    typeof sorted.Name === 'string'
      ? { name: sorted.Name, isDescending: sorted.IsDescending === true }
      : undefined;
  return { toggled: new Set(toggled), sort };
}
