import { pausesOf } from '../jobs/pauses.ts';
import type { Registry } from './compileExtensions.ts';
import type { Due, OutsideLane } from './Extension.ts';

/** Runs everything due of one lane; returns how much that was. Skips work that is paused, or done by another process. */
export async function runDueWork(
  { dueWork }: Pick<Registry, 'dueWork'>,
  due: Due,
  lane: OutsideLane | undefined,
): Promise<number> {
  let count = 0;
  const { model, store } = due.runtime;
  const paused = await pausesOf(due.runtime);
  for (const { name, needs, run, lane: own } of dueWork)
    if (own === lane && !paused.has(`service ${name}`) && needs.every((id) => model.entities.has(id)))
      count += (await store.shared.alone(`due ${name}`, (lost) => run(endedBy(due, lost)))) ?? 0;
  return count;
}

/** Also stops the work if the connection that holds its lock is lost. */
function endedBy(due: Due, lost: AbortSignal): Due {
  return { ...due, stopping: due.stopping ? AbortSignal.any([due.stopping, lost]) : lost };
}
