import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DayField } from '#engine';
import { lanesOf, placed, shifted, stretched } from './placing.ts';

const field = (path: string, day: DayField['day']): DayField => ({ path, label: path, day });
const days = { start: field('From', 'day'), end: field('To', 'day') };
const moments = { start: field('From', 'moment'), end: field('To', 'moment') };

const { TZ } = process.env;
beforeEach(() => {
  process.env.TZ = 'America/Toronto';
});
afterEach(() => {
  process.env.TZ = TZ;
});

describe('a record is placed', () => {
  it('on its days; without a start nowhere, and an end before the start adds none', () => {
    expect(placed({ Id: '1', From: '2026-03-01', To: '2026-03-04' }, days)).toMatchObject({
      from: '2026-03-01',
      to: '2026-03-04',
    });
    expect(placed({ Id: '1', From: '2026-03-05', To: '2026-03-04' }, days)?.to).toBe('2026-03-05');
    expect(placed({ Id: '1', From: '2026-03-05', To: null }, days)?.to).toBe('2026-03-05');
    for (const From of [null, undefined, '', 7]) expect(placed({ Id: '1', From }, days)).toBeUndefined();
    expect(placed({ Id: '1', From: 'soon' }, moments)).toBeUndefined();
  });

  it('in the time zone of the person, and not on the day that starts when it ends', () => {
    const late = placed({ Id: '1', From: '2026-03-02T03:30:00Z', To: '2026-03-03T05:00:00Z' }, moments);
    expect(late).toMatchObject({ from: '2026-03-01', time: '22:30', to: '2026-03-02' });
  });
});

describe('moving', () => {
  it('shifts both dates, over the ends of months', () => {
    const record = { Id: '1', From: '2026-02-27', To: '2026-03-01' };
    expect(shifted(record, days, 2)).toEqual({ From: '2026-03-01', To: '2026-03-03' });
    expect(shifted({ ...record, To: null }, days, -27)).toEqual({ From: '2026-01-31' });
  });

  it('keeps the time on the clock over a change to daylight saving time', () => {
    // 9:00 to 10:00 on Saturday, March 7; the clocks change that night.
    const record = { Id: '1', From: '2026-03-07T14:00:00Z', To: '2026-03-07T15:00:00Z' };
    expect(shifted(record, moments, 1)).toEqual({
      From: '2026-03-08T13:00:00.000Z',
      To: '2026-03-08T14:00:00.000Z',
    });
  });

  it('to an hour keeps the minutes and the length', () => {
    const record = { Id: '1', From: '2026-06-01T13:15:00Z', To: '2026-06-01T14:45:00Z' };
    expect(shifted(record, moments, 1, 14)).toEqual({
      From: '2026-06-02T18:15:00.000Z',
      To: '2026-06-02T19:45:00.000Z',
    });
  });
});

describe('stretching', () => {
  const record = { Id: '1', From: '2026-02-27', To: '2026-03-01' };

  it('changes the start or the end alone', () => {
    expect(stretched(record, days, 'end', 2)).toEqual({ To: '2026-03-03' });
    expect(stretched(record, days, 'start', -1)).toEqual({ From: '2026-02-26' });
    expect(stretched({ ...record, To: null }, days, 'end', 1)).toEqual({ To: '2026-02-28' });
  });

  it('never puts the end before the start', () => {
    expect(stretched(record, days, 'end', -2)).toEqual({ To: '2026-02-27' });
    expect(stretched(record, days, 'end', -3)).toBeUndefined();
    expect(stretched(record, days, 'start', 3)).toBeUndefined();
    expect(stretched({ ...record, To: null }, days, 'end', -1)).toBeUndefined();
  });
});

it('entries of several days keep a lane of their own over the days of a row', () => {
  const entry = (id: string, from: string, to: string) => ({ id, from, to, record: {} });
  const row = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
  const lanes = lanesOf(
    [
      entry('short', '2026-03-02', '2026-03-02'),
      entry('long', '2026-02-20', '2026-03-03'),
      entry('late', '2026-03-04', '2026-03-09'),
      entry('other', '2026-03-02', '2026-03-04'),
    ],
    row,
  );
  expect(Object.fromEntries(lanes)).toEqual({ long: 0, other: 1, short: 2, late: 0 });
});
