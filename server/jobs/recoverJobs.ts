/**
 * Recovers jobs whose process stopped or crashed: resumes them if their kind allows, otherwise ends and
 * undoes them.
 */
import type { DataRecord } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { among } from '../operations/filters.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store, StoreSession } from '../store/types.ts';
import { createYield } from '../work/createYield.ts';
import type { Events } from '../work/events.ts';
import { endJob } from './endJob.ts';
import { type JobKinds, JobLost, type JobStatus, openStatuses } from './Job.ts';
import { ownedStore } from './ownJob.ts';

export type Recovery = {
  readonly store: Store;
  readonly ports: Ports;
  readonly kinds: JobKinds;
  /** Receives the outcome of each. */
  readonly events?: Events;
  /** Jobs this process works on, including those taken over; absent: none. */
  readonly held?: Set<string>;
};

/**
 * Takes over the jobs of dead processes and marks each as interrupted before anyone asks. Returns the
 * function that resumes or undoes them in the background.
 */
export async function recoverJobs(recovery: Recovery): Promise<() => Promise<number>> {
  const taken: DataRecord[] = [];
  for (const found of await abandoned(recovery)) {
    const job = await claimed(recovery, found);
    if (job) taken.push(job);
  }
  return async () => {
    for (const job of taken) await finish(recovery, job);
    return taken.length;
  };
}

/** If no other process can exist, every unfinished job is abandoned. */
async function abandoned({ store, kinds, held }: Recovery): Promise<readonly DataRecord[]> {
  // Job inputs may hold thousands of rows, and this runs every few seconds.
  const only = ['Id', 'Kind', 'Runner'];
  const { items } = await store.find({ entity: 'job', filter: among('Status', openStatuses), only });
  const jobs = items.filter(({ Id }) => !held?.has(String(Id)));
  if (!store.flags.concurrentProcesses || jobs.length === 0) return jobs;
  const { own } = store.processes;
  const living = await store.processes.living();
  return jobs.filter(({ Kind, Runner }) => {
    const isDead = !living.has(String(Runner)) || Runner === own;
    // A kind unknown to this version of the application is left to processes that know it.
    return isDead && Object.hasOwn(kinds, String(Kind));
  });
}

/**
 * Makes the job this process's own. The write checks the revision that was read, so only one process
 * succeeds.
 */
async function claimed(
  { store, kinds, held }: Recovery,
  { Id, Runner }: DataRecord,
): Promise<DataRecord | undefined> {
  const id = String(Id);
  const job = await store.get('job', id);
  if (!job || job.Runner !== Runner || !openStatuses.some((status) => status === job.Status))
    return undefined;
  const said = isResumed(kinds, job)
    ? {}
    : { Status: 'cancelling' satisfies JobStatus, ...interruption(kinds, job) };
  const claim = { ...said, Runner: store.processes.own };
  held?.add(id);
  let isOurs = false;
  try {
    isOurs = await store.update('job', id, claim, Number(job.Revision));
  } finally {
    if (!isOurs) held?.delete(id);
  }
  return isOurs ? { ...job, ...claim } : undefined;
}

/** A job someone cancelled has no problem. */
function interruption(kinds: JobKinds, { Kind, Input, Problem, CancelRequested }: DataRecord): DataRecord {
  if (Problem || CancelRequested === true) return {};
  const keepsParts = kinds[String(Kind)]?.keepsParts?.((Input ?? {}) as DataRecord) === true;
  return { Problem: { code: 'conflict', key: `job.interrupted${keepsParts ? '.in-part' : ''}` } };
}

/** The next recovery retries what fails here. */
async function finish(recovery: Recovery, job: DataRecord): Promise<void> {
  const id = String(job.Id);
  const owned = { ...recovery, store: ownedStore(recovery.store, { id }) };
  try {
    await (isResumed(recovery.kinds, job) ? resume : clear)(owned, job);
    await announce(recovery, job);
  } catch (error) {
    if (!(error instanceof JobLost)) recovery.ports.log.error({ err: error, job: id }, 'job not cleared up');
  } finally {
    recovery.held?.delete(id);
  }
}

async function announce({ store, events }: Recovery, job: DataRecord): Promise<void> {
  const id = String(job.Id);
  const told = await store.get('notification', id);
  if (!told) return;
  const user = String(told.UserId);
  events?.announce('recordChanged', { entity: 'notification', id, operation: 'create', user });
}

/** A job that was being undone or cancelled is not resumed. */
function isResumed(kinds: JobKinds, { Kind, Status }: DataRecord): boolean {
  return Status === ('running' satisfies JobStatus) && kinds[String(Kind)]?.resume !== undefined;
}

async function resume(recovery: Recovery, job: DataRecord): Promise<void> {
  const { store, ports, kinds } = recovery;
  const tools = {
    ...{ store, ports, yieldTurn: createYield() },
    report: () => undefined,
    keep: (session: StoreSession, Input: DataRecord) => write(session, job, { Input }),
    complete: (session: StoreSession, Result: DataRecord) =>
      endJob(session, ports, String(job.Id), { Status: 'done', Result }),
  };
  try {
    await kinds[String(job.Kind)]?.resume?.(tools, inputOf(job));
  } catch (error) {
    if (error instanceof JobLost) throw error;
    ports.log.error({ err: error, job: job.Id }, 'job not carried on');
    await write(store, job, {
      Status: 'cancelling',
      Problem: problemOf(error),
    });
    await clear(recovery, job);
  }
}

async function clear({ store, ports, kinds }: Recovery, job: DataRecord): Promise<void> {
  const kind = kinds[String(job.Kind)];
  await kind?.undo({ store, ports, yieldTurn: createYield() }, inputOf(job));
  const isWanted = job.CancelRequested !== true || Boolean(job.Problem);
  await store.transaction((session) =>
    endJob(session, ports, String(job.Id), { Status: isWanted ? 'failed' : 'cancelled' }),
  );
}

/** The kind's own refusal, or that the job was interrupted. */
function problemOf(error: unknown): DataRecord {
  if (!(error instanceof Refusal)) return { code: 'conflict', key: 'job.interrupted' };
  return { code: error.code, key: error.key, params: error.details.params };
}

const inputOf = ({ Input }: DataRecord): DataRecord => (Input ?? {}) as DataRecord;

async function write(session: StoreSession, { Id }: DataRecord, fields: DataRecord): Promise<void> {
  await session.update('job', String(Id), fields);
}
