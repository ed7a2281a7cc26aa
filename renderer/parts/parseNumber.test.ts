import { expect, it } from 'vitest';
import { parseNumber, signs } from './parseNumber.ts';

it('reads numbers in Canadian English', () => {
  expect(parseNumber('1,234.50', 'en-CA')).toBe(1234.5);
  expect(parseNumber(' $ 1,234.50 ', 'en-CA', 'money')).toBe(1234.5);
  expect(parseNumber('-3', 'en-CA')).toBe(-3);
  expect(parseNumber('(3.25)', 'en-CA')).toBe(-3.25);
  expect(parseNumber('.5', 'en-CA')).toBe(0.5);
});

it('reads numbers in Canadian French, with a decimal point too', () => {
  expect(parseNumber('1 234,50', 'fr-CA')).toBe(1234.5);
  expect(parseNumber('1\u00a0234,5 $', 'fr-CA', 'money')).toBe(1234.5);
  expect(parseNumber('4,25 %', 'fr-CA', 'percent')).toBe(4.25);
  expect(parseNumber('4.25', 'fr-CA')).toBe(4.25);
});

it('returns undefined for text that is not a number', () => {
  for (const text of ['', 'abc', '1.2.3', '12 dollars', '1e5', '--1', '$', 'Infinity', '1,5', '12,34,567'])
    expect(parseNumber(text, 'en-CA')).toBeUndefined();
});

it('accepts the sign of its own unit once, and no other', () => {
  const units = ['money', 'percent', undefined] as const;
  for (const unit of units)
    for (const [of, sign] of Object.entries(signs))
      for (const text of [`20${sign}`, `20 ${sign}`, `${sign}20`, `-${sign}20`, `(${sign}20)`])
        for (const locale of ['en-CA', 'fr-CA'] as const) {
          const isOwn = of === unit;
          expect([text, unit, parseNumber(text, locale, unit) !== undefined]).toEqual([text, unit, isOwn]);
        }
  for (const text of ['$$20', '$20%', '20 €', '20 km', '£20'])
    for (const unit of units) expect(parseNumber(text, 'en-CA', unit)).toBeUndefined();
});

it('reads what Intl writes, in both languages', () => {
  for (const locale of ['en-CA', 'fr-CA'] as const)
    for (const value of [0, -1234567.891, 1000, 0.05])
      expect(
        parseNumber(new Intl.NumberFormat(locale, { maximumFractionDigits: 5 }).format(value), locale),
      ).toBe(value);
});
