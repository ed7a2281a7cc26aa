import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Fault = {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
};

const faults: readonly Fault[] = JSON.parse(readFileSync('tests/faults/faults.json', 'utf8'));

it('every fault of the fault run can be planted: its text stands once in its file, and its tests are there', () => {
  const stale = faults.filter(
    ({ file, find, replace }) =>
      !existsSync(file) || readFileSync(file, 'utf8').split(find).length !== 2 || find === replace,
  );
  expect(stale.map(({ name, file }) => `${name} (${file})`)).toEqual([]);
  expect(faults.flatMap(({ tests }) => tests).filter((file) => !existsSync(file))).toEqual([]);
});

it('no two faults have one name', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});
