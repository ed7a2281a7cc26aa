/** The notification of a delivery: one per run, unread again when its outcome changes. */
import type { DataRecord } from '#engine';
import { type JobProblem, problemOf, type Runtime, type StoreSession } from '#server/extension';
import type { Due, Parties } from './delivery.ts';

type Telling = {
  readonly delivery: DataRecord;
  readonly parties: Parties;
  /** Absent: success. */
  readonly problem?: DataRecord;
};

export async function tellDelivery(
  { runtime }: Due,
  session: StoreSession,
  { delivery, parties: { user, about }, problem }: Telling,
): Promise<void> {
  if (!user) return;
  const [Id, now] = [String(delivery.Id), runtime.ports.now().toISOString()];
  await session.remove('notification', Id);
  await session.insert('notification', {
    ...{ Id, UserId: user.Id, Kind: 'report.delivery', Title: 'report.delivery' },
    ...{ About: String(about?.ReportConfigurationName ?? ''), Outcome: problem ? 'failed' : 'done' },
    ...{ FindingCount: 0, To: '/report/deliveries', Problem: problem ?? null },
    ...{ FinishedDate: now, ReadDate: null, Revision: 1 },
    ...{ CreatedDate: now, CreatedBy: delivery.Owner, ModifiedDate: now, ModifiedBy: delivery.Owner },
  });
}

/** As shown in the person's list of deliveries. */
export function reasonIn(
  { model }: Pick<Runtime, 'model'>,
  user: DataRecord | undefined,
  problem: DataRecord,
): string {
  const locale = user?.Language === 'fr-CA' ? 'fr-CA' : 'en-CA';
  const { ErrorMessages } = problemOf({ runtime: { model }, locale }, problem as JobProblem);
  return ErrorMessages.join(' ').slice(0, 1000);
}
