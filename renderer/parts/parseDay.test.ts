import { expect, it } from 'vitest';
import { addDays, parseDay, parseMoment } from './parseDay.ts';

it('reads a date with any separator', () => {
  for (const text of ['2026-03-01', '2026/3/1', '20260301', ' 2026.03.1 '])
    expect(parseDay(text)).toBe('2026-03-01');
});

it('returns undefined for a date that does not exist', () => {
  for (const text of ['2026-02-29', '2026-13-01', '2026-00-10', '01-03-2026', 'tomorrow', '', '2026-3'])
    expect(parseDay(text)).toBeUndefined();
  expect(parseDay('2028-02-29')).toBe('2028-02-29');
});

it('steps across months, years and daylight saving changes', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2026-03-08', 1)).toBe('2026-03-09');
  expect(addDays('no day', 1)).toBe('no day');
  expect(addDays('2026-12-31 08:15', 1)).toBe('2027-01-01 08:15');
});

it('reads a time on the 24-hour clock; a date alone means midnight', () => {
  for (const text of [
    '2026-03-01 8:15',
    '2026-03-01T08:15',
    '20260301 0815',
    ' 2026/3/1  8 h 15 ',
    '20260301 8h15',
  ])
    expect(parseMoment(text)).toBe('2026-03-01 08:15');
  expect(parseMoment('2026-03-01')).toBe('2026-03-01 00:00');
  for (const text of ['2026-03-01 24:00', '2026-03-01 8:60', '2026-02-29 08:00', '2026-03-01 8', '08:15', ''])
    expect(parseMoment(text)).toBeUndefined();
});
