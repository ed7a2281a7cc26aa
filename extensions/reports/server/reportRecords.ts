/** A report and one of its configurations, for callers who may see them. */
import type { DataRecord, QueryModel } from '#engine';
import {
  type EntityPlan,
  type OperationCall,
  refusals,
  type SheetSaying,
  type StoreSession,
  withShippedTexts,
} from '#server/extension';
import { type BoundData, dataNamed } from './boundData.ts';
import { entered, rowsOf } from './entered.ts';
import { nameIn } from './reportColumn.ts';
import { authorizeReport } from './reportNeeds.ts';

export { entered, rowsOf };

export type From = { readonly call: OperationCall; readonly session: Pick<StoreSession, 'find' | 'get'> };

/** The body of a call that runs a report; the configuration supplies what is missing. */
export type Chosen = {
  readonly Filters?: unknown;
  readonly Columns?: unknown;
  readonly SortOrders?: unknown;
  /** Groups the reader has expanded or collapsed, and sorting, in interactive layouts. */
  readonly Toggled?: unknown;
  readonly Sorted?: unknown;
  /** A text to find, from the requested page on. */
  readonly Find?: unknown;
  /** A bookmark to go to. */
  readonly Bookmark?: unknown;
};

export type ReportRecords = {
  readonly configuration: DataRecord;
  readonly report: DataRecord;
  /** The entity whose records it shows. */
  readonly data: EntityPlan | undefined;
  /** The declared query whose rows it shows. Neither is set when the rows are entered in the definition. */
  readonly query?: QueryModel | undefined;
};

/** Every item of a check list is selected. */
export const everything = '00000000-0000-0000-0000-000000000000';

/** 404 when missing or private to someone else, 403 when the caller may not see its records. */
export async function loadReport({ call, session }: From, id: unknown): Promise<ReportRecords> {
  const configuration = await loadConfiguration({ call, session }, id);
  const report = await session.get('report', String(configuration.ReportId));
  if (!report) throw missing(id);
  await authorizeReport(call, report);
  if (report.DataSet === entered) return { configuration, report, data: undefined };
  const { data, query } = dataNamed(call, report.DataSet);
  if (!data && !query)
    throw refusals.invalid({
      issues: [issueAt('/DataSet', 'report.data.unknown', { name: report.DataSet })],
      entity: 'report',
    });
  return { configuration, report, data, query };
}

async function loadConfiguration({ call, session }: From, id: unknown): Promise<DataRecord> {
  const found = await session.get('report-configuration', String(id ?? '').toLowerCase());
  if (!found || !isSeenBy(found, call)) throw missing(id);
  return inReadersLanguage(call, found);
}

/** A configuration under the name that the reader knows it by. */
export const inReadersLanguage = (
  call: Pick<OperationCall, 'runtime' | 'locale'>,
  configuration: DataRecord,
): DataRecord => withShippedTexts(call, call.runtime.planOf('report-configuration'), configuration);

/** The same condition as in the list of reports. */
function isSeenBy(
  { IsDefault, Owner, ReportConfigurationUserRoles }: DataRecord,
  { user }: OperationCall,
): boolean {
  if (IsDefault === true || Owner === user.UserName) return true;
  return rowsOf(ReportConfigurationUserRoles).some(
    ({ UserId, RoleId }) => UserId === user.Id || user.Roles.includes(String(RoleId)),
  );
}

/** The entity of a data set; undefined when there is none. */
export function dataOf({ runtime }: OperationCall, name: unknown): EntityPlan | undefined {
  return runtime.model.entities.has(String(name)) ? runtime.planOf(String(name)) : undefined;
}

const missing = (id: unknown) =>
  refusals.noSuchRecord({ params: { entity: 'entity.report-configuration', id: String(id ?? '') } });

export function issueAt(path: string, message: string, params: Readonly<Record<string, unknown>> = {}) {
  return { rule: message, path, level: 'error', message, params } as const;
}

/** The label of a filter in messages. */
export function filterLabel(
  bound: BoundData,
  { Label, Path, ParameterName }: DataRecord,
  naming: Pick<SheetSaying, 'model' | 'locale'>,
): string {
  return String(Label || nameIn(bound, String(Path || ParameterName), naming));
}

/** The value of a parameter: as sent, otherwise from the configuration, otherwise the default. */
export function chosenValue(
  { configuration }: Pick<ReportRecords, 'configuration'>,
  { Id, ParameterName, DefaultValue }: DataRecord,
  chosen: { readonly Filters?: unknown },
): unknown {
  const given = ((chosen.Filters ?? {}) as DataRecord)[String(ParameterName)];
  const saved = rowsOf(configuration.ReportConfigurationFilters).find(
    ({ ReportFilterId }) => ReportFilterId === Id,
  );
  return given ?? saved?.SavedValue ?? DefaultValue;
}

/** The same for a list, as ids; without items known only by an external id. */
export function chosenKeys(
  records: Pick<ReportRecords, 'configuration'>,
  parameter: DataRecord,
  chosen: { readonly Filters?: unknown },
): readonly string[] {
  const isExternal = (one: unknown) =>
    typeof one === 'object' && one !== null && !('Key' in one) && !('Id' in one);
  return selectionOf(chosenValue(records, parameter, chosen))
    .filter((one) => !isExternal(one))
    .flatMap((one) => keyOf(one) ?? []);
}

/** Stored selections are comma-separated text. */
export function selectionOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string') return value.split(',');
  return Array.isArray(value) ? value : [value];
}

/** A selected value is identified by its id or external id. */
export function keyOf(one: unknown): string | undefined {
  const id =
    typeof one === 'object' && one !== null
      ? ((one as DataRecord).Key ?? (one as DataRecord).Id ?? (one as DataRecord).ExtId)
      : one;
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
  return text === '' || text.includes(',') ? undefined : text;
}
