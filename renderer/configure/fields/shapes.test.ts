import { describe, expect, it } from 'vitest';
import { fits, shapeNames, shapeOf, shapes, typedPattern, wholePattern } from './shapes.ts';

describe('forms people know by name', () => {
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

  it('none of them takes long over any text', () => {
    for (const name of shapeNames) expect(fits(shapes[name], `${'a.'.repeat(5000)}@`), name).toBe(false);
  });
});

it('what a person types is about the whole text, and comes back as typed', () => {
  for (const typed of ['[A-Z]{2}\\d{4}', 'a|b', '(a)(b)']) {
    const stored = wholePattern(typed) ?? '';
    expect(typedPattern(stored)).toBe(typed);
    expect(fits(stored, `x${'AB1234'}x`)).toBe(false);
  }
  expect(wholePattern('^a$')).toBe('^a$');
  expect(wholePattern('')).toBeUndefined();
});

it('nothing is said of a text while the pattern cannot be read or is refused', () => {
  expect(fits('^(?:[)$', 'a')).toBeUndefined();
  expect(fits('^(?:(?=a)a)$', 'a')).toBeUndefined();
});

it('a pattern that would keep a backtracking engine busy for hours answers at once', () => {
  expect(fits('^(?:(.|.){40}Z)$', 'a'.repeat(60))).toBe(false);
  expect(fits('^(?:(a+)+)$', 'a'.repeat(60))).toBe(true);
});
