/** A report whose columns are the values of one of its columns: as the reader sees it, and why it cannot be. */
import { type DataRecord, type FieldModel, formatMessage, kinds, resolveReferencePath } from '#engine';
import type { GeneratedColumn, Pivot, PivotAxis, ReportLayout } from '#extensions/reports/engine';
import type { PlacedIssue, SheetSaying } from '#server/extension';
import type { BoundData } from './boundData.ts';
import { reportColumn } from './reportColumn.ts';
import { issueAt, rowsOf } from './reportRecords.ts';

/** Values that have a column of their own; more are not looked at beside each other. */
const mostValues = 60;

type Built = {
  readonly report: DataRecord;
  readonly bound: BoundData;
  readonly columns: readonly GeneratedColumn[];
  readonly groups: readonly string[];
  readonly top: ReportLayout['top'];
  readonly isDescending: (name: string) => boolean;
};

export function pivotOf(built: Built, saying: SheetSaying): Pivot | undefined {
  const { report, columns, groups, top } = built;
  const by = columns.find(({ name }) => name === report.ColumnsBy);
  if (!by || groups.length === 0) return undefined;
  const say = (key: string, params: DataRecord = {}) =>
    formatMessage(saying.model, saying.locale, key, params);
  const of = columns.find(({ total }) => total);
  const axis = (name: string) => axisOf(built, name, saying);
  return {
    rows: groups.map((name) => (name === top?.group ? { ...axis(name), isAsFound: true } : axis(name))),
    columns: axis(by.name),
    most: mostValues,
    ...(of?.total ? { total: { field: of.name, name: of.total } } : {}),
    words: {
      ...{ others: say('report.others'), earlier: say('report.pivot.earlier') },
      ...{ none: say('report.pivot.none'), count: say('query.count') },
      heading: (figure) =>
        figure === undefined ? by.title : say('dashboard.title.by', { what: figure, by: by.title }),
    },
  };
}

function axisOf(
  { report, bound, columns, isDescending }: Built,
  name: string,
  saying: SheetSaying,
): PivotAxis {
  const column = rowsOf(report.ReportColumns).find(({ ReportColumnName }) => ReportColumnName === name);
  return {
    ...{ name, title: columns.find((one) => one.name === name)?.title ?? name },
    ...{ isPeriod: Boolean(column?.Per), isDescending: isDescending(name) },
    order: choicesOf(fieldAt(bound, name, saying), saying),
  };
}

function fieldAt({ data, query }: BoundData, name: string, { model }: SheetSaying): FieldModel | undefined {
  if (data) return resolveReferencePath(model.entities, data.entity, name)?.field;
  return query?.columns.find((column) => column.name === name)?.place?.field;
}

/** As they are declared; other values are in the order of their names. */
function choicesOf(field: FieldModel | undefined, { model, locale }: SheetSaying): readonly string[] {
  if (field && kinds[field.kind].sheet?.read === 'truth')
    return ['ui.yes', 'ui.no'].map((key) => formatMessage(model, locale, key));
  const items = model.lookups.get(field?.lookup ?? '')?.items ?? [];
  return items.map(({ Name }) => formatMessage(model, locale, `lookup.${field?.lookup}.${Name}`));
}

const mostGroups = 2;

/** Why a report cannot have its columns by the values of one. */
export function pivotIssues(
  bound: BoundData,
  { ReportColumns, ColumnsBy: by, CompareWith }: DataRecord,
  saying: SheetSaying,
): readonly PlacedIssue[] {
  if (!by) return [];
  const columns = rowsOf(ReportColumns);
  const at = columns.findIndex(({ ReportColumnName }) => ReportColumnName === by);
  const column = columns[at];
  if (!column) return [issueAt('/ColumnsBy', 'report.pivot.unknown', { name: by })];
  const groups = columns.filter(({ IsGroup }) => IsGroup === true);
  const own = column.Formula ? undefined : reportColumn(bound, String(by), saying);
  const name = String(column.Label || own?.title || by);
  const isDay = own?.format === 'date' || own?.format === 'moment';
  const issue = (message: string) => issueAt('/ColumnsBy', message, { name });
  return [
    ...(column.IsGroup === true ? [issue('report.pivot.is-group')] : []),
    ...(own && !isDay && own.format !== 'text' && own.format !== 'integer'
      ? [issue('report.pivot.amount')]
      : []),
    ...(column.Formula ? [issue('report.pivot.amount')] : []),
    ...(isDay && !column.Per
      ? [issueAt(`/ReportColumns/${at}/Per`, 'report.pivot.no-period', { name })]
      : []),
    ...(groups.length === 0 ? [issue('report.pivot.no-group')] : []),
    ...(groups.length > mostGroups ? [issue('report.pivot.groups')] : []),
    ...(CompareWith ? [issue('report.pivot.compare')] : []),
  ];
}

/** Tells the reader that not every value has a column. */
export function mergedNote(
  { columns, most, words }: Pivot,
  { values, merged }: { readonly values: number; readonly merged: number },
  { model, locale }: Pick<SheetSaying, 'model' | 'locale'>,
): readonly string[] {
  if (merged === 0) return [];
  const rest = columns.isPeriod ? words.earlier : words.others;
  const key = columns.isPeriod ? 'report.pivot.merged-periods' : 'report.pivot.merged';
  return [formatMessage(model, locale, key, { title: columns.title, values, most, rest })];
}
