/** Work on PDFs in a thread of its own: a file that takes long, or all the memory there is, keeps nobody else waiting. */
import { Worker } from 'node:worker_threads';
import { createQueue, Refusal } from '#server/extension';
import { pdfRefusals } from './pdfRefusals.ts';
import type { PdfTasks } from './pdfTasks.ts';

export type PdfAnswer =
  | { readonly result: unknown }
  | { readonly refusal: { readonly key: string; readonly params?: Readonly<Record<string, unknown>> } };

type PdfThreadOptions = {
  /** The worker's script. */
  readonly script: URL;
  /** A document that takes longer is given up. */
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
};

/** One thread, started when it is first needed and anew after a document was its end; one document after another. */
export function createPdfThread(options: PdfThreadOptions): PdfTasks {
  const { deadlineMs = 30_000 } = options;
  const inTurn = createQueue();
  let worker: Worker | undefined;
  const run = (task: string, args: readonly unknown[]) =>
    inTurn(async () => {
      const asked = worker ?? startThread(options);
      // One that ends when it has answered must not be asked again: nobody would answer.
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
  // It must neither keep a server alive that has nothing else to do, nor end it.
  started.unref();
  started.on('error', () => undefined);
  return started;
}

/** What the thread answers; undefined where it died of the document or took too long. */
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
