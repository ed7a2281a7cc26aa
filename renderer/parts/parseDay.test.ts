import { expect, it } from 'vitest';
import { addDays, parseDay } from './parseDay.ts';

it('reads a day however it is separated', () => {
  for (const text of ['2026-03-01', '2026/3/1', '20260301', ' 2026.03.1 '])
    expect(parseDay(text)).toBe('2026-03-01');
});

it('gives nothing for a day that does not exist', () => {
  for (const text of ['2026-02-29', '2026-13-01', '2026-00-10', '01-03-2026', 'tomorrow', '', '2026-3'])
    expect(parseDay(text)).toBeUndefined();
  expect(parseDay('2028-02-29')).toBe('2028-02-29');
});

it('steps over the ends of months and years, whatever the clocks do', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2026-03-08', 1)).toBe('2026-03-09');
  expect(addDays('no day', 1)).toBe('no day');
});
