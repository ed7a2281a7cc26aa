import { expect, it } from 'vitest';
import { isSlowPattern } from './slowPattern.ts';

it('finds what splits a text in many ways', () => {
  for (const pattern of [
    '^(a+)+$',
    '(a*)*',
    '([a-z]+)*x',
    '(\\w+\\s?)+$',
    '(a|a)*',
    '(a|ab)+',
    '(?:x+){5,}',
    '((\\d+))*',
    '(.*,)*',
    '([ab]|b)+',
    '(?<n>a{1,50})*',
    '(-?\\d+)+',
  ])
    expect(isSlowPattern(pattern), pattern).toBe(true);
});

it('leaves alone what people write', () => {
  for (const pattern of [
    '^[A-Z]{3}-\\d{4}$',
    '^\\d+(,\\d+)*$',
    '^\\d+(\\.\\d+)?$',
    '^(A|B|C)+$',
    '^[^@\\s]+@[^@\\s]+$',
    '^(\\d{3}-)*\\d$',
    '^(?=.*\\d).{8,}$',
    '^\\p{L}+( \\p{L}+)*$',
    '^(0[1-9]|1[0-2])$',
    '^[(a+)+]$',
    '^\\(a+\\)+$',
    '',
  ])
    expect(isSlowPattern(pattern), pattern).toBe(false);
});
