/** A report and the configuration it is looked at by, for whoever may see them. */
import type { DataRecord } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import { authorize } from '../../operations/authorize.ts';
import type { EntityPlan } from '../../operations/EntityPlan.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import type { StoreSession } from '../../store/types.ts';

export type From = { readonly call: OperationCall; readonly session: Pick<StoreSession, 'find' | 'get'> };

export type ReportRecords = {
  readonly configuration: DataRecord;
  readonly report: DataRecord;
  /** Of the entity whose records it shows; none where its rows are entered in its definition. */
  readonly data: EntityPlan | undefined;
};

/** What a report is called whose rows stand in its definition file. */
export const entered = 'ENTERDATA';

/** Every item of a check list is chosen. */
export const everything = '00000000-0000-0000-0000-000000000000';

export const rowsOf = (value: unknown): readonly DataRecord[] =>
  Array.isArray(value) ? (value as readonly DataRecord[]) : [];

/** 404 for what is not there and for what is another's, 403 where the person may not see the records it shows. */
export async function loadReport({ call, session }: From, id: unknown): Promise<ReportRecords> {
  const configuration = await loadConfiguration({ call, session }, id);
  const report = await session.get('report', String(configuration.ReportId));
  if (!report) throw missing(id);
  const data = dataOf(call, report.DataSet);
  if (report.DataSet === entered) return { configuration, report, data: undefined };
  if (!data)
    throw refusals.invalid({
      issues: [issueAt('/DataSet', 'report.data.unknown', { name: report.DataSet })],
      entity: 'report',
    });
  authorize(data.entity.policy.view, call.features);
  return { configuration, report, data };
}

export async function loadConfiguration({ call, session }: From, id: unknown): Promise<DataRecord> {
  const found = await session.get('report-configuration', String(id ?? '').toLowerCase());
  if (!found || !isSeenBy(found, call)) throw missing(id);
  return found;
}

/** The same as the list of reports asks of each. */
function isSeenBy(
  { IsDefault, Owner, ReportConfigurationUserRoles }: DataRecord,
  { user }: OperationCall,
): boolean {
  if (IsDefault === true || Owner === user.UserName) return true;
  return rowsOf(ReportConfigurationUserRoles).some(
    ({ UserId, RoleId }) => UserId === user.Id || user.Roles.includes(String(RoleId)),
  );
}

/** The entity a data set names; undefined where there is none. */
export function dataOf({ runtime }: OperationCall, name: unknown): EntityPlan | undefined {
  return runtime.model.entities.has(String(name)) ? runtime.planOf(String(name)) : undefined;
}

const missing = (id: unknown) =>
  refusals.noSuchRecord({ params: { entity: 'entity.report-configuration', id: String(id ?? '') } });

export function issueAt(path: string, message: string, params: Readonly<Record<string, unknown>> = {}) {
  return { rule: message, path, level: 'error', message, params } as const;
}
