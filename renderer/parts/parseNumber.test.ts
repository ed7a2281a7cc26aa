import { expect, it } from 'vitest';
import { parseNumber } from './parseNumber.ts';

it('reads numbers as English Canada writes them', () => {
  expect(parseNumber('1,234.50', 'en-CA')).toBe(1234.5);
  expect(parseNumber(' $ 1,234.50 ', 'en-CA')).toBe(1234.5);
  expect(parseNumber('-3', 'en-CA')).toBe(-3);
  expect(parseNumber('(3.25)', 'en-CA')).toBe(-3.25);
  expect(parseNumber('.5', 'en-CA')).toBe(0.5);
});

it('reads numbers as French Canada writes them, and a point all the same', () => {
  expect(parseNumber('1 234,50', 'fr-CA')).toBe(1234.5);
  expect(parseNumber('1\u00a0234,5 $', 'fr-CA')).toBe(1234.5);
  expect(parseNumber('4,25 %', 'fr-CA')).toBe(4.25);
  expect(parseNumber('4.25', 'fr-CA')).toBe(4.25);
});

it('gives nothing for what is no number', () => {
  for (const text of ['', 'abc', '1.2.3', '12 dollars', '1e5', '--1', '$', 'Infinity', '1,5', '12,34,567'])
    expect(parseNumber(text, 'en-CA')).toBeUndefined();
});

it('reads back what Intl writes, in both languages', () => {
  for (const locale of ['en-CA', 'fr-CA'] as const)
    for (const value of [0, -1234567.891, 1000, 0.05])
      expect(
        parseNumber(new Intl.NumberFormat(locale, { maximumFractionDigits: 5 }).format(value), locale),
      ).toBe(value);
});
