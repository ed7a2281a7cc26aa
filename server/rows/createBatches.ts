/** Things that come one by one are worked off many at once, as many as take a moment and no more. */

export type Batches<T> = {
  readonly add: (item: T) => Promise<void>;
  /** Works off what is left. */
  readonly end: () => Promise<void>;
};

/** Longer turns keep others waiting, shorter ones spend their time on transactions. */
const turn = 15;
// Fewer would not make a turn shorter where the disk is slow: it is waited for once a turn, however few rows there are.
const [fewest, most] = [500, 4000];

export function createBatches<T>(work: (items: readonly T[]) => Promise<void>): Batches<T> {
  let items: T[] = [];
  let size = 200;
  const flush = async () => {
    if (items.length === 0) return;
    const [batch, since] = [items, performance.now()];
    items = [];
    await work(batch);
    const perItem = (performance.now() - since) / batch.length;
    // Not all at once: one slow turn may be the disk's.
    const fitting = Math.min(size * 2, Math.max(size / 2, turn / Math.max(perItem, 0.0001)));
    size = Math.round(Math.min(most, Math.max(fewest, fitting)));
  };
  return {
    add: async (item) => {
      items.push(item);
      if (items.length >= size) await flush();
    },
    end: flush,
  };
}
