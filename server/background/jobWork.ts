/** Jobs: imports, copies, rate cards, bulk changes and whatever else extensions run. */
import { type Access, type DataRecord, formatMessage } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { JobProblem, JobResult } from '../jobs/Job.ts';
import { openStatuses } from '../jobs/Job.ts';
import { problemOf } from '../jobs/problemOf.ts';
import { allWork, type WorkItem, type WorkSource, type WorkState } from '../jobs/WorkSource.ts';
import { isAllowed } from '../operations/authorize.ts';
import { among, equals } from '../operations/filters.ts';
import type { JobNotice, OperationCall } from '../operations/OperationCall.ts';

const states: Readonly<Record<string, WorkState>> = {
  ...{ running: 'running', cancelling: 'running', done: 'done', failed: 'failed', cancelled: 'cancelled' },
};

export const jobWork: WorkSource = {
  id: 'job',
  needs: ['job'],
  records: {
    entity: 'job',
    // Its input may hold thousands of rows.
    fields: 'Kind Status Result Problem Notice StartedBy Features FinishedDate'.split(' '),
    states: {
      due: undefined,
      running: among('Status', openStatuses),
      done: equals('Status', 'done'),
      failed: equals('Status', 'failed'),
      cancelled: equals('Status', 'cancelled'),
    },
    person: 'StartedBy',
    seen: () => 'all',
    isSeen: mayWatch,
    items: async (call, jobs) => jobs.map((job) => itemOf(call, job)),
  },
  verbs: { cancel },
};

/** One's own, those that one may start as well, or all. */
function mayWatch({ user, features }: OperationCall, { StartedBy, Features }: DataRecord): boolean {
  if (StartedBy === user.UserName || features.has(allWork)) return true;
  const access: Access = { kind: 'feature', anyOf: String(Features ?? '').split(',') };
  return isAllowed(access, features);
}

function itemOf(call: OperationCall, job: DataRecord): WorkItem {
  const { model, jobs } = call.runtime;
  const { title = 'notification.work', about, to, otherwise } = (job.Notice ?? {}) as Partial<JobNotice>;
  const isOpen = openStatuses.some((status) => status === job.Status);
  const progress = isOpen ? jobs.progress(String(job.Id)) : undefined;
  return {
    ...{ Id: String(job.Id), Title: formatMessage(model, call.locale, title), About: about ?? null },
    ...{ State: states[String(job.Status)] ?? 'running', Person: job.StartedBy, Date: job.CreatedDate },
    ...{ FinishedDate: job.FinishedDate, Done: progress?.done ?? null, Share: progress?.share ?? null },
    Reason: reasonOf(call, job),
    // The notice may lead to a record that only its reader sees, but says no more than its address.
    To: (job.Status === 'done' ? to : (otherwise ?? to)) ?? null,
    Verbs: isOpen && jobs.isCancellable(String(job.Kind)) ? ['cancel'] : [],
  };
}

function reasonOf(call: OperationCall, { Problem, Result }: DataRecord): string | null {
  if (Problem) {
    const { Message, ErrorMessages } = problemOf(call, Problem as JobProblem) as {
      readonly Message?: string;
      readonly ErrorMessages?: readonly string[];
    };
    return ErrorMessages?.slice(0, 3).join(' ') || Message || null;
  }
  const { Notes = [], RowCount } = (Result ?? {}) as JobResult;
  const { model } = call.runtime;
  const said = Notes.slice(0, 10).map(({ message, params }) =>
    formatMessage(model, call.locale, message, params),
  );
  if (typeof RowCount === 'number' && said.length === 0)
    said.push(formatMessage(model, call.locale, 'ui.bell.rows', { count: RowCount }));
  return said.join(' ') || null;
}

async function cancel(call: OperationCall, id: string): Promise<void> {
  const { store, jobs } = call.runtime;
  const [job] = (await store.find({ entity: 'job', filter: equals('Id', id) })).items;
  if (!job || !mayWatch(call, job)) throw refusals.noSuchRecord({ params: { entity: 'entity.job', id } });
  if (!openStatuses.some((status) => status === job.Status)) return;
  if (!jobs.isCancellable(String(job.Kind))) throw refusals.jobCarriedThrough();
  if (!(await jobs.cancel(id))) throw refusals.jobElsewhere();
}
