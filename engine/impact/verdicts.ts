/** Arrays of verdicts, processed four at a time; lengths are padded to whole words. */

/** How many combinations have each verdict. */
export type Tally = { readonly no: number; readonly open: number; readonly yes: number };

/** An array of verdicts, padded to whole words. */
export function createVerdicts(count: number): Uint8Array {
  return new Uint8Array(new ArrayBuffer(Math.ceil(count / 4) * 4), 0, count);
}

export function meet(into: Uint8Array, other: Uint8Array): void {
  const [left, right] = [wordsOf(into), wordsOf(other)];
  for (let at = 0; at < left.length; at += 1) left[at] = (left[at] as number) & (right[at] as number);
}

export function join(into: Uint8Array, other: Uint8Array): void {
  const [left, right] = [wordsOf(into), wordsOf(other)];
  for (let at = 0; at < left.length; at += 1) left[at] = (left[at] as number) | (right[at] as number);
}

export function invert(into: Uint8Array): void {
  const words = wordsOf(into);
  for (let at = 0; at < words.length; at += 1) words[at] = opposite(words[at] as number);
}

/** Where the test is open, only what both branches agree on is certain. */
export function choose(into: Uint8Array, yes: Uint8Array, no: Uint8Array): void {
  const [test, left, right] = [wordsOf(into), wordsOf(yes), wordsOf(no)];
  for (let at = 0; at < test.length; at += 1) {
    const [asked, one, other] = [test[at] as number, left[at] as number, right[at] as number];
    test[at] = (asked & one) | (opposite(asked) & other) | (one & other);
  }
}

/** Negation: the two bits are inverted and swapped. */
function opposite(word: number): number {
  return ((~word & 0x01010101) << 1) | ((~word & 0x02020202) >>> 1);
}

const wordsOf = ({ buffer }: Uint8Array): Uint32Array => new Uint32Array(buffer);

export function tallyOf(verdicts: Uint8Array): Tally {
  const whole = verdicts.length >>> 2;
  const words = new Uint32Array(verdicts.buffer, 0, verdicts.byteOffset === 0 ? whole : 0);
  let [must, may] = countWords(words);
  for (let at = words.length * 4; at < verdicts.length; at += 1) {
    const value = verdicts[at] as number;
    must += value >>> 1;
    may += value & 1;
  }
  return { no: verdicts.length - may, open: may - must, yes: must };
}

/** A byte holds sums up to 255, so this many words are added before their bytes are separated. */
function countWords(words: Uint32Array): [number, number] {
  let [must, may] = [0, 0];
  for (let start = 0; start < words.length; start += 255) {
    const end = Math.min(start + 255, words.length);
    let [sums, others] = [0, 0];
    for (let at = start; at < end; at += 1) {
      const word = words[at] as number;
      sums += (word >>> 1) & 0x01010101;
      others += word & 0x01010101;
    }
    must += bytesOf(sums);
    may += bytesOf(others);
  }
  return [must, may];
}

function bytesOf(sums: number): number {
  return (sums & 255) + ((sums >>> 8) & 255) + ((sums >>> 16) & 255) + (sums >>> 24);
}
