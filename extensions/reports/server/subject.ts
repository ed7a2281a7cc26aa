/** What a subscription sends: a report or a dashboard, named in the language of a person. */
import type { DataRecord } from '#engine';
import { type OperationCall, type StoreSession, withShippedTexts } from '#server/extension';
import { inReadersLanguage } from './reportRecords.ts';

type Naming = Pick<OperationCall, 'runtime' | 'locale'> & {
  /** Within a transaction. */
  readonly session?: Pick<StoreSession, 'get'>;
};

export type Subject = {
  readonly kind: 'report' | 'dashboard';
  readonly name: string;
  /** Its page. */
  readonly to: string;
};

/** Undefined once it was removed. */
export async function subjectOf(
  { runtime, locale, session = runtime.store }: Naming,
  { ReportConfigurationId, DashboardId }: DataRecord,
): Promise<Subject | undefined> {
  const [entity, id] = DashboardId
    ? ['dashboard', String(DashboardId)]
    : ['report-configuration', String(ReportConfigurationId)];
  const found = await session.get(entity, id);
  return found && named({ runtime, locale }, entity, found);
}

/** Those of many records, each found once. */
export async function subjectsOf(
  { runtime, locale }: Naming,
  records: readonly DataRecord[],
): Promise<(record: DataRecord) => Subject | undefined> {
  const known = new Map<string, Subject>();
  for (const [entity, key] of [
    ['dashboard', 'DashboardId'],
    ['report-configuration', 'ReportConfigurationId'],
  ] as const) {
    const ids = [...new Set(records.flatMap((record) => (record[key] ? [String(record[key])] : [])))];
    const found = ids.length > 0 ? await runtime.store.getMany(entity, ids) : [];
    for (const one of found) known.set(String(one.Id), named({ runtime, locale }, entity, one));
  }
  return ({ DashboardId, ReportConfigurationId }) => known.get(String(DashboardId ?? ReportConfigurationId));
}

function named(naming: Naming, entity: string, found: DataRecord): Subject {
  if (entity === 'dashboard') {
    const { Name } = withShippedTexts(naming, naming.runtime.planOf(entity), found);
    return { kind: 'dashboard', name: String(Name ?? ''), to: `/report/dashboards/${found.Id}` };
  }
  const { ReportConfigurationName } = inReadersLanguage(naming, found);
  return { kind: 'report', name: String(ReportConfigurationName ?? ''), to: `/report/${found.Id}` };
}
