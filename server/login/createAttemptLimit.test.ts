import { expect, it } from 'vitest';
import { createAttemptLimit } from './createAttemptLimit.ts';

it('closes after the allowed failures, and opens when the window is over', () => {
  const limit = createAttemptLimit({ attempts: 2, windowSeconds: 60 });
  limit.fail('a', 0);
  expect(limit.waitFor('a', 1000)).toBe(0);
  limit.fail('a', 1000);
  expect(limit.waitFor('a', 2000)).toBe(58);
  expect(limit.waitFor('b', 2000)).toBe(0);
  expect(limit.waitFor('a', 60_000)).toBe(0);
});

it('a success forgives', () => {
  const limit = createAttemptLimit({ attempts: 1, windowSeconds: 60 });
  limit.fail('a', 0);
  limit.clear('a');
  expect(limit.waitFor('a', 0)).toBe(0);
});

it('keys that a caller makes up do not fill the memory, and the newest are kept', () => {
  const limit = createAttemptLimit({ attempts: 1, windowSeconds: 60 });
  for (let n = 0; n < 20_000; n += 1) limit.fail(`key ${n}`, 0);
  expect(limit.waitFor('key 19999', 1)).toBeGreaterThan(0);
  expect(limit.waitFor('key 0', 1)).toBe(0);
});
