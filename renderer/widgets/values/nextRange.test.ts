import { describe, expect, it } from 'vitest';
import { nextRange, rangesBetween } from './nextRange.ts';

const members = { field: 'Range', low: 'Low', high: 'High', opening: 'Opening', closing: 'Closing' };
const range = (Low: number | null, High: number | null) => ({
  ...{ Low, High, Opening: Low === null ? 0 : 1, Closing: 0 },
});

describe('nextRange', () => {
  it('R-115 makes [low,high), open without a bound', () => {
    expect(nextRange({ low: 0, high: 10 }, undefined, members)).toEqual({ range: range(0, 10) });
    expect(nextRange({ low: null, high: 10 }, undefined, members)).toEqual({ range: range(null, 10) });
    expect(nextRange({ low: 10, high: null }, range(0, 10), members)).toEqual({ range: range(10, null) });
  });
  it('leaves out what the last range already includes', () => {
    const last = { ...range(0, 10), Closing: 1 };
    expect(nextRange({ low: 10, high: 20 }, last, members)).toEqual({
      range: { ...range(10, 20), Opening: 0 },
    });
  });
  it.each([
    ['R-242', { low: undefined, high: 10 }, undefined, 'both'],
    ['R-242', { low: 10, high: undefined }, undefined, 'both'],
    ['R-233', { low: 10, high: 10 }, undefined, 'rises'],
    ['R-236', { low: 10, high: 20 }, range(0, null), 'overlap'],
    ['R-237', { low: 5, high: 20 }, range(0, 10), 'overlap'],
    ['R-237', { low: null, high: 20 }, range(0, 10), 'overlap'],
    ['R-238', { low: 11, high: 20 }, range(0, 10), 'gap'],
  ] as const)('%s %j after %j is refused', (_, ends, last, refused) => {
    expect(nextRange(ends, last, members)).toEqual({ refused });
  });
});

describe('rangesBetween', () => {
  it('makes ranges between pasted bounds', () => {
    expect(rangesBetween([null, 0, 10, null], undefined, members)).toEqual({
      ranges: [range(null, 0), range(0, 10), range(10, null)],
    });
  });
  it('continues after the last range, whether its end is repeated or not', () => {
    const grown = { ranges: [range(10, 20), range(20, 30)] };
    expect(rangesBetween([10, 20, 30], range(0, 10), members)).toEqual(grown);
    expect(rangesBetween([20, 30], range(0, 10), members)).toEqual(grown);
  });
  it('refuses all bounds if one is wrong', () => {
    expect(rangesBetween([0, 10, 5], undefined, members)).toEqual({ refused: 'rises' });
    expect(rangesBetween([0, undefined], undefined, members)).toEqual({ refused: 'both' });
    expect(rangesBetween([0], undefined, members)).toEqual({ refused: 'both' });
  });
});
