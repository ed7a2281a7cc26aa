import { expect, it } from 'vitest';
import { formatsFor } from './formats.ts';

it('formats money, percent and numbers in both languages', () => {
  const [en, fr] = [formatsFor('en-CA'), formatsFor('fr-CA')];
  expect(en.money(1499.5)).toBe('$1,499.50');
  expect(fr.money(1499.5)).toMatch(/^1\s499,50\s\$$/);
  expect(en.percent(4.25, 3)).toBe('4.250%');
  expect(fr.number(1234567.5)).toMatch(/^1\s234\s567,5$/);
});

it('never hides stored digits', () => {
  expect(formatsFor('en-CA').number(1.23456, 2)).toBe('1.23456');
});

it('a date is the same in every time zone, and an invalid one stays as it is', () => {
  expect(formatsFor('en-CA').date('2026-03-01')).toContain('2026');
  expect(formatsFor('en-CA').date('2026-03-01')).toMatch(/Mar\D+1\b/);
  expect(formatsFor('en-CA').date('soon')).toBe('soon');
});
