/** Processes items from a stream in batches sized to take only a moment. */
import { createTurn } from './createTurn.ts';

type Batches<T> = {
  readonly add: (item: T) => Promise<void>;
  /** Processes the remaining items. */
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
