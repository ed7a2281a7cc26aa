/** Jobs: imports, copies, rate cards, bulk changes and whatever else extensions run. */
import { type Access, type DataRecord, formatMessage } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { JobAgain, JobKinds, JobProblem, JobResult } from '../jobs/Job.ts';
import { openStatuses } from '../jobs/Job.ts';
import { problemOf } from '../jobs/problemOf.ts';
import { allWork, type WorkItem, type WorkSource, type WorkState } from '../jobs/WorkSource.ts';
import { isAllowed } from '../operations/authorize.ts';
import { among, equals } from '../operations/filters.ts';
import type { JobNotice, OperationCall } from '../operations/OperationCall.ts';

const states: Readonly<Record<string, WorkState>> = {
  ...{ running: 'running', cancelling: 'running', done: 'done', failed: 'failed', cancelled: 'cancelled' },
};

export const jobWork = (kinds: JobKinds): WorkSource => ({
  id: 'job',
  needs: ['job'],
  records: {
    entity: 'job',
    // Its input may hold thousands of rows.
    fields: 'Kind Status Result Problem Notice StartedBy Features FinishedDate AgainDate'.split(' '),
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
    items: async (call, jobs) => jobs.map((job) => itemOf(call, kinds, job)),
  },
  verbs: { cancel, again: (call, id) => runAgain(call, kinds, id) },
});

/** One's own, those that one may start as well, or all. */
function mayWatch({ user, features }: OperationCall, { StartedBy, Features }: DataRecord): boolean {
  if (StartedBy === user.UserName || features.has(allWork)) return true;
  return isAllowed(accessOf(Features), features);
}

const accessOf = (features: unknown): Access =>
  features === 'login' ? { kind: 'login' } : { kind: 'feature', anyOf: String(features ?? '').split(',') };

function itemOf(call: OperationCall, kinds: JobKinds, job: DataRecord): WorkItem {
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
    Verbs: verbsOf(call, kinds, job),
  };
}

function verbsOf(call: OperationCall, kinds: JobKinds, job: DataRecord): WorkItem['Verbs'] {
  if (openStatuses.some((status) => status === job.Status))
    return call.runtime.jobs.isCancellable(String(job.Kind)) ? ['cancel'] : [];
  return againOf(call, kinds, job) ? ['again'] : [];
}

/** How the caller may run it again: once, after it ended. */
function againOf({ user }: OperationCall, kinds: JobKinds, job: DataRecord): JobAgain | undefined {
  const again = Object.hasOwn(kinds, String(job.Kind)) ? kinds[String(job.Kind)]?.again : undefined;
  if (!again || job.AgainDate || (again.isOwn && job.StartedBy !== user.UserName)) return undefined;
  const isDone = job.Status === 'done' && again.onceDone?.((job.Result ?? {}) as DataRecord) === true;
  return isDone || job.Status === 'failed' || job.Status === 'cancelled' ? again : undefined;
}

function reasonOf(call: OperationCall, job: DataRecord): string | null {
  const again = job.AgainDate && formatMessage(call.runtime.model, call.locale, 'work.was-again');
  return [outcomeOf(call, job), again].filter(Boolean).join(' ') || null;
}

function outcomeOf(call: OperationCall, { Problem, Result }: DataRecord): string | null {
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

/** A new job with the input of the old one, which names who ran it again: both commit together, and only once. */
async function runAgain(call: OperationCall, kinds: JobKinds, id: string): Promise<void> {
  const job = await watched(call, id);
  const again = againOf(call, kinds, job);
  if (!again) throw new Refusal('conflict', 'job.not-again', {});
  await call.runtime.jobs.start(call, {
    ...{ kind: String(job.Kind), key: String(job.Key) },
    access: accessOf(job.Features),
    notice: () => (job.Notice as JobNotice | null) ?? undefined,
    prepare: async (scope) => {
      const input = await again.prepare(scope, (job.Input ?? {}) as DataRecord);
      const noted = { AgainDate: call.now, AgainBy: call.user.UserName };
      if (!(await scope.session.update('job', id, noted, Number(job.Revision))))
        throw new Refusal('conflict', 'job.not-again', {});
      return input;
    },
  });
}

async function watched(call: OperationCall, id: string): Promise<DataRecord> {
  const [job] = (await call.runtime.store.find({ entity: 'job', filter: equals('Id', id) })).items;
  if (!job || !mayWatch(call, job)) throw refusals.noSuchRecord({ params: { entity: 'entity.job', id } });
  return job;
}

async function cancel(call: OperationCall, id: string): Promise<void> {
  const { jobs } = call.runtime;
  const job = await watched(call, id);
  if (!openStatuses.some((status) => status === job.Status)) return;
  if (!jobs.isCancellable(String(job.Kind))) throw refusals.jobCarriedThrough();
  if (!(await jobs.cancel(id))) throw refusals.jobElsewhere();
}
