import { expect, it } from 'vitest';
import { placed, shifted } from './placing.ts';

const moments = {
  start: { path: 'From', label: 'From', day: 'moment' },
  end: { path: 'To', label: 'To', day: 'moment' },
} as const;
const local = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString();
const daysOf = (From: string, To: string) => {
  const at = placed({ Id: '1', From, To }, moments);
  return [at?.from, at?.to, at?.time];
};

it('an end at midnight adds no day, and one a minute later does', () => {
  expect(daysOf(local(2, 9), local(3, 0))).toEqual(['2026-03-02', '2026-03-02', '09:00']);
  const later = new Date(2026, 2, 3, 0, 1).toISOString();
  expect(daysOf(local(2, 9), later)).toEqual(['2026-03-02', '2026-03-03', '09:00']);
  expect(daysOf(local(2, 0), local(2, 0))).toEqual(['2026-03-02', '2026-03-02', '00:00']);
});

it('an end before the start does not count, and nothing is placed without a start', () => {
  expect(daysOf(local(5, 9), local(2, 9))).toEqual(['2026-03-05', '2026-03-05', '09:00']);
  expect(placed({ Id: '1', From: null, To: local(2, 9) }, moments)).toBeUndefined();
});

it('moving takes both dates along, by local days', () => {
  const record = { Id: '1', From: local(2, 9), To: local(3, 17) };
  // Daylight saving time may begin in between: the clock shows the same time.
  expect(shifted(record, moments, 14)).toEqual({ From: local(16, 9), To: local(17, 17) });
  expect(shifted(record, moments, 0, 11)).toEqual({ From: local(2, 11), To: local(3, 19) });
});
