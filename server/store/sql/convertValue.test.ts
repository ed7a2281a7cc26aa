import { describe, expect, it } from 'vitest';
import { convertValue, isLossless } from './convertValue.ts';

describe('convertValue', () => {
  it.each([
    ['12', 'text', 'integer', 12, true],
    ['012', 'text', 'integer', 12, false],
    ['1.5', 'text', 'integer', null, false],
    [' ', 'text', 'real', null, false],
    [1.5, 'real', 'decimal:2', '1.50', true],
    ['1.50', 'decimal:2', 'decimal:1', '1.5', true],
    ['1.55', 'decimal:2', 'decimal:1', '1.6', false],
    [1, 'boolean', 'text', 'true', true],
    [1, 'boolean', 'integer', 1, true],
    [2, 'integer', 'boolean', null, false],
    ['yes', 'text', 'boolean', null, false],
    ['a', 'text', 'json', '["a"]', true],
    ['["a"]', 'json', 'text', 'a', true],
    ['["a","b"]', 'json', 'text', null, false],
    ['2026-01-31', 'text', 'moment', '2026-01-31T00:00:00.000Z', false],
    ['soon', 'text', 'moment', null, false],
    [null, 'text', 'integer', null, true],
  ])('%j from %s to %s is %j, lossless: %s', (...[value, from, to, expected, lossless]) => {
    expect(convertValue(value, from, to)).toBe(expected);
    expect(isLossless(value, from, to)).toBe(lossless);
  });
});
