import type { Registry } from './compileExtensions.ts';
import type { Due } from './Extension.ts';

/** Runs everything due of one lane; returns how much that was. Skips work that another process is doing. */
export async function runDueWork(
  { dueWork }: Registry,
  due: Due,
  lane: 'inside' | 'outside',
): Promise<number> {
  let count = 0;
  const { model, store } = due.runtime;
  for (const { name, needs, run, isOutside = false } of dueWork)
    if (isOutside === (lane === 'outside') && needs.every((id) => model.entities.has(id)))
      count += (await store.shared.alone(`due ${name}`, (lost) => run(endedBy(due, lost)))) ?? 0;
  return count;
}

/** Also stops the work if the connection that holds its lock is lost. */
function endedBy(due: Due, lost: AbortSignal): Due {
  return { ...due, stopping: due.stopping ? AbortSignal.any([due.stopping, lost]) : lost };
}
