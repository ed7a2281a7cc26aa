/** Computes the batch size that keeps each batch short. */

export type Turn = {
  readonly size: () => number;
  /** Reports that `rows` rows took `time` milliseconds. */
  readonly took: (rows: number, time: number) => void;
};

/** Longer batches delay other calls; shorter ones waste time on transactions. */
const turn = 15;
// On a slow disk each batch waits for one flush whatever its size, so fewer rows would not be faster.
const [fewest, most] = [500, 4000];

/** Starts small. */
export function createTurn(): Turn {
  let size = 200;
  return {
    size: () => size,
    took: (rows, time) => {
      const perRow = time / Math.max(rows, 1);
      // Adapt gradually: a single slow batch may be due to the disk.
      const fitting = Math.min(size * 2, Math.max(size / 2, turn / Math.max(perRow, 0.0001)));
      size = Math.round(Math.min(most, Math.max(fewest, fitting)));
    },
  };
}
