/** Runs tasks of an extension in a worker thread, so that one that takes long or exhausts memory delays nobody else. */
import { Worker } from 'node:worker_threads';
import { Refusal } from '../errors/Refusal.ts';
import { createQueue } from '../store/createQueue.ts';
import type { TaskAnswer, TaskMessage } from './serveTasks.ts';

type TaskThreadOptions = {
  /** The script of the worker; it answers by `serveTasks`. */
  readonly script: URL;
  /** Time limit per task. */
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
  /** Why a task is refused whose thread crashed or took too long. */
  readonly lost: () => Refusal;
};

/** Resolves to the task's answer; `send` may pass on what is large in parts before. */
type RunTask = (
  task: string,
  args: readonly unknown[],
  send?: (part: (value: unknown) => void) => Promise<void>,
) => Promise<unknown>;

/** One thread, started on demand and restarted after a crash; it handles one task at a time. */
export function createTaskThread(options: TaskThreadOptions): RunTask {
  const { deadlineMs = 30_000, lost } = options;
  const inTurn = createQueue();
  let worker: Worker | undefined;
  return (task, args, send) =>
    inTurn(async () => {
      const asked = worker ?? startThread(options);
      // A thread that exits after its answer must not be asked again, since it would never reply.
      if (worker !== asked)
        asked.once('exit', () => {
          if (worker === asked) worker = undefined;
        });
      worker = asked;
      const say = (message: TaskMessage): void => asked.postMessage(message);
      const ask = async (): Promise<void> => {
        await send?.((part) => say({ part }));
        say({ task, args });
      };
      const answer = await answerOf(asked, ask, deadlineMs).catch(async (error: unknown) => {
        // The parts sent so far belong to no task.
        worker = undefined;
        await asked.terminate();
        throw error;
      });
      if (!answer) {
        worker = undefined;
        await asked.terminate();
      }
      return resultOf(answer, lost);
    });
}

function startThread({ script, memoryMb = 512 }: TaskThreadOptions): Worker {
  const started = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  // The thread must neither keep the process alive nor crash it.
  started.unref();
  started.on('error', () => undefined);
  return started;
}

/** The thread's answer; undefined when it crashed or timed out. Rejects with what asking failed with. */
function answerOf(
  worker: Worker,
  ask: () => Promise<void>,
  deadlineMs: number,
): Promise<TaskAnswer | undefined> {
  return new Promise((resolve, reject) => {
    let deadline: NodeJS.Timeout | undefined;
    let isOver = false;
    const end = (): void => {
      isOver = true;
      clearTimeout(deadline);
      worker.off('message', done);
      worker.off('exit', died);
    };
    const done = (answer?: TaskAnswer): void => {
      end();
      resolve(answer);
    };
    const died = (): void => done();
    worker.on('message', done);
    worker.on('exit', died);
    ask().then(
      () => {
        if (!isOver) deadline = setTimeout(died, deadlineMs);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
  });
}

function resultOf(answer: TaskAnswer | undefined, lost: () => Refusal): unknown {
  if (!answer) throw lost();
  if ('result' in answer) return answer.result;
  const { key, params } = answer.refusal;
  throw new Refusal('validation', key, { params });
}
