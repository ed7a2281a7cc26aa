/** Jobs that a stop or a crash has cut short: ended clearly, and what they wrote is taken back. */
import type { DataRecord } from '#engine';
import type { Ports } from '../ports.ts';
import type { Store } from '../store/types.ts';
import { createBreath } from './createBreath.ts';
import type { JobKinds } from './Job.ts';

export type Recovery = { readonly store: Store; readonly ports: Ports; readonly kinds: JobKinds };

/** Says of each that it was cut short, before anybody asks; gives what clears up behind them, in its own time. */
export async function recoverJobs({ store, ports, kinds }: Recovery): Promise<() => Promise<number>> {
  const filter = {
    kind: 'compare',
    path: 'Status',
    operator: 'in',
    value: ['running', 'cancelling'],
  } as const;
  const { items } = await store.find({ entity: 'job', filter });
  for (const job of items)
    await store.update('job', String(job.Id), {
      Status: 'cancelling',
      Problem: job.Problem ?? { code: 'conflict', key: 'job.interrupted' },
    });
  return async () => {
    for (const job of items) await clear({ store, ports, kinds }, job);
    return items.length;
  };
}

async function clear({ store, ports, kinds }: Recovery, job: DataRecord): Promise<void> {
  const kind = kinds[String(job.Kind)];
  await kind?.undo({ store, ports, breathe: createBreath() }, (job.Input ?? {}) as DataRecord);
  await store.update('job', String(job.Id), { Status: 'failed', FinishedDate: ports.now().toISOString() });
}
