/** What someone would write for one formula: nested loops over typed arrays, their pieces stored, and two cards compared. */
import type { FileStore } from '#server/app';

/** Values of the two parameters that make the card large: 3 plans × 100 × 100 × 7 terms × 6 classes. */
export const many = 100;
export const combinations = 3 * 7 * 6 * many * many;

const [terms, classes] = [7, 6];
const base = Int32Array.from(
  { length: terms * classes },
  (_, at) => (149 + 46 * Math.floor(at / classes) + 18 * (at % classes)) * 100,
);

/** The look-ups beside the base rate, in hundredths by the place of their values; `Pair` by term and class. */
export const tables = {
  Term: Int32Array.from({ length: terms }, (_, at) => 310 + 45 * at),
  Class: Int32Array.from({ length: classes }, (_, at) => 1275 - 60 * at),
  Pair: Int32Array.from({ length: terms * classes }, (_, at) => (at * 37) % 500),
  Km: Int32Array.from({ length: many }, (_, at) => 150 * at),
  Limit: Int32Array.from({ length: many }, (_, at) => 70 * at),
} as const;

/** The prices, in hundredths, in the order of the card; the limit of a repair counts so many times. */
export function pricesByHand(times: number): Int32Array {
  const prices = new Int32Array(combinations);
  const { Term, Class, Pair, Km, Limit } = tables;
  const cells = new Int32Array(base.length);
  let row = 0;
  for (const part of [20, 32, 45]) {
    for (let cell = 0; cell < base.length; cell += 1) {
      const dealer = base[cell] as number;
      const reserve = Math.round((dealer * part) / 100);
      const own = dealer + reserve + 2500 + Math.round((dealer + reserve) / 10);
      const [term, kind] = [Math.floor(cell / classes), cell % classes];
      cells[cell] = own + (Term[term] as number) + (Class[kind] as number) + (Pair[cell] as number);
    }
    for (let limit = 0; limit < many; limit += 1)
      for (let km = 0; km < many; km += 1) {
        const more = (Limit[limit] as number) * times + (Km[km] as number);
        for (let cell = 0; cell < cells.length; cell += 1) prices[row++] = (cells[cell] as number) + more;
      }
  }
  return prices;
}

/** The prices as a content, in the pieces the server writes. */
export async function storedByHand(files: FileStore, id: string): Promise<void> {
  const prices = pricesByHand(1);
  let at = 0;
  const content = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = prices.subarray(at, at + 131_072);
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
