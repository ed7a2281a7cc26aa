import { describe, expect, it } from 'vitest';
import { momentFrom, momentIn } from './momentIn.ts';

describe('a moment in local time', () => {
  it.each([
    ['2026-07-01T12:00:00.000Z', 'America/Toronto', '2026-07-01T08:00:00'],
    ['2026-12-01T12:00:00.000Z', 'America/Toronto', '2026-12-01T07:00:00'],
    ['2026-03-08T06:59:00.000Z', 'America/Toronto', '2026-03-08T01:59:00'],
    ['2026-03-08T07:00:00.000Z', 'America/Toronto', '2026-03-08T03:00:00'],
    ['2026-07-01T12:00:00.000Z', 'Asia/Kolkata', '2026-07-01T17:30:00'],
    ['2026-07-01T12:00:00.000Z', 'UTC', '2026-07-01T12:00:00'],
    ['2026-03-08T06:59:59.000Z', 'America/Toronto', '2026-03-08T01:59:59'],
    ['2026-07-01T12:07:30.000Z', 'Asia/Kathmandu', '2026-07-01T17:52:30'],
    ['2026-04-04T14:29:59.000Z', 'Australia/Lord_Howe', '2026-04-05T01:29:59'],
  ])('%s in %s is %s, and back', (moment, zone, wall) => {
    expect(momentIn(moment, zone)).toBe(wall);
    expect(momentFrom(wall, zone)).toBe(moment);
    expect(momentFrom(wall.replace('T', ' '), zone)).toBe(moment);
  });

  it.each(['yesterday', '2026-13-01T10:00:00', '2026-07-01T12:00:00Z', '2026-07-01'])(
    '%s says no time',
    (text) => {
      expect(momentFrom(text, 'America/Toronto')).toBeUndefined();
    },
  );
});
