/** The prices of a card piece by piece, with the next pieces computed while one is used. */
import type { PricedPiece, PriceRun } from './priceWork.ts';

/** With one alone the thread would wait while its answer is on the way. */
const ahead = 2;

/** Gives the next piece each time it is asked, undefined when there are no more. */
export function piecesAhead(
  run: PriceRun,
  { count, size }: { readonly count: number; readonly size: number },
): () => Promise<PricedPiece> | undefined {
  const waiting: Promise<PricedPiece>[] = [];
  let asked = 0;
  const askMore = (): void => {
    while (waiting.length < ahead && asked < count) {
      const next = Math.min(size, count - asked);
      asked += next;
      waiting.push(quietly(run.next(next)));
    }
  };
  askMore();
  return () => {
    const first = waiting.shift();
    askMore();
    return first;
  };
}

/** Nobody hears of what goes wrong behind a job that is cancelled. */
function quietly<Result>(answer: Promise<Result>): Promise<Result> {
  answer.catch(() => undefined);
  return answer;
}
