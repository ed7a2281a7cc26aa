/** Prices rate cards in a worker thread, so that a card of millions blocks nobody. */
import { Worker } from 'node:worker_threads';
import { type ErrorCode, Refusal, type RefusalDetails } from '#server/extension';
import type { Pricing } from './planPrices.ts';
import type { PricedPiece, PriceWork } from './priceWork.ts';

/** Cards are priced concurrently, one piece at a time; `run` identifies the card. */
export type PriceQuestion =
  | { readonly run: number; readonly open: Pricing }
  | { readonly run: number; readonly size: number }
  | { readonly run: number; readonly isClosed: true };

export type PriceAnswer = { readonly run: number } & (
  | { readonly piece: PricedPiece }
  | { readonly refusal: { readonly code: ErrorCode; readonly key: string; readonly details: RefusalDetails } }
  | { readonly failure: string }
);

type PriceThreadOptions = {
  /** The script of the worker. */
  readonly script: URL;
  readonly memoryMb?: number;
};

type Waiting = { readonly resolve: (piece: PricedPiece) => void; readonly reject: (error: unknown) => void };

type WaitingRuns = Map<number, Waiting[]>;

/** One thread, started on demand and restarted after a crash. */
export function createPriceThread(options: PriceThreadOptions): PriceWork {
  let thread: { readonly worker: Worker; readonly waiting: WaitingRuns } | undefined;
  let last = 0;
  const started = () => {
    if (thread) return thread;
    const waiting: WaitingRuns = new Map();
    const worker = startThread(options, waiting, () => {
      if (thread?.worker === worker) thread = undefined;
    });
    thread = { worker, waiting };
    return thread;
  };
  return {
    open: (pricing) => {
      last += 1;
      const run = last;
      const { worker, waiting } = started();
      const say = (question: PriceQuestion): void => worker.postMessage(question);
      say({ run, open: pricing });
      return {
        next: (size) =>
          new Promise((resolve, reject) => {
            if (thread?.worker !== worker) return reject(lost());
            waiting.set(run, [...(waiting.get(run) ?? []), { resolve, reject }]);
            say({ run, size });
          }),
        close: () => {
          for (const { reject } of waiting.get(run) ?? []) reject(lost());
          waiting.delete(run);
          say({ run, isClosed: true });
        },
      };
    },
  };
}

const lost = (): Refusal => new Refusal('validation', 'rate-card.thread-lost', {});

function startThread(
  { script, memoryMb = 512 }: PriceThreadOptions,
  waiting: WaitingRuns,
  ended: () => void,
): Worker {
  const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  // The thread must neither keep the process alive nor crash it.
  worker.unref();
  worker.on('error', () => undefined);
  worker.on('message', (answer: PriceAnswer) => {
    // A run answers in the order of its requests.
    const asked = waiting.get(answer.run)?.shift();
    if ('piece' in answer) asked?.resolve(answer.piece);
    else asked?.reject(errorOf(answer));
  });
  worker.once('exit', () => {
    ended();
    for (const { reject } of [...waiting.values()].flat()) reject(lost());
    waiting.clear();
  });
  return worker;
}

function errorOf(answer: Exclude<PriceAnswer, { piece: PricedPiece }>): Error {
  if ('failure' in answer) return new Error(answer.failure);
  const { code, key, details } = answer.refusal;
  return new Refusal(code, key, details);
}
