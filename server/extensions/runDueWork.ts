import type { Registry } from './compileExtensions.ts';
import type { Due } from './Extension.ts';

/** Does all that is due; gives how much that was. What another process is at, this one leaves to it. */
export async function runDueWork({ dueWork }: Registry, due: Due): Promise<number> {
  let count = 0;
  const { model, store } = due.runtime;
  for (const { name, needs, run } of dueWork)
    if (needs.every((id) => model.entities.has(id)))
      count += (await store.shared.alone(`due ${name}`, (lost) => run(endedBy(due, lost)))) ?? 0;
  return count;
}

/** Where the connection is gone that keeps others away, the work ends as it does when the server stops. */
function endedBy(due: Due, lost: AbortSignal): Due {
  return { ...due, stopping: due.stopping ? AbortSignal.any([due.stopping, lost]) : lost };
}
