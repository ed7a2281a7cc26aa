import { describe, expect, it } from 'vitest';
import { nextTime, nextTimes } from './nextTime.ts';

const zone = 'America/Toronto';
const at = (every: string, start: string, after: string, count = 3) =>
  nextTimes({ start, every, zone }, after, count);

describe('recurring times', () => {
  it.each([
    ['day', ['2026-11-21T14:00:00.000Z', '2026-11-22T14:00:00.000Z', '2026-11-23T14:00:00.000Z']],
    ['week', ['2026-11-27T14:00:00.000Z', '2026-12-04T14:00:00.000Z', '2026-12-11T14:00:00.000Z']],
    ['month', ['2026-12-20T14:00:00.000Z', '2027-01-20T14:00:00.000Z', '2027-02-20T14:00:00.000Z']],
    ['quarter', ['2027-02-20T14:00:00.000Z', '2027-05-20T13:00:00.000Z', '2027-08-20T13:00:00.000Z']],
  ])('every %s: recurs at the same local time', (every, times) => {
    const start = '2026-11-20T14:00:00.000Z';
    expect(at(every, start, start)).toEqual(times);
    // A schedule keeps its day of the month long after its start.
    expect(nextTime({ start, every, zone }, times[1] as string)).toBe(times[2]);
  });

  it('is first due at its start, and no time is its own successor', () => {
    const start = '2026-11-20T14:00:00.000Z';
    expect(at('day', start, '2026-01-01T00:00:00.000Z', 1)).toEqual([start]);
    expect(at('day', start, '2026-11-20T13:59:59.999Z', 1)).toEqual([start]);
    expect(at('day', start, start, 1)).toEqual(['2026-11-21T14:00:00.000Z']);
  });

  it('monthly: uses the last day of shorter months and its own day afterwards', () => {
    expect(at('month', '2026-01-31T15:00:00.000Z', '2026-01-31T15:00:00.000Z')).toEqual([
      '2026-02-28T15:00:00.000Z',
      '2026-03-31T14:00:00.000Z',
      '2026-04-30T14:00:00.000Z',
    ]);
  });

  it('continues after years', () => {
    for (const every of ['day', 'week', 'month', 'quarter']) {
      const [one, two] = at(every, '2001-03-05T12:00:00.000Z', '2026-11-26T00:00:00.000Z', 2) as [
        string,
        string,
      ];
      const days = (Date.parse(two) - Date.parse(one)) / 86_400_000;
      const least = { day: 1, week: 7, month: 28, quarter: 89 }[every] ?? 0;
      expect(days).toBeGreaterThan(least - 0.1);
      expect(days).toBeLessThan(least + 3.1);
      expect(Date.parse(one)).toBeGreaterThan(Date.parse('2026-11-26T00:00:00.000Z'));
    }
  });

  it('never recurs for an unknown interval', () => {
    expect(at('year', '2026-11-20T14:00:00.000Z', '2026-11-20T14:00:00.000Z')).toEqual([]);
  });
});
