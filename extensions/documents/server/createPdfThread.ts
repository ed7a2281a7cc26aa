/** Handles PDFs in a worker thread, so that a file that takes long or exhausts memory delays nobody else. */
import { Worker } from 'node:worker_threads';
import { createQueue, Refusal } from '#server/extension';
import { pdfRefusals } from './pdfRefusals.ts';
import type { PdfTasks } from './pdfTasks.ts';

export type PdfAnswer =
  | { readonly result: unknown }
  | { readonly refusal: { readonly key: string; readonly params?: Readonly<Record<string, unknown>> } };

type PdfThreadOptions = {
  /** The script of the worker. */
  readonly script: URL;
  /** Time limit per document. */
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
};

/** One thread, started on demand and restarted after a crash; handles one document at a time. */
export function createPdfThread(options: PdfThreadOptions): PdfTasks {
  const { deadlineMs = 30_000 } = options;
  const inTurn = createQueue();
  let worker: Worker | undefined;
  const run = (task: string, args: readonly unknown[]) =>
    inTurn(async () => {
      const asked = worker ?? startThread(options);
      // A thread that exits after its answer must not be asked again, since it would never reply.
      if (worker !== asked)
        asked.once('exit', () => {
          if (worker === asked) worker = undefined;
        });
      worker = asked;
      const answer = await answerOf(asked, { task, args }, deadlineMs);
      if (!answer) {
        worker = undefined;
        await asked.terminate();
      }
      return resultOf(answer);
    });
  return {
    read: (...args) => run('read', args) as ReturnType<PdfTasks['read']>,
    stamp: (...args) => run('stamp', args) as ReturnType<PdfTasks['stamp']>,
  };
}

function startThread({ script, memoryMb = 512 }: PdfThreadOptions): Worker {
  const started = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  // The thread must neither keep the process alive nor crash it.
  started.unref();
  started.on('error', () => undefined);
  return started;
}

/** The thread's answer; undefined when it crashed or timed out. */
function answerOf(worker: Worker, question: object, deadlineMs: number): Promise<PdfAnswer | undefined> {
  return new Promise((resolve) => {
    const done = (answer?: PdfAnswer): void => {
      clearTimeout(deadline);
      worker.off('message', done);
      worker.off('exit', died);
      resolve(answer);
    };
    const died = (): void => done();
    const deadline = setTimeout(died, deadlineMs);
    worker.on('message', done);
    worker.on('exit', died);
    worker.postMessage(question);
  });
}

function resultOf(answer: PdfAnswer | undefined): unknown {
  if (!answer) throw pdfRefusals.damaged();
  if ('result' in answer) return answer.result;
  const { key, params } = answer.refusal;
  throw new Refusal('validation', key, { params });
}
