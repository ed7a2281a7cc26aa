import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFiles } from './sources.ts';

/**
 * A number after the body of a test or hook, and `timeout` except in stories, which cannot use patience().
 */
const limit =
  /^ *(?:\}, )?([\d_]{5,})(?:\);|,)$|\b(?:timeout|testTimeout|hookTimeout): ([\d_]+)|setDefaultTimeout\(([\d_]+)\)/gm;

it('no test fails because a machine is slow: no wait has a limit below the general one', () => {
  const tests = listFiles().filter(
    (file) => /\.test\.tsx?$|^tests\/(?!bench\/)/.test(file) && /\.tsx?$/.test(file),
  );
  expect(tests.length).toBeGreaterThan(300);
  const short = tests.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(limit)]
      .map(([text, ...found]) => ({ text, given: Number(found.find(Boolean)?.replaceAll('_', '')) }))
      .filter(({ given }) => given < 600_000)
      .map(({ text }) => `${file}: ${text.trim()}`),
  );
  expect(short).toEqual([]);
});
