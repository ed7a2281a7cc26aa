import { expect, it } from 'vitest';
import { createFirstKeys } from './firstKeys.ts';

it('returns the smallest keys in order, for any number and order of keys', () => {
  let seed = 7;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  for (let round = 0; round < 60; round += 1) {
    const size = round < 50 ? next() % 60 : 40_000;
    const keys = Float64Array.from(
      { length: size },
      () => (next() % (1 + (round % 9) * 5)) - 10 + (next() % 3),
    );
    const all = Float64Array.from(keys).sort();
    const [from, count] = [next() % 30, next() % 70];
    for (const one of [keys, all, Float64Array.from(all).reverse()]) {
      const first = createFirstKeys(from + count);
      for (const key of one) first.add(key);
      expect(first.from(from)).toEqual(all.subarray(from, from + count));
    }
  }
});
