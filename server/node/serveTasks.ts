/** The side of a worker thread that `createTaskThread` asks: one task at a time, by name. */
import { parentPort } from 'node:worker_threads';
import { Refusal } from '../errors/Refusal.ts';

/** Parts belong to the task that follows them. */
export type TaskMessage =
  | { readonly part: unknown }
  | { readonly task: string; readonly args: readonly unknown[] };

export type TaskAnswer =
  | { readonly result: unknown }
  | { readonly refusal: { readonly key: string; readonly params?: Readonly<Record<string, unknown>> } };

type Tasks = Readonly<Record<string, (parts: readonly unknown[], ...args: readonly never[]) => unknown>>;

/** Each task gets the parts sent before it, then its arguments. */
export function serveTasks(tasks: Tasks): void {
  let parts: unknown[] = [];
  parentPort?.on('message', async (message: TaskMessage) => {
    if ('part' in message) {
      parts.push(message.part);
      return;
    }
    const sent = parts;
    parts = [];
    parentPort?.postMessage(await answer(tasks, message, sent));
  });
}

async function answer(
  tasks: Tasks,
  { task, args }: { readonly task: string; readonly args: readonly unknown[] },
  parts: readonly unknown[],
): Promise<TaskAnswer> {
  try {
    return { result: await tasks[task]?.(parts, ...(args as readonly never[])) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: { key: error.key, params: error.details.params } };
  }
}
