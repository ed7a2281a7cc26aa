import { expect, it } from 'vitest';
import { calendarPeriod, daysIn } from '#engine';
import { cellsOf, nextCell, rowsOf } from './cellsOf.ts';
import type { Placed } from './placing.ts';
import type { Entries } from './useEntries.ts';

const entries = (all: readonly Placed[], counts: Readonly<Record<string, number>> = {}) =>
  ({ all, countOn: (day: string) => counts[day] }) as Entries;
const entry = (id: string, from: string, more: Partial<Placed> = {}): Placed => ({
  ...{ id, record: {}, from, to: from },
  ...more,
});

it('a month shows whole weeks, from Sunday', () => {
  const period = calendarPeriod('month', '2026-11-26');
  expect(period).toEqual({ from: '2026-11-01', to: '2026-12-06' });
  expect(rowsOf('month', period, false).map(({ days }) => days.length)).toEqual([7, 7, 7, 7, 7]);
  expect(calendarPeriod('month', '2026-05-31')).toEqual({ from: '2026-04-26', to: '2026-06-07' });
  expect(calendarPeriod('week', '2026-11-26')).toEqual({ from: '2026-11-22', to: '2026-11-29' });
});

it('days end with the last year, and no period is endless', () => {
  expect(daysIn(calendarPeriod('month', '9999-12-31')).length).toBeLessThanOrEqual(42);
  expect(daysIn({ from: '2026-01-01', to: '2026-01-01' })).toEqual([]);
});

it('a cell draws up to its limit and counts the rest, read or not', () => {
  const all = ['1', '2', '3', '4'].map((id) => entry(id, '2026-03-02'));
  const row = { days: ['2026-03-01', '2026-03-02'] };
  const read = cellsOf({ entries: entries(all), row, hasHours: false, limit: 3 });
  expect(read.map(({ slots, hidden, count }) => [slots.length, hidden, count])).toEqual([
    [0, 0, 0],
    [3, 1, 4],
  ]);
  const dense = entries(all, { '2026-03-01': 0, '2026-03-02': 900 });
  const [, cell] = cellsOf({ entries: dense, row, hasHours: false, limit: 3 });
  expect([cell?.hidden, cell?.count]).toEqual([897, 900]);
});

it('times have rows of their own; what takes several days is above them', () => {
  const all = [
    entry('morning', '2026-03-02', { time: '08:40' }),
    entry('trip', '2026-03-01', { time: '08:00', to: '2026-03-03' }),
  ];
  const days = ['2026-03-02'];
  const idsAt = (hour?: number) =>
    cellsOf({
      ...{ entries: entries(all), hasHours: true, limit: 9 },
      row: { days, ...(hour !== undefined && { hour }) },
    }).flatMap(({ slots }) => slots.map((slot) => slot?.id));
  expect([idsAt(), idsAt(8), idsAt(9)]).toEqual([['trip'], ['morning'], []]);
});

it('keys lead from day to day, and from hour to hour', () => {
  const month = { span: 'month', rows: 5 } as const;
  const at = { day: '2026-03-01' };
  expect(nextCell('ArrowLeft', at, month)).toEqual({ day: '2026-02-28' });
  expect(nextCell('ArrowDown', at, month)).toEqual({ day: '2026-03-08' });
  expect(nextCell('End', at, month)).toEqual({ day: '2026-03-07' });
  expect(nextCell('PageDown', { day: '2026-01-31' }, month)).toEqual({ day: '2026-02-28' });
  expect(nextCell('x', at, month)).toBeUndefined();
  const week = { span: 'week', rows: 25 } as const;
  expect(nextCell('ArrowDown', at, week)).toEqual({ day: '2026-03-01', hour: 0 });
  expect(nextCell('ArrowUp', { ...at, hour: 0 }, week)).toEqual(at);
  expect(nextCell('ArrowDown', { ...at, hour: 23 }, week)).toEqual({ ...at, hour: 23 });
});
