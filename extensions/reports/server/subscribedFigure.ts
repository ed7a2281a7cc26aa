/** The figure that decides whether a subscription is sent: a total of a column of its report, and a limit. */
import { type DataRecord, formatMessage, type SheetValue } from '#engine';
import {
  accumulator,
  everyPart,
  FormulaError,
  parseFormula,
  type ReportLayout,
} from '#extensions/reports/engine';
import {
  isReadable,
  isReadablePath,
  lookupItem,
  type OperationCall,
  type SheetSaying,
} from '#server/extension';
import { type BoundData, boundName, dataNamed } from './boundData.ts';
import { comparedIn } from './columnColours.ts';
import { layoutRun } from './layoutRun.ts';
import { ownLayout, shownSets } from './ownLayout.ts';
import { countOfPlain, type Plain, rowsOfPlain } from './plainReport.ts';
import { prepareRun, type Run } from './prepareRun.ts';
import { fieldPath } from './proposeData.ts';
import type { Running } from './Running.ts';
import { nameIn, reportColumn } from './reportColumn.ts';
import { loadReport, type ReportRecords, rowsOf } from './reportRecords.ts';
import { orTold } from './runReport.ts';

/** What can be computed of a column: every total, a count, or nothing because the caller may not see it. */
type Figures = 'number' | 'count' | 'hidden';

export type Reading = {
  readonly call: OperationCall;
  readonly records: ReportRecords;
  /** The data sets that its definition file shows; undefined without a file. */
  readonly sets: ReportLayout['dataSets'] | undefined;
};

export async function readingOf(call: OperationCall, records: ReportRecords): Promise<Reading> {
  const layout = await ownLayout(call, records.report);
  return { call, records, sets: layout && shownSets(layout) };
}

/** Undefined: the report has no such column. */
export function figuresOf({ call, records, sets }: Reading, name: string): Figures | undefined {
  const { model } = call.runtime;
  const saying = { model, locale: call.locale, zone: call.zone, people: new Map() };
  const column = columnNamed(records, name);
  if (!column) return undefined;
  if (sets) return figuresOfField(call, records, { sets, name, saying });
  if (column.Formula) {
    const isHidden = fieldsOf(String(column.Formula)).some((one) => !isSeen(call, records, one));
    return isHidden ? 'hidden' : 'number';
  }
  if (!reportColumn(records, name, saying)) return undefined;
  if (!isSeen(call, records, name)) return 'hidden';
  return comparedIn(records, column, saying) === 'number' ? 'number' : 'count';
}

const columnNamed = ({ report }: ReportRecords, name: string): DataRecord | undefined =>
  rowsOf(report.ReportColumns).find(({ ReportColumnName }) => ReportColumnName === name);

const numbers: readonly string[] = ['integer', 'number', 'money'];

type InSets = {
  readonly sets: ReportLayout['dataSets'];
  readonly name: string;
  readonly saying: SheetSaying;
};

function figuresOfField(
  call: OperationCall,
  { report }: ReportRecords,
  { sets, name, saying }: InSets,
): Figures | undefined {
  const { model } = call.runtime;
  for (const set of sets) {
    const bound = set.entered ? {} : dataNamed(call, boundName(model, set) ?? report.DataSet);
    const field = set.fields.find((one) => isNamed(call, bound, one, name));
    if (!field) continue;
    if (field.formula) return 'number';
    const path = (bound.data && fieldPath(model, bound.data.entity, field.path)) ?? field.path;
    const format = set.entered ? field.format : reportColumn(bound, path, saying)?.format;
    if (format === undefined) return undefined;
    if (!set.entered && !isSeen(call, bound, path)) return 'hidden';
    return numbers.includes(format) ? 'number' : 'count';
  }
  return undefined;
}

type Field = { readonly name: string; readonly path: string };

/** Columns of a report with a definition file are named by the field or by what it is bound to. */
const isNamed = ({ runtime }: OperationCall, { data }: BoundData, field: Field, name: string): boolean =>
  [field.name, field.path, data && fieldPath(runtime.model, data.entity, field.path)].includes(name);

function isSeen(call: OperationCall, { data, query }: BoundData, path: string): boolean {
  if (data) return isReadablePath(call, data.entity.id, path);
  const place = query?.columns.find(({ name }) => name === path)?.place;
  return !query || !place || isReadable(call, query, place);
}

function fieldsOf(formula: string): readonly string[] {
  try {
    return [...everyPart(parseFormula(formula))].flatMap((part) =>
      part.kind === 'field' ? [part.name] : [],
    );
  } catch (error) {
    if (error instanceof FormulaError) return [];
    throw error;
  }
}

type Problem = { readonly at: 'FigureColumn'; readonly key: string; readonly params: DataRecord };

/** Why the figure of a subscription cannot be computed of its report. */
export function figureProblem(
  reading: Reading,
  { FigureTotal, FigureColumn }: DataRecord,
): Problem | undefined {
  if (!FigureTotal || !FigureColumn) return undefined;
  const name = String(FigureColumn);
  const figures = figuresOf(reading, name);
  if (figures === 'number' || (figures === 'count' && FigureTotal === 'count')) return undefined;
  const why = figures === undefined ? 'unknown' : figures === 'count' ? 'number' : 'hidden';
  const column = labelOf(reading, name);
  return { at: 'FigureColumn', key: `report-subscription.figure.${why}`, params: { column } };
}

function labelOf({ call, records }: Pick<Reading, 'call' | 'records'>, name: string): string {
  const { model } = call.runtime;
  const label = columnNamed(records, name)?.Label;
  return String(label || nameIn(records, name, { model, locale: call.locale }));
}

/** What the figure is today, and whether the report is sent; undefined where the subscription has none. */
type Reached = { readonly isReached: boolean; readonly note: string } | { readonly problem: DataRecord };

export async function figureReached(
  call: OperationCall,
  subscription: DataRecord,
  run: Run,
): Promise<Reached | undefined> {
  const { FigureTotal, FigureColumn, FigureLimit, FigureValue } = subscription;
  if (!FigureTotal) return undefined;
  const { model, store } = call.runtime;
  const say = (key: string, params: DataRecord = {}) => formatMessage(model, call.locale, key, params);
  const column = FigureColumn ? String(FigureColumn) : undefined;
  const records = await loadReport({ call, session: store }, run.id);
  const reading = await readingOf(call, records);
  const problem = figureProblem(reading, subscription);
  if (problem) {
    const reason = say(problem.key, problem.params);
    return { problem: { code: 'conflict', key: 'report.delivery.figure', params: { reason } } };
  }
  const running = await prepareRun({ call, session: store }, withColumn(run, column));
  const value = await orTold(() => figureValue(call, running, { total: String(FigureTotal), column }));
  const limit = String(FigureLimit ?? 'gt');
  const isOver = value !== null && isReached(limit, value, Number(FigureValue));
  const total = lookupItem(model, call.locale, 'report-total', FigureTotal)?.DisplayName ?? FigureTotal;
  const { format } = new Intl.NumberFormat(call.locale, { maximumFractionDigits: 6 });
  const params = {
    figure: column
      ? say('report-subscription.figure.of', { total, column: labelOf(reading, column) })
      : say('report-subscription.figure.rows'),
    value: value === null ? say('report-subscription.figure.no-value') : format(value),
    limit: say(`lookup.report-limit.${limit}`),
    number: format(Number(FigureValue)),
  };
  return {
    isReached: isOver,
    note: say(`report-subscription.figure.${isOver ? 'reached' : 'below'}`, params),
  };
}

const holds = {
  gt: (value: number, limit: number) => value > limit,
  ge: (value: number, limit: number) => value >= limit,
  lt: (value: number, limit: number) => value < limit,
  le: (value: number, limit: number) => value <= limit,
};

/** Whether a figure compares with its limit as stated. */
export const isReached = (limit: string, value: number, than: number): boolean =>
  holds[limit as keyof typeof holds](value, than);

/** A plain report reads only this column. */
const withColumn = (run: Run, column: string | undefined): Run =>
  column === undefined ? run : { ...run, chosen: { ...run.chosen, Columns: [column] } };

type Figure = { readonly total: string; readonly column: string | undefined };

async function figureValue(
  call: OperationCall,
  running: Running,
  { total, column }: Figure,
): Promise<number | null> {
  if (column === undefined && !running.own) return countOfPlain(call, running as Plain);
  const added = accumulator(column === undefined ? 'count' : total);
  for await (const value of running.own
    ? valuesInLayout(call, running, column)
    : firstOf(rowsOfPlain(call, running as Plain))) {
    added.add(value);
    if (call.budget.isDue()) await call.budget.yieldTurn();
  }
  const value = added.value();
  return typeof value === 'number' ? value : null;
}

async function* firstOf(rows: AsyncIterable<readonly SheetValue[]>): AsyncGenerator<SheetValue> {
  for await (const row of rows) yield row[0] ?? null;
}

/** Without a column, something for each row. */
async function* valuesInLayout(
  call: OperationCall,
  running: Running,
  column: string | undefined,
): AsyncGenerator<SheetValue> {
  const { layout, data } = await layoutRun(call, running);
  if (column === undefined) {
    for (const _ of [...data.values()][0]?.rows ?? []) yield 1;
    return;
  }
  const { report } = running.records;
  for (const set of layout.dataSets) {
    const bound = set.entered ? {} : dataNamed(call, boundName(call.runtime.model, set) ?? report.DataSet);
    const at = set.fields.findIndex((one) => isNamed(call, bound, one, column));
    const rows = data.get(set.name)?.rows;
    if (at < 0 || !rows) continue;
    for (const row of rows) yield row[at] ?? null;
    return;
  }
}
