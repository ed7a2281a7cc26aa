/** Jobs that a stop or a crash has cut short: carried on where their kind can be, otherwise ended clearly and taken back. */
import type { DataRecord } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store, StoreSession } from '../store/types.ts';
import { createYield } from '../work/createYield.ts';
import type { Events } from '../work/events.ts';
import { endJob } from './endJob.ts';
import type { JobKinds, JobStatus } from './Job.ts';

export type Recovery = {
  readonly store: Store;
  readonly ports: Ports;
  readonly kinds: JobKinds;
  /** Who listens already hears what became of each. */
  readonly events?: Events;
};

/** Says of each that it was cut short, before anybody asks; gives what carries on or clears up behind them, in its own time. */
export async function recoverJobs(recovery: Recovery): Promise<() => Promise<number>> {
  const { store, kinds } = recovery;
  const filter = {
    kind: 'compare',
    path: 'Status',
    operator: 'in',
    value: ['running', 'cancelling'],
  } as const;
  const { items } = await store.find({ entity: 'job', filter });
  for (const job of items)
    if (!isResumed(kinds, job))
      await write(store, job, {
        Status: 'cancelling',
        Problem: job.Problem ?? { code: 'conflict', key: 'job.interrupted' },
      });
  return async () => {
    for (const job of items) {
      await (isResumed(kinds, job) ? resume : clear)(recovery, job);
      await announce(recovery, job);
    }
    return items.length;
  };
}

async function announce({ store, events }: Recovery, job: DataRecord): Promise<void> {
  const id = String(job.Id);
  const told = await store.get('notification', id);
  if (!told) return;
  const user = String(told.UserId);
  events?.announce('recordChanged', { entity: 'notification', id, operation: 'create', user });
}

/** One that was being taken back already is not begun again. */
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
  await store.transaction((session) => endJob(session, ports, String(job.Id), { Status: 'failed' }));
}

/** What the kind says of it, or that it was cut short. */
function problemOf(error: unknown): DataRecord {
  if (!(error instanceof Refusal)) return { code: 'conflict', key: 'job.interrupted' };
  return { code: error.code, key: error.key, params: error.details.params };
}

const inputOf = ({ Input }: DataRecord): DataRecord => (Input ?? {}) as DataRecord;

async function write(session: StoreSession, { Id }: DataRecord, fields: DataRecord): Promise<void> {
  await session.update('job', String(Id), fields);
}
