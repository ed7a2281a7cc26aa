import { expect, it } from 'vitest';
import { timelineColumnsOf } from './calendarDays.ts';
import { groupKey, groupWhere, periodDays } from './grouping.ts';

it.each([
  ['day', '2024-02-29', '2024-02-29', '2024-03-01'],
  ['month', '2024-02', '2024-02-01', '2024-03-01'],
  ['quarter', '2026-Q4', '2026-10-01', '2027-01-01'],
  ['quarter', '2026-Q1', '2026-01-01', '2026-04-01'],
  ['year', '2026', '2026-01-01', '2027-01-01'],
] as const)('a %s: %s', (per, text, from, to) => {
  expect(periodDays(per, text)).toEqual({ from, to });
  expect(groupWhere('Day', per, text)).toEqual({
    all: [
      { path: 'Day', operator: 'ge', value: from },
      { path: 'Day', operator: 'lt', value: to },
    ],
  });
});

it('tells apart no value and every value, also those that look like it', () => {
  const values = [null, '$', '', '-', 'null', 'a,b', false, 0, '0,1'];
  const keys = values.map(groupKey);
  expect(new Set(keys).size).toBe(values.length);
  expect(keys.filter((key) => key.includes(','))).toEqual([]);
  expect(groupWhere('Name', undefined, null)).toEqual({ all: [{ path: 'Name', operator: 'eq' }] });
});

it.each([
  ['day', '2026-03-10', '2026-03-10', '2026-03-24', 14],
  ['week', '2026-03-10', '2026-03-08', '2026-05-31', 12],
  ['month', '2026-03-10', '2026-03-01', '2027-03-01', 12],
  ['quarter', '2026-03-10', '2026-01-01', '2029-01-01', 12],
  // The last day of all ends the last column.
  ['month', '9999-11-30', '9999-11-01', '9999-12-31', 2],
] as const)('a timeline by %s from %s', (span, day, from, to, count) => {
  const columns = timelineColumnsOf(span, day);
  expect([columns[0]?.from, columns.at(-1)?.to, columns.length]).toEqual([from, to, count]);
});
