/** Jobs that run in other processes: their progress, and how to cancel them. */
import { equals } from '../operations/filters.ts';
import type { Progress } from '../operations/OperationCall.ts';
import { type Store, StoreUnavailable } from '../store/types.ts';
import type { Events } from '../work/events.ts';
import { openStatuses } from './Job.ts';

const topic = 'cancel job';

/** Milliseconds between checks whether another process's job has ended. */
const askedEvery = 200;
/** Jobs whose progress is cached until they end. */
const remembered = 1000;

export type JobsElsewhere = {
  readonly progress: (id: string) => Progress | undefined;
  /** False if no such job is running. */
  readonly cancel: (id: string) => Promise<boolean>;
  readonly ended: (id: string) => Promise<void>;
  /** Stores cancellations requested while the store took no writes. */
  readonly noteAgain: () => Promise<void>;
};

type Options = {
  readonly store: Store;
  readonly events: Events;
  /** Called with the id of a job to cancel in this process. */
  readonly onCancel: (id: string) => void;
};

export function createJobsElsewhere({ store, events, onCancel }: Options): JobsElsewhere {
  const known = new Map<string, Progress>();
  events.listen('jobProgress', ({ job, status, done, share }) => {
    known.delete(job);
    if (status !== 'running') return;
    if (known.size >= remembered) known.delete(known.keys().next().value as string);
    known.set(job, { done, ...(share !== undefined && { share }) });
  });
  store.shared.listen(topic, onCancel);
  const requested = new Set<string>();
  const noteAgain = async (): Promise<void> => {
    for (const id of requested) if (await noteRequest(store, id)) requested.delete(id);
  };
  return {
    progress: (id) => known.get(id),
    cancel: async (id) => {
      if ((await statusOf(store, id)) !== 'running') return false;
      // First, because a job may block all writers. The stored request covers a lost message.
      await store.shared.announce(topic, id).catch(() => undefined);
      requested.add(id);
      await noteAgain();
      return true;
    },
    noteAgain,
    ended: async (id) => {
      while (isOpen(await statusOf(store, id)))
        await new Promise((resolve) => setTimeout(resolve, askedEvery));
    },
  };
}

const isOpen = (status: unknown): boolean => openStatuses.some((one) => one === status);

async function statusOf(store: Pick<Store, 'find'>, id: string): Promise<unknown> {
  const { items } = await store.find({ entity: 'job', filter: equals('Id', id), only: ['Status'] });
  return items[0]?.Status;
}

/**
 * For a process that takes the job over, and in case the message is lost; false while the store takes no
 * writes.
 */
async function noteRequest(store: Store, id: string): Promise<boolean> {
  try {
    await store.transaction(async (session) => {
      if ((await statusOf(session, id)) === 'running')
        await session.update('job', id, { CancelRequested: true });
    });
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}
