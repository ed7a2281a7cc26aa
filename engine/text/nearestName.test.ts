import { expect, it } from 'vitest';
import { nearestName } from './nearestName.ts';

const known = ['Name', 'Brand.Name', 'LaunchDate', 'Code'];

it.each([
  ['Nmae', 'Name'],
  ['NAMES', 'Name'],
  ['launch_date', 'LaunchDate'],
  ['Brand.Nam', 'Brand.Name'],
  ['Colour', undefined],
  ['', undefined],
  ['x'.repeat(10_000), undefined],
])('is similar to %.20s: %s', (text, name) => {
  expect(nearestName(text, known)).toBe(name);
});
