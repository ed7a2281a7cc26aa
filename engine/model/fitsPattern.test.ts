import { expect, it } from 'vitest';
import { fitsPattern } from './fitsPattern.ts';

it('a star matches anything, and nothing else is special', () => {
  const fitting = [
    ['*', ''],
    ['*.View', 'Product.View'],
    ['Product.*', 'Product.Plan.View'],
    ['Product.*.View', 'Product.Plan.View'],
    ['a*b*c', 'a-b-b-c'],
    ['a**b', 'ab'],
    ['Product', 'Product'],
  ] as const;
  for (const [pattern, name] of fitting) expect(fitsPattern(pattern, name), pattern).toBe(true);
  const others = [
    ['Product', 'Product.View'],
    ['*.View', 'Product.Views'],
    ['Product.View', 'ProductXView'],
    ['Product.*.View', 'Product.View'],
    ['a*a', 'a'],
    ['*ab*ab', 'xab'],
  ] as const;
  for (const [pattern, name] of others) expect(fitsPattern(pattern, name), pattern).toBe(false);
});

it('a pattern with many stars is as fast as any other', () => {
  expect(fitsPattern(`${'*a'.repeat(40)}*b`, 'a'.repeat(200))).toBe(false);
});
