import type { Impact, ImpactQuestion } from '#engine';

export type ImpactCounter = {
  /** Answers the latest question; outdated ones are skipped. */
  readonly ask: (question: ImpactQuestion) => void;
  /** Drops a running count. */
  readonly forget: () => void;
  readonly destroy: () => void;
};

/** Counts in a worker, one question at a time. */
export function createImpactCounter(onAnswer: (impact: Impact | undefined) => void): ImpactCounter {
  const worker = new Worker(new URL('./impactWorker.ts', import.meta.url), { type: 'module' });
  let isBusy = false;
  let isWanted = false;
  let next: ImpactQuestion | undefined;
  const ask = (question: ImpactQuestion): void => {
    isWanted = true;
    if (isBusy) next = question;
    else {
      isBusy = true;
      worker.postMessage(question);
    }
  };
  const done = (impact: Impact | undefined): void => {
    isBusy = false;
    const waiting = next;
    next = undefined;
    if (waiting) ask(waiting);
    else if (isWanted) onAnswer(impact);
  };
  worker.onmessage = ({ data }: MessageEvent<Impact | null>) => done(data ?? undefined);
  worker.onerror = () => done(undefined);
  const forget = (): void => {
    isWanted = false;
    next = undefined;
  };
  return { ask, forget, destroy: () => worker.terminate() };
}
