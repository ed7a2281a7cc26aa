/** Jobs that other processes run: how far they have come, and the way to end them. */
import { equals } from '../operations/filters.ts';
import type { Progress } from '../operations/OperationCall.ts';
import { type Store, StoreUnavailable } from '../store/types.ts';
import type { Events } from '../work/events.ts';
import { openStatuses } from './Job.ts';

const topic = 'cancel job';

/** So often it is asked whether a job of another process has ended, in milliseconds. */
const askedEvery = 200;
/** Jobs whose progress is remembered; it goes with the job. */
const remembered = 1000;

export type JobsElsewhere = {
  readonly progress: (id: string) => Progress | undefined;
  /** False where nothing runs that could be ended. */
  readonly cancel: (id: string) => Promise<boolean>;
  readonly ended: (id: string) => Promise<void>;
  /** Notes what was to be cancelled while the store took no writes. */
  readonly noteAgain: () => Promise<void>;
};

type Options = {
  readonly store: Store;
  readonly events: Events;
  /** Called with what is to be cancelled here. */
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
      // First, as a job may hold up all that write. What must hold although a message is lost is in the store.
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

/** For whoever takes it over, and where the message did not arrive; false while the store takes no writes. */
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
