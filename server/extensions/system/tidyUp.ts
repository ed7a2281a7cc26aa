/** Deletes what is kept only for a limited time: daily, or when an administrator asks for it. */
import type { DataRecord } from '#engine';
import { type Cleaning, cleanFiles } from '../../files/cleanFiles.ts';
import {
  cleanChanges,
  cleanDeliveries,
  cleanForms,
  cleanHistory,
  cleanImports,
  cleanKeptAnswers,
  cleanNotifications,
  cleanRuns,
  cleanTidied,
} from '../../jobs/cleanAged.ts';
import type { JobKind, JobResult } from '../../jobs/Job.ts';
import { pausesOf } from '../../jobs/pauses.ts';
import { allWork } from '../../jobs/WorkSource.ts';
import { authorize } from '../../operations/authorize.ts';
import type { Ports } from '../../ports/ports.ts';

export const tidyKind = 'tidy';

type Tidying = Cleaning & { readonly ports: Pick<Ports, 'files' | 'now' | 'newId' | 'log'> };
type Work = (tidying: Tidying) => Promise<number>;

/** By the message that says how many were deleted. */
const works: Readonly<Record<string, Work>> = {
  uploads: cleanFiles,
  notifications: ({ store, ports }) => cleanNotifications(store, ports),
  changes: ({ store, ports }) => cleanChanges(store, ports),
  history: ({ model, store, ports }) => cleanHistory({ model, store }, ports),
  imports: ({ store, ports }) => cleanImports(store, ports),
  answers: ({ store, ports }) => cleanKeptAnswers(store, ports),
  runs: ({ store, ports }) => cleanRuns(store, ports),
  forms: ({ store, ports }) => cleanForms(store, ports),
  deliveries: ({ store, ports }) => cleanDeliveries(store, ports),
  rounds: ({ store, ports }) => cleanTidied(store, ports, tidyKind),
};

/** One that fails does not keep the others from their work. */
async function tidyUp(tidying: Tidying, yieldTurn?: () => Promise<void>): Promise<JobResult> {
  const Notes: { readonly message: string; readonly params: DataRecord }[] = [];
  let RowCount = 0;
  for (const [what, work] of Object.entries(works)) {
    await yieldTurn?.();
    try {
      const count = await work(tidying);
      RowCount += count;
      if (count > 0) Notes.push({ message: `work.tidied.${what}`, params: { count } });
    } catch (error) {
      tidying.ports.log.error({ err: error }, `${what} not tidied up`);
      Notes.push({ message: 'work.tidied.failed', params: {} });
    }
  }
  if (Notes.length === 0) Notes.push({ message: 'work.tidied.nothing', params: {} });
  return { RowCount, Notes };
}

export const tidyJob: JobKind = {
  writes: () => [],
  run: async ({ call, yieldTurn }) => {
    const { model, store, ports } = call.runtime;
    return tidyUp({ model, store, ports }, yieldTurn);
  },
  undo: async () => undefined,
  again: {
    onceDone: () => true,
    prepare: async ({ call }, input) => {
      authorize({ kind: 'feature', anyOf: [allWork] }, call.features);
      return input;
    },
  },
};

/** Kept as a job that has ended, so that people see what was deleted. */
export async function tidyDaily(tidying: Tidying): Promise<void> {
  const { model, store, ports } = tidying;
  if (!model.entities.has('job') || (await pausesOf(tidying)).has(`service ${tidyKind}`)) return;
  const now = ports.now().toISOString();
  const Result = await tidyUp(tidying);
  const stamp = { CreatedDate: now, CreatedBy: 'server', ModifiedDate: now, ModifiedBy: 'server' };
  await store.insertMany('job', [
    {
      ...{ Id: ports.newId(), Revision: 1, ...stamp, Kind: tidyKind, Key: tidyKind, Status: 'done' },
      ...{ Result, Notice: { title: 'work.service.tidy' }, Features: 'User.Manage' },
      ...{ FinishedDate: ports.now().toISOString(), Runner: store.processes.own },
    },
  ]);
}
