/** Ends a job and notifies the person who started it, atomically. */
import type { DataRecord } from '#engine';
import { equals } from '../operations/filters.ts';
import type { JobNotice } from '../operations/OperationCall.ts';
import type { Ports } from '../ports/ports.ts';
import type { StoreSession } from '../store/types.ts';
import type { JobProblem, JobResult, JobStatus } from './Job.ts';

type JobEnding = { readonly Status: 'done' | 'failed' | 'cancelled'; readonly Result?: DataRecord };

/** Call within a transaction. Idempotent: a second call adds no notification. */
export async function endJob(
  session: StoreSession,
  ports: Pick<Ports, 'now'>,
  id: string,
  end: JobEnding,
): Promise<void> {
  const job = await session.get('job', id);
  const FinishedDate = ports.now().toISOString();
  await session.update('job', id, { ...end, FinishedDate });
  const isOpen = (['running', 'cancelling'] satisfies JobStatus[]).some((status) => status === job?.Status);
  if (job && isOpen) await tell(session, { ...job, ...end, FinishedDate });
}

/** The most notifications kept per person; those read longest ago go first, then the oldest. */
const mostKept = 500;

async function tell(session: StoreSession, job: DataRecord): Promise<void> {
  const { items } = await session.find({ entity: 'user', filter: equals('UserName', job.StartedBy) });
  const user = items.find(({ UserName }) => UserName === job.StartedBy);
  if (!user) return;
  await makeRoom(session, String(user.Id));
  await session.remove('notification', String(job.Id));
  await session.insert('notification', notificationOf(job, String(user.Id)));
}

function notificationOf(job: DataRecord, UserId: string): DataRecord {
  const { title = 'notification.work', about, to, otherwise = to } = (job.Notice ?? {}) as Partial<JobNotice>;
  const { RowCount, Notes } = (job.Result ?? {}) as JobResult;
  const { findings, ...problem } = (job.Problem ?? {}) as Partial<JobProblem>;
  const isDone = outcomeOf(job) === 'done';
  const placed = (problem.issues ?? []).filter(({ cell }) => cell !== undefined).length;
  return {
    ...{ Id: job.Id, UserId, Kind: job.Kind, Title: title, Outcome: outcomeOf(job) },
    About: about?.slice(0, 256) ?? null,
    To: (isDone ? to : otherwise) ?? null,
    RowCount: RowCount ?? null,
    Notes: Notes ?? null,
    Problem: problem.key ? problem : null,
    FindingCount: findings?.count ?? placed,
    ...{ FinishedDate: job.FinishedDate, ReadDate: null },
    ...{ CreatedDate: job.FinishedDate, CreatedBy: job.StartedBy },
    ...{ ModifiedDate: job.FinishedDate, ModifiedBy: job.StartedBy, Revision: 1 },
  };
}

/** Work whose records may be refused one by one counts as done only if none was. */
export function outcomeOf({ Status, Result }: DataRecord): unknown {
  const { RowCount = 0, RefusedCount = 0 } = (Result ?? {}) as JobResult;
  if (Status !== 'done' || RefusedCount === 0) return Status;
  return RowCount > 0 ? 'partly' : 'failed';
}

async function makeRoom(session: StoreSession, user: string): Promise<void> {
  const filter = equals('UserId', user);
  const surplus = (await session.count('notification', filter)) - mostKept + 1;
  if (surplus <= 0) return;
  const { items } = await session.find({ entity: 'notification', filter });
  const rank = ({ ReadDate, FinishedDate }: DataRecord) => `${ReadDate ?? '~'} ${FinishedDate}`;
  const oldest = [...items].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, surplus);
  for (const { Id } of oldest) await session.remove('notification', String(Id));
}
