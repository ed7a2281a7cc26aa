/** Jobs that other processes run: how far they have come, and the way to end them. */
import { equals } from '../operations/filters.ts';
import type { Progress } from '../operations/OperationCall.ts';
import { type Store, StoreUnavailable } from '../store/types.ts';
import { openStatuses } from './Job.ts';

const topic = 'job';

/** So often a job that runs here says to other processes how far it has come, in milliseconds. */
const saidEvery = 500;
/** So often it is asked whether a job of another process has ended. */
const askedEvery = 200;
/** Jobs whose progress is remembered; it goes with the job. */
const remembered = 1000;

type Said =
  | { readonly about: 'progress'; readonly id: string; readonly progress: Progress }
  | { readonly about: 'end'; readonly id: string }
  | { readonly about: 'cancel'; readonly id: string };

export type JobsElsewhere = {
  readonly progress: (id: string) => Progress | undefined;
  /** False where nothing runs that could be ended. */
  readonly cancel: (id: string) => Promise<boolean>;
  readonly ended: (id: string) => Promise<void>;
  /** Tells the other processes of a job of this one. */
  readonly sayProgress: (id: string, progress: Progress) => void;
  readonly sayEnd: (id: string) => void;
};

type Options = {
  readonly store: Store;
  /** Called with what is to be cancelled here. */
  readonly onCancel: (id: string) => void;
};

export function createJobsElsewhere({ store, onCancel }: Options): JobsElsewhere {
  const known = new Map<string, Progress>();
  const lastSaid = new Map<string, number>();
  // Nothing depends on a message that is lost: what must hold is in the store.
  const say = (said: Said) => store.shared.announce(topic, JSON.stringify(said)).catch(() => undefined);
  store.shared.listen(topic, (text) => {
    const said = JSON.parse(text) as Said;
    known.delete(said.id);
    if (said.about === 'cancel') onCancel(said.id);
    if (said.about !== 'progress') return;
    if (known.size >= remembered) known.delete(known.keys().next().value as string);
    known.set(said.id, said.progress);
  });
  return {
    progress: (id) => known.get(id),
    cancel: async (id) => {
      if ((await statusOf(store, id)) !== 'running') return false;
      // First, as a job may hold up all that write.
      await say({ about: 'cancel', id });
      await noteRequest(store, id);
      return true;
    },
    ended: async (id) => {
      while (isOpen(await statusOf(store, id)))
        await new Promise((resolve) => setTimeout(resolve, askedEvery));
    },
    sayProgress: (id, progress) => {
      const now = performance.now();
      if (now - (lastSaid.get(id) ?? Number.NEGATIVE_INFINITY) < saidEvery) return;
      lastSaid.set(id, now);
      void say({ about: 'progress', id, progress });
    },
    sayEnd: (id) => {
      lastSaid.delete(id);
      void say({ about: 'end', id });
    },
  };
}

const isOpen = (status: unknown): boolean => openStatuses.some((one) => one === status);

async function statusOf(store: Pick<Store, 'find'>, id: string): Promise<unknown> {
  const { items } = await store.find({ entity: 'job', filter: equals('Id', id), only: ['Status'] });
  return items[0]?.Status;
}

/** For whoever takes it over, and where the message did not arrive. */
async function noteRequest(store: Store, id: string): Promise<void> {
  await store
    .transaction(async (session) => {
      if ((await statusOf(session, id)) === 'running')
        await session.update('job', id, { CancelRequested: true });
    })
    .catch((error) => {
      if (!(error instanceof StoreUnavailable)) throw error;
    });
}
