import { expect, it } from 'vitest';
import { dayIn } from './dayIn.ts';

const evening = new Date('2026-11-21T02:30:00Z');

it('is the day in the person’s zone', () => {
  expect(dayIn(evening, 'America/Vancouver', 'UTC')).toBe('2026-11-20');
  expect(dayIn(evening, 'Asia/Tokyo', 'UTC')).toBe('2026-11-21');
});

it('uses the fallback for an unknown zone, and UTC if that is unknown too', () => {
  expect(dayIn(evening, 'Nowhere/At-all', 'America/Toronto')).toBe('2026-11-20');
  expect(dayIn(evening, null, 'America/Toronto')).toBe('2026-11-20');
  expect(dayIn(evening, null, 'Nowhere')).toBe('2026-11-21');
});
