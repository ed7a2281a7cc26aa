import { describe, expect, it } from 'vitest';
import { fits, shapeNames, shapeOf, shapes, typedPattern, wholePattern } from './shapes.ts';

describe('named formats', () => {
  it.each([
    ['letters', ['Été', 'abc'], ['a1', 'a b', '']],
    ['digits', ['0042'], ['4.2', '-1', 'x']],
    ['code', ['AB12', '7'], ['ab12', 'A-1']],
    ['postal', ['K1A 0B1', 'K1A0B1'], ['D1A 0B1', 'K1A  0B1', 'K1A 0B', '90210']],
    [
      'phone',
      ['613-555-0123', '(613) 555-0123', '+1 613 555 0123', '6135550123'],
      ['555-0123', '613-555-012x'],
    ],
    [
      'email',
      ['name@example.com', 'a.b@mail.example.ca'],
      ['name@', 'name@example', 'a b@example.com', '@x.y'],
    ],
  ] as const)('%s', (name, good, bad) => {
    for (const text of good) expect(fits(shapes[name], text), text).toBe(true);
    for (const text of bad) expect(fits(shapes[name], text), text).toBe(false);
    expect(shapeOf(shapes[name])).toBe(name);
  });

  it('none is slow on any text', () => {
    for (const name of shapeNames) expect(fits(shapes[name], `${'a.'.repeat(5000)}@`), name).toBe(false);
  });
});

it('a typed pattern matches the whole text, and is shown as typed', () => {
  for (const typed of ['[A-Z]{2}\\d{4}', 'a|b', '(a)(b)']) {
    const stored = wholePattern(typed) ?? '';
    expect(typedPattern(stored)).toBe(typed);
    expect(fits(stored, `x${'AB1234'}x`)).toBe(false);
  }
  expect(wholePattern('^a$')).toBe('^a$');
  expect(wholePattern('')).toBeUndefined();
});

it('returns undefined for an invalid or refused pattern', () => {
  expect(fits('^(?:[)$', 'a')).toBeUndefined();
  expect(fits('^(?:(?=a)a)$', 'a')).toBeUndefined();
});

it('answers at once to a pattern that would take a backtracking engine hours', () => {
  expect(fits('^(?:(.|.){40}Z)$', 'a'.repeat(60))).toBe(false);
  expect(fits('^(?:(a+)+)$', 'a'.repeat(60))).toBe(true);
});
