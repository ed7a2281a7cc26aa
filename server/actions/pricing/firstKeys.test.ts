import { expect, it } from 'vitest';
import { firstKeys, keysBetween } from './firstKeys.ts';

it('gives the smallest keys in order, however many of them and however they lie', () => {
  let seed = 7;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  for (let round = 0; round < 300; round += 1) {
    const keys = Float64Array.from({ length: next() % 60 }, () => (next() % (1 + (round % 9) * 5)) - 10);
    const all = Float64Array.from(keys).sort();
    const count = next() % 70;
    expect(firstKeys(Float64Array.from(keys), count)).toEqual(all.subarray(0, count));
    expect(firstKeys(Float64Array.from(all), count)).toEqual(all.subarray(0, count));
    expect(firstKeys(Float64Array.from(all).reverse(), count)).toEqual(all.subarray(0, count));
    const from = next() % 70;
    expect(keysBetween(Float64Array.from(keys), from, from + count)).toEqual(
      all.subarray(from, from + count),
    );
  }
});
