import { expect, it } from 'vitest';
import { readWeight, writeWeight } from './weight.ts';

it.each([
  [800, '800 g', '800 g'],
  [2400, '2.4 kg', '2,4 kg'],
  [1_250_000, '1250 kg', '1250 kg'],
  [1234, '1234 g', '1234 g'],
  [0, '0 g', '0 g'],
])('writes %i grams as it reads them, in both languages', (grams, en, fr) => {
  expect([writeWeight(grams, 'en-CA'), writeWeight(grams, 'fr-CA')]).toEqual([en, fr]);
  expect([readWeight(en), readWeight(fr)]).toEqual([grams, grams]);
});

it.each(['800', '1,250 kg', '1.5 g', '-1 kg', 'kg', '2 lb', '1e3 g'])('refuses %s', (text) => {
  expect(readWeight(text)).toBeUndefined();
});
