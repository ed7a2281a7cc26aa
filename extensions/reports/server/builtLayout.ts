/** The layout of a report built by a person with groups, totals or a chart; undefined for plain columns. */
import { type DataRecord, formatMessage } from '#engine';
import { type GeneratedColumn, generateLayout, type ReportLayout } from '#extensions/reports/engine';
import type { SheetSaying } from '#server/extension';
import { reportColumn } from './reportColumn.ts';
import { type ReportRecords, rowsOf } from './reportRecords.ts';

export function builtLayout(
  { report, configuration, data, query }: ReportRecords,
  saying: SheetSaying,
): ReportLayout | undefined {
  const declared = [...rowsOf(report.ReportColumns)].sort(
    (a, b) => Number(a.OrdinalPosition) - Number(b.OrdinalPosition),
  );
  const groups = declared.filter(({ IsGroup }) => IsGroup === true).map(nameOf);
  const isPlain = groups.length === 0 && !report.ChartKind && !declared.some(({ Total }) => Total);
  if (!query && (!data || isPlain)) return undefined;
  const columns = declared.flatMap((column): GeneratedColumn[] => {
    const label = String(column.Label || '') || undefined;
    const found = reportColumn({ data, query }, nameOf(column), saying, label);
    if (!found) return [];
    const total = (column.Total || undefined) as GeneratedColumn['total'];
    return [{ name: nameOf(column), title: found.title, format: found.format, ...(total ? { total } : {}) }];
  });
  const known = new Set(columns.map(({ name }) => name));
  const chart = chartOf(report, columns, saying);
  return generateLayout({
    ...{ dataSet: String(report.DataSet), columns, groups: groups.filter((name) => known.has(name)) },
    title: String(configuration.ReportConfigurationName),
    totalLabel: formatMessage(saying.model, saying.locale, 'report.total'),
    before: (name) => formatMessage(saying.model, saying.locale, 'report.named', { name, value: '' }),
    ...(chart ? { chart } : {}),
  });
}

const nameOf = ({ ReportColumnName }: DataRecord): string => String(ReportColumnName);

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
