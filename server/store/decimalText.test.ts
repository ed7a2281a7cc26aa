import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText } from './decimalText.ts';

describe('decimalText', () => {
  it.each([
    [0, 2, '0.00'],
    [-0.05, 2, '-0.05'],
    [-0.001, 2, '0.00'],
    [1.005, 2, '1.01'],
    [2.5, 0, '3'],
    [1e-7, 8, '0.00000010'],
    [1e21, 2, '1000000000000000000000.00'],
    ['+12.', 2, '12.00'],
    ['.5', 1, '0.5'],
  ])('keeps %s with %s digits as %s', (value, scale, text) => {
    expect(decimalText(value, scale)).toBe(text);
  });

  it.each(['', '.', 'abc', '1,5', '0x10', '1e999', '--1', Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %s',
    (value) => {
      expect(decimalText(value, 2)).toBeUndefined();
    },
  );

  it('rounds as exact decimal arithmetic does', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 });
    fc.assert(
      fc.property(number, fc.integer({ min: 0, max: 8 }), (value, scale) => {
        const exact = new Decimal(value).toDecimalPlaces(scale, Decimal.ROUND_HALF_UP);
        expect(new Decimal(decimalText(value, scale) ?? Number.NaN).equals(exact)).toBe(true);
      }),
    );
  });
});
