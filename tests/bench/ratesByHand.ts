/** What somebody would write for one formula: nested loops over typed arrays, their pieces stored, and two cards compared. */
import type { FileStore } from '#server/app';

/** Values of the two parameters that make the card large: 3 plans × 7 terms × 6 classes × 100 × 100. */
export const many = 100;
export const combinations = 3 * 7 * 6 * many * many;

/** The prices, in hundredths. */
export function pricesByHand(share: number): Int32Array {
  const prices = new Int32Array(combinations);
  const base = Int32Array.from(
    { length: 7 * 6 },
    (_, at) => (149 + 46 * Math.floor(at / 6) + 18 * (at % 6)) * 100,
  );
  let row = 0;
  for (const part of [20, 32, 45])
    for (let cell = 0; cell < base.length; cell += 1) {
      const dealer = base[cell] as number;
      const reserve = Math.round((dealer * part) / 100);
      for (let km = 0; km < many; km += 1)
        for (let limit = 0; limit < many; limit += 1)
          prices[row++] =
            dealer +
            reserve +
            Math.round(km * 1.5 + limit * share) +
            2500 +
            Math.round((dealer + reserve) / 10);
    }
  return prices;
}

/** The prices as a content, in the pieces the server writes. */
export async function storedByHand(files: FileStore, id: string): Promise<void> {
  const prices = pricesByHand(0.7);
  let at = 0;
  const content = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = prices.subarray(at, at + 65_536);
      at += piece.length;
      controller.enqueue(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
      if (at >= prices.length) controller.close();
    },
  });
  await files.put(id, content, { maxBytes: combinations * 4 });
}

/** How many rise and fall, by how much in bands of percent, and the largest of each. */
export function changesByHand(before: Int32Array, after: Int32Array) {
  const bands = new Uint32Array(9);
  let [total, most, least, rise, fall] = [0, 0, 0, 0, 0];
  for (let row = 0; row < after.length; row += 1) {
    const [old, change] = [before[row] as number, (after[row] as number) - (before[row] as number)];
    const percent = (change / old) * 100;
    const size = Math.abs(percent);
    const away = size === 0 ? 0 : size <= 5 ? 1 : size <= 10 ? 2 : size <= 20 ? 3 : 4;
    const band = 4 + Math.sign(percent) * away;
    bands[band] = (bands[band] as number) + 1;
    total += percent;
    if (change > most) [most, rise] = [change, row];
    if (change < least) [least, fall] = [change, row];
  }
  return { bands, total, rise, fall };
}
