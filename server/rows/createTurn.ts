/** How many rows to work off at once: as many as take a moment and no more. */

export type Turn = {
  readonly size: () => number;
  /** So many rows have taken so many milliseconds. */
  readonly took: (rows: number, time: number) => void;
};

/** Longer turns keep others waiting, shorter ones spend their time on transactions. */
const turn = 15;
// Fewer would not make a turn shorter where the disk is slow: it is waited for once a turn, however few rows there are.
const [fewest, most] = [500, 4000];

/** Begins with few. */
export function createTurn(): Turn {
  let size = 200;
  return {
    size: () => size,
    took: (rows, time) => {
      const perRow = time / Math.max(rows, 1);
      // Not all at once: one slow turn may be the disk's.
      const fitting = Math.min(size * 2, Math.max(size / 2, turn / Math.max(perRow, 0.0001)));
      size = Math.round(Math.min(most, Math.max(fewest, fitting)));
    },
  };
}
