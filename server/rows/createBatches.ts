/** Things that come one by one are worked off many at once, as many as take a moment and no more. */
import { createTurn } from './createTurn.ts';

type Batches<T> = {
  readonly add: (item: T) => Promise<void>;
  /** Works off what is left. */
  readonly end: () => Promise<void>;
};

export function createBatches<T>(work: (items: readonly T[]) => Promise<void>): Batches<T> {
  const turn = createTurn();
  let items: T[] = [];
  const flush = async () => {
    if (items.length === 0) return;
    const [batch, since] = [items, performance.now()];
    items = [];
    await work(batch);
    turn.took(batch.length, performance.now() - since);
  };
  return {
    add: async (item) => {
      items.push(item);
      if (items.length >= turn.size()) await flush();
    },
    end: flush,
  };
}
