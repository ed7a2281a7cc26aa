/** Which reports and dependent records a person may open: only those without data hidden from them. */
import type { DataRecord, FilterTree } from '#engine';
import { equals, type Opening } from '#server/extension';
import { authorizeReport, openReports } from './reportNeeds.ts';

type Session = { readonly get: (entity: string, id: string) => Promise<DataRecord | undefined> };
type ReportOf = (session: Session, record: DataRecord) => Promise<unknown>;

const opening = (path: string, reportOf: ReportOf): Opening => ({
  filter: async (call) => withoutReport(path, await openReports(call, path)),
  refuse: async ({ call, session }, record) => {
    const id = await reportOf(session, record);
    const report = id ? await session.get('report', String(id)) : undefined;
    if (report) await authorizeReport(call, report);
  },
});

/** What is about no report, such as a subscription to a dashboard, stays open. */
function withoutReport(path: string, open: FilterTree | undefined): FilterTree | undefined {
  const [reference = '', ...further] = path.split('.');
  return open && further.length > 0 ? { kind: 'or', of: [open, equals(reference, null)] } : open;
}

export const opens: Readonly<Record<string, Opening>> = {
  report: opening('Id', async (_, { Id }) => Id),
  'report-configuration': opening('ReportId', async (_, { ReportId }) => ReportId),
  'report-subscription': opening(
    'ReportConfigurationId.ReportId',
    async (session, { ReportConfigurationId: id }) =>
      id ? (await session.get('report-configuration', String(id)))?.ReportId : undefined,
  ),
};
