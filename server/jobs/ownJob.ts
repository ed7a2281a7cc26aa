/** What a job writes holds only while it is still this process's: one that was taken for dead, and goes on, changes nothing. */
import { equals } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { Store, StoreSession } from '../store/types.ts';
import { JobLost } from './Job.ts';

type Owning = {
  readonly id: string;
  /** Told when the job is found to be another's. */
  readonly onLost?: () => void;
};

/** Every write asks first, in its own transaction; where no other process can be, there is nothing to ask. */
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
    insert: (entity, record) => transaction((session) => session.insert(entity, record)),
    insertMany: (entity, records) => transaction((session) => session.insertMany(entity, records)),
    copyMany: (query) => transaction((session) => session.copyMany(query)),
    update: (entity, id, fields, revision) =>
      transaction((session) => session.update(entity, id, fields, revision)),
    remove: (entity, id) => transaction((session) => session.remove(entity, id)),
  };
}

async function isOwn(session: StoreSession, id: string, process: string): Promise<boolean> {
  // What it works on may be thousands of rows.
  const { items } = await session.find({ entity: 'job', filter: equals('Id', id), only: ['Runner'] });
  return items[0]?.Runner === process;
}

/** The runtime with that store, under later releases too. */
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
