/** Reads the prices of a card in pieces, computing the next ones while one is used. */
import type { PricedPiece, PriceRun } from './priceWork.ts';

/** With a single request in flight, the thread would idle while its answer is on the way. */
const ahead = 2;

/** Returns the next piece on each call; undefined at the end. */
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

/** Prevents unhandled rejections after a job was cancelled. */
function quietly<Result>(answer: Promise<Result>): Promise<Result> {
  answer.catch(() => undefined);
  return answer;
}
