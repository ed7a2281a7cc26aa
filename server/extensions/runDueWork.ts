import type { Registry } from './compileExtensions.ts';
import type { Due } from './Extension.ts';

/** Does all that is due; gives how much that was. */
export async function runDueWork({ dueWork }: Registry, due: Due): Promise<number> {
  let count = 0;
  const { entities } = due.runtime.model;
  for (const { needs, run } of dueWork) if (needs.every((id) => entities.has(id))) count += await run(due);
  return count;
}
