import { expect, it } from 'vitest';
import { daysLeft } from './daysLeft.ts';

it('counts the days until the last one', () => {
  expect(daysLeft('2026-11-01', '2026-11-11', '2026-11-06')).toEqual({ days: 5, share: 0.5, state: 'ample' });
  expect(daysLeft('2026-11-01', '2026-11-11', '2026-11-09')).toMatchObject({ days: 2, state: 'soon' });
  expect(daysLeft('2026-11-01', '2026-11-11', '2026-11-11')).toMatchObject({ days: 0, share: 1 });
});

it('is overdue after it, and full', () => {
  expect(daysLeft('2026-11-01', '2026-11-11', '2026-11-14')).toEqual({
    days: -3,
    share: 1,
    state: 'overdue',
  });
});

it('begins empty, also before the period and where it has no length', () => {
  expect(daysLeft('2026-11-01', '2026-11-11', '2026-10-20')).toMatchObject({ days: 22, share: 0 });
  expect(daysLeft('2026-11-01', '2026-11-01', '2026-11-01')).toMatchObject({ days: 0, share: 1 });
});

it('says nothing of days that are missing or are none', () => {
  expect(daysLeft(null, '2026-11-11', '2026-11-06')).toBeUndefined();
  expect(daysLeft('2026-11-01', 'soon', '2026-11-06')).toBeUndefined();
});
