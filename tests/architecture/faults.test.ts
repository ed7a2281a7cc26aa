import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { placeOf, testOf } from '../../scripts/faultPlaces.mjs';

type Fault = {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
};

const faults: readonly Fault[] = JSON.parse(readFileSync('tests/faults/faults.json', 'utf8'));

it('every fault of the fault run can be planted: its text occurs once in its file, and its tests exist', () => {
  const stale = faults.flatMap((fault) => placeOf('.', fault).problem ?? []);
  expect(stale).toEqual([]);
  expect(faults.flatMap(({ tests }) => tests).filter((file) => testOf('.', file) === undefined)).toEqual([]);
});

it('there are at least 80 faults, in every area', () => {
  expect(faults.length).toBeGreaterThanOrEqual(80);
  const places = faults.map((fault) => placeOf('.', fault).file ?? '');
  const areas = ['engine/', 'server/', 'renderer/', 'schemas/', 'screens/', 'base/'];
  expect(areas.filter((area) => !places.some((place) => place.startsWith(area)))).toEqual([]);
});

it('fault names are unique', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});
