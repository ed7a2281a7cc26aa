/** Groups of a built report that are periods, and what these are compared with. */
import { type DataRecord, formatMessage } from '#engine';
import {
  type CompareWith,
  figures,
  type GeneratedColumn,
  type Per,
  type ReportLayout,
} from '#extensions/reports/engine';
import type { PlacedIssue, SheetSaying } from '#server/extension';
import type { BoundData } from './boundData.ts';
import { reportColumn } from './reportColumn.ts';
import { issueAt, rowsOf } from './reportRecords.ts';

type Periods = NonNullable<ReportLayout['periods']>;

type Built = {
  readonly report: DataRecord;
  readonly columns: readonly GeneratedColumn[];
  readonly groups: readonly string[];
};

/** Of lines, or of the columns of a pivot. */
const isPeriod = ({ IsGroup, Per: per, ReportColumnName: name }: DataRecord, columnsBy: unknown): boolean =>
  Boolean(per) && (IsGroup === true || name === columnsBy);

/** Of the columns that the reader may see. */
export function periodsOf({ report, columns, groups }: Built, saying: SheetSaying): Periods | undefined {
  const found = rowsOf(report.ReportColumns).filter(
    (column) => isPeriod(column, report.ColumnsBy) && groups.includes(String(column.ReportColumnName)),
  );
  const [first] = found.map(({ ReportColumnName, Per: per }) => ({
    name: String(ReportColumnName),
    per: per as Per,
  }));
  if (!first) return undefined;
  const comparison = {
    ...{ compared: report.CompareWith as CompareWith, per: first.per, period: first.name, groups },
    totals: columns.flatMap(({ name, total }) => (total ? [{ column: name, total }] : [])),
  };
  return {
    columns: found.map((one) => ({ name: String(one.ReportColumnName), per: one.Per as Per })),
    said: (day, per) => saidPeriod(day, per, saying),
    ...(report.CompareWith && comparison.totals.length > 0 ? { comparison } : {}),
  };
}

function saidPeriod(day: string, per: Per, { model, locale }: SheetSaying): string {
  const [year = '', month = ''] = day.split('-');
  if (per === 'day') return day;
  if (per === 'year') return year;
  if (per === 'week') return formatMessage(model, locale, 'report.period.week', { day });
  if (per === 'quarter')
    return formatMessage(model, locale, 'report.period.quarter', { quarter: (Number(month) + 2) / 3, year });
  const words = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, words);
}

/** After each total: the value before, the difference and its share. */
export function withFigures(
  columns: readonly GeneratedColumn[],
  { compared }: NonNullable<Periods['comparison']>,
  { model, locale }: SheetSaying,
): readonly GeneratedColumn[] {
  return columns.flatMap((column): readonly GeneratedColumn[] => {
    if (!column.total) return [column];
    const added = figures.map((figure): GeneratedColumn => {
      const key = figure === 'before' ? `report.compare.${compared}` : `report.compare.${figure}`;
      const title = formatMessage(model, locale, key, { title: column.title });
      return {
        name: `${column.name} ${figure}`,
        title,
        format: 'number',
        figure: { of: column.name, figure },
      };
    });
    return [column, ...added];
  });
}

const pers = ['year', 'quarter', 'month', 'week', 'day'];
const comparisons = ['before', 'year'];

/** Why a report cannot group by its periods, or compare them. */
export function periodIssues(
  bound: BoundData,
  { ReportColumns, CompareWith: compared, TopCount, ColumnsBy: columnsBy }: DataRecord,
  saying: SheetSaying,
): readonly PlacedIssue[] {
  const columns = rowsOf(ReportColumns);
  const issues = columns.flatMap((column, index): readonly PlacedIssue[] => {
    if (!column.Per) return [];
    const at = `/ReportColumns/${index}/Per`;
    if (!pers.includes(String(column.Per)))
      return [issueAt(at, 'report.period.unknown', { name: column.Per })];
    const found = column.Formula ? undefined : reportColumn(bound, String(column.ReportColumnName), saying);
    const name = String(column.Label || found?.title || column.ReportColumnName);
    if (found?.format !== 'date' && found?.format !== 'moment')
      return [issueAt(at, 'report.period.no-date', { name })];
    return isPeriod(column, columnsBy) ? [] : [issueAt(at, 'report.period.no-group', { name })];
  });
  const [outermost] = columns.filter(({ IsGroup }) => IsGroup === true);
  if (TopCount && outermost?.Per) issues.push(issueAt('/TopCount', 'report.period.top'));
  if (!compared) return issues;
  if (!comparisons.includes(String(compared)))
    issues.push(issueAt('/CompareWith', 'report.period.unknown', { name: compared }));
  if (columns.filter((column) => isPeriod(column, undefined)).length !== 1)
    issues.push(issueAt('/CompareWith', 'report.compare.one-period'));
  if (!columns.some(({ Total }) => Total)) issues.push(issueAt('/CompareWith', 'report.compare.no-total'));
  return issues;
}
