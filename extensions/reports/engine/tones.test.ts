import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { paperTones, type ToneRule, toneOf } from './tones.ts';

const rule = (operator: string, value: string | number): ToneRule => ({
  ...{ operator, value },
  ...{ tone: 'bad', word: 'Bad' },
});

it.each([
  ['eq', 5, 5, true],
  ['ne', 5, 5, false],
  ['ge', 5, 4.99, false],
  ['gt', 5, 5, false],
  ['le', -1, -2, true],
  ['lt', 0, -2, true],
  ['lt', 5, '4', false],
  ['lt', 5, null, false],
  ['eq', 'active', 'Active', true],
  ['contains', 'MOT', 'Granite Motors', true],
  ['startsWith', 'mot', 'Granite Motors', false],
  ['eq', '2026-03-01', '2026-03-01T23:59:00', true],
  ['gt', '2026-03-01', '2026-03-01T23:59:00', false],
  ['lt', '2026-03-01', '2026-02-28', true],
  ['ne', 'x', '', false],
] as const)('%s %s of %s: %s', (operator, value, of, holds) => {
  expect(toneOf([rule(operator, value)], of) !== undefined).toBe(holds);
});

it('of several rules the first that holds counts', () => {
  const bands = [
    { ...rule('lt', 10), word: 'low' },
    { ...rule('lt', 50), word: 'middle' },
  ];
  expect([3, 10, 50].map((value) => toneOf(bands, value)?.word)).toEqual(['low', 'middle', undefined]);
});

it('the colours on paper are the light colours of the tokens with the same meaning', () => {
  const css = readFileSync(new URL('../../../renderer/tokens/tokens.css', import.meta.url), 'utf8');
  const base = (token: string) => {
    const [, name] = new RegExp(`--color-${token}: light-dark\\(var\\(--([\\w-]+)\\)`).exec(css) ?? [];
    return new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(css)?.[1];
  };
  const pair = (color: string, background: string) => ({ color: base(color), background: base(background) });
  expect(paperTones).toEqual({
    good: pair('success-text', 'success-tint'),
    attention: pair('warning-text', 'warning-tint'),
    bad: pair('danger-text', 'danger-tint'),
    neutral: pair('text-secondary', 'surface-hover'),
  });
});
