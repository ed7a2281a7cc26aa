/**
 * Lets a job write only while this process owns it: one that was taken for dead changes nothing when it
 * resumes.
 */
import { equals } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { Store, StoreSession } from '../store/types.ts';
import { writesOf } from '../store/writesOf.ts';
import { JobLost } from './Job.ts';

type Owning = {
  readonly id: string;
  /** Called when another process owns the job. */
  readonly onLost?: () => void;
};

/** Every write checks ownership in its own transaction; a single-process store needs no check. */
export function ownedStore(store: Store, { id, onLost }: Owning): Store {
  if (!store.flags.concurrentProcesses) return store;
  const transaction: Store['transaction'] = (work) =>
    store.transaction(async (session) => {
      if (!(await isOwn(session, id, store.processes.own))) {
        onLost?.();
        throw new JobLost();
      }
      return work(session);
    });
  return {
    ...store,
    transaction,
    ...writesOf(transaction),
  };
}

async function isOwn(session: StoreSession, id: string, process: string): Promise<boolean> {
  // The job's input may hold thousands of rows.
  const { items } = await session.find({ entity: 'job', filter: equals('Id', id), only: ['Runner'] });
  return items[0]?.Runner === process;
}

/** The runtime with that store, also under later releases. */
export function ownedRuntime(runtime: Runtime, owning: Owning): Runtime {
  if (!runtime.store.flags.concurrentProcesses) return runtime;
  let next: { readonly of: Runtime; readonly owned: Runtime } | undefined;
  const owned: Runtime = {
    ...runtime,
    store: ownedStore(runtime.store, owning),
    latest: () => {
      const latest = runtime.latest();
      if (latest === runtime) return owned;
      if (next?.of !== latest) next = { of: latest, owned: ownedRuntime(latest, owning) };
      return next.owned;
    },
  };
  return owned;
}
