/** The worker thread for rate cards; `createPriceThread` requests one piece at a time. */
import { parentPort } from 'node:worker_threads';
import { Refusal } from '#server/extension';
import type { PriceAnswer, PriceQuestion } from './createPriceThread.ts';
import { type PriceRun, priceWork } from './priceWork.ts';

const runs = new Map<number, PriceRun>();

parentPort?.on('message', async (question: PriceQuestion) => {
  const { run } = question;
  if ('open' in question) runs.set(run, priceWork.open(question.open));
  else if ('isClosed' in question) {
    runs.get(run)?.close();
    runs.delete(run);
  } else {
    const answer = await answerOf(run, question.size);
    parentPort?.postMessage(answer, 'piece' in answer ? [answer.piece.prices.buffer] : []);
  }
});

async function answerOf(run: number, size: number): Promise<PriceAnswer> {
  try {
    const piece = await runs.get(run)?.next(size);
    return piece ? { run, piece } : { run, failure: 'There is no such card.' };
  } catch (error) {
    if (!(error instanceof Refusal))
      return { run, failure: String(error instanceof Error ? error.stack : error) };
    const { code, key, details } = error;
    return { run, refusal: { code, key, details } };
  }
}
