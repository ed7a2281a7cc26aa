import { expect, it } from 'vitest';
import { addTo, isPeriod, namedPeriods, relativeDays } from './relativeDays.ts';

it.each([
  ['today', '2026-03-31', '2026-04-01'],
  ['yesterday', '2026-03-30', '2026-03-31'],
  ['this-week', '2026-03-29', '2026-04-05'],
  ['last-month', '2026-02-01', '2026-03-01'],
  ['this-quarter', '2026-01-01', '2026-04-01'],
  ['next-year', '2027-01-01', '2028-01-01'],
  ['next-30-days', '2026-03-31', '2026-05-01'],
  ['last-1-months', '2026-02-28', '2026-04-01'],
  ['past', undefined, '2026-03-31'],
  ['future', '2026-04-01', undefined],
])('%s of 2026-03-31', (text, from, to) => {
  expect(relativeDays(text, '2026-03-31')).toEqual({ ...(from && { from }), ...(to && { to }) });
});

it('takes every period that is offered, and nothing else', () => {
  for (const name of namedPeriods) expect([name, isPeriod(name)]).toEqual([name, true]);
  for (const text of ['', 'soon', 'next-0-days', 'last-10000-days', 'constructor', 'next-30-days '])
    expect([text, isPeriod(text), relativeDays(text, '2026-01-01')]).toEqual([text, false, undefined]);
});

it('stays within years of four digits', () => {
  expect(addTo('2026-01-01', 'year', 9999)).toBe('9999-12-31');
  expect(addTo('2026-01-01', 'year', -9999)).toBe('0001-01-01');
});
