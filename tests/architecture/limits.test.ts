import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFiles } from './sources.ts';

type Bytes = Uint8Array<ArrayBuffer>;

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

it('bytes are compared as a whole, and differ by one byte, by length and by kind as before', () => {
  const [file, same, other] = [7, 7, 8].map((last) => Uint8Array.of(1, 2, last)) as [Bytes, Bytes, Bytes];
  expect({ file }).toEqual({ file: same });
  expect({ file }).not.toEqual({ file: other });
  expect(file).not.toEqual(file.subarray(1));
  expect(file).not.toEqual(Int8Array.from(file));
  expect(Buffer.from(file)).not.toStrictEqual(file);
  expect(Buffer.from(file)).toStrictEqual(Buffer.from(same));
});
