/** The layout of a report built by a person with groups, totals or a chart; undefined for plain columns. */
import { type DataRecord, formatMessage } from '#engine';
import {
  FormulaError,
  type GeneratedColumn,
  generateLayout,
  parseFormula,
  type ReportLayout,
} from '#extensions/reports/engine';
import type { SheetSaying } from '#server/extension';
import { periodsOf, withFigures } from './builtPeriods.ts';
import { pivotOf } from './builtPivot.ts';
import { tonesOf } from './columnColours.ts';
import { reportColumn } from './reportColumn.ts';
import { type ReportRecords, rowsOf } from './reportRecords.ts';

export function builtLayout(
  { report, configuration, data, query }: ReportRecords,
  saying: SheetSaying,
  /** Of the order that the reader chose: whether a column goes from its last value to its first. */
  isDescending: (name: string) => boolean,
): ReportLayout | undefined {
  const declared = [...rowsOf(report.ReportColumns)].sort(
    (a, b) => Number(a.OrdinalPosition) - Number(b.OrdinalPosition),
  );
  const groups = declared.filter(({ IsGroup }) => IsGroup === true).map(nameOf);
  const isPlain =
    groups.length === 0 &&
    !report.ChartKind &&
    !report.ColumnsBy &&
    !declared.some(({ Total, Formula, Colours }) => Total || Formula || rowsOf(Colours).length > 0);
  if (!query && (!data || isPlain)) return undefined;
  const columns = declared.flatMap((column): GeneratedColumn[] => {
    const label = String(column.Label || '') || undefined;
    const total = (column.Total || undefined) as GeneratedColumn['total'];
    const tones = tonesOf({ data, query }, column, saying);
    const sums = { ...(total ? { total } : {}), ...(tones.length > 0 ? { tones } : {}) };
    if (column.Formula) {
      const title = label ?? formatMessage(saying.model, saying.locale, 'building.report.calculated');
      const formula = calculated(String(column.Formula));
      return [{ name: nameOf(column), title, format: 'number', formula, ...sums }];
    }
    const found = reportColumn({ data, query }, nameOf(column), saying, label);
    if (!found) return [];
    return [{ name: nameOf(column), title: found.title, format: found.format, ...sums }];
  });
  const known = new Set(columns.map(({ name }) => name));
  const chart = chartOf(report, columns, saying);
  const top = topOf(report, columns, saying);
  const shownGroups = groups.filter((name) => known.has(name));
  const across = report.ColumnsBy ? [String(report.ColumnsBy)] : [];
  const periods = periodsOf({ report, columns, groups: [...shownGroups, ...across] }, saying);
  const pivot = pivotOf(
    { report, bound: { data, query }, columns, groups: shownGroups, top, isDescending },
    saying,
  );
  const comparison = periods?.comparison;
  const layout = generateLayout({
    ...{ dataSet: String(report.DataSet), groups: shownGroups },
    columns: comparison ? withFigures(columns, comparison, saying) : columns,
    ...(periods
      ? { periods: periods.columns.map(({ name }) => ({ name, isDescending: isDescending(name) })) }
      : {}),
    ...(comparison ? { comparedBy: comparison.period } : {}),
    title: String(configuration.ReportConfigurationName),
    totalLabel: formatMessage(saying.model, saying.locale, 'report.total'),
    before: (name) => formatMessage(saying.model, saying.locale, 'report.named', { name, value: '' }),
    ...(chart ? { chart } : {}),
    ...(pivot ? { pivot } : {}),
    isTotalsOnly: report.IsTotalsOnly === true,
  });
  return {
    ...layout,
    ...{ ...(top ? { top } : {}), ...(periods ? { periods } : {}), ...(pivot ? { pivot } : {}) },
  };
}

/** One that an earlier version took and this one cannot read shows an error. */
function calculated(text: string): GeneratedColumn['formula'] & object {
  try {
    return parseFormula(text);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return { kind: 'value', value: '#Error' };
  }
}

const nameOf = ({ ReportColumnName }: DataRecord): string => String(ReportColumnName);

/** By the outermost group and the first total; without a total by the number of rows. */
function topOf(
  { TopCount, ReportColumns }: DataRecord,
  columns: readonly GeneratedColumn[],
  { model, locale }: SheetSaying,
): ReportLayout['top'] {
  const most = Number(TopCount ?? 0);
  const group = columns.find(({ name }) =>
    rowsOf(ReportColumns).some((one) => one.ReportColumnName === name && one.IsGroup === true),
  );
  if (!group || !(most >= 1)) return undefined;
  const of = columns.find(({ total }) => total);
  const others = formatMessage(model, locale, 'report.others');
  const total = of?.total ? { total: { field: of.name, name: of.total } } : {};
  return { group: group.name, most, others, ...total };
}

function chartOf(
  { ChartKind, ChartBy, ChartValue }: DataRecord,
  columns: readonly GeneratedColumn[],
  { model, locale }: SheetSaying,
) {
  const by = columns.find(({ name }) => name === ChartBy);
  if (!ChartKind || !by) return undefined;
  const of = columns.find(({ name }) => name === ChartValue);
  const what = of ? of.title : formatMessage(model, locale, 'query.count');
  const label = formatMessage(model, locale, 'dashboard.title.by', { what, by: by.title });
  return { kind: ChartKind as 'bar', by: by.name, label, ...(of ? { of: of.name } : {}) };
}
