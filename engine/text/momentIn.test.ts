import { describe, expect, it } from 'vitest';
import { momentFrom, momentIn } from './momentIn.ts';

/** Their clocks change at night, at midnight, by half an hour, off the hour, twice around Ramadan. */
const changing = [
  ...['America/Toronto', 'America/St_Johns', 'America/Havana', 'America/Santiago', 'America/Nuuk'],
  ...['Europe/Paris', 'Africa/Cairo', 'Africa/Casablanca', 'Asia/Beirut'],
  ...['Australia/Lord_Howe', 'Pacific/Chatham', 'Antarctica/Troll'],
];

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

  it('around every change of clocks, the earliest moment that shows the time, or that much later', () => {
    const [hour, quarter] = [3_600_000, 900_000];
    let [skipped, repeated] = [0, 0];
    for (const zone of changing) {
      const shown = (time: number) => Date.parse(`${momentIn(new Date(time).toISOString(), zone)}Z`);
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 24 * hour) {
        if (shown(at + 24 * hour) - shown(at) === 24 * hour) continue;
        const moments = Array.from({ length: 4 * 36 }, (_, step) => at - 6 * hour + step * quarter);
        for (let wall = shown(at); wall <= shown(at + 24 * hour); wall += quarter) {
          const showing = moments.filter((time) => shown(time) === wall);
          const text = new Date(wall).toISOString().slice(0, 19);
          const got = Date.parse(momentFrom(text, zone) ?? '');
          if (showing.length > 0) expect(got, `${text} ${zone}`).toBe(showing[0]);
          else expect(shown(got), `${text} ${zone}`).toBeGreaterThan(wall);
          skipped += showing.length === 0 ? 1 : 0;
          repeated += showing.length > 1 ? 1 : 0;
        }
      }
    }
    expect([skipped, repeated].every((count) => count > 40)).toBe(true);
  });

  it.each([
    ['2026-03-08T02:30:00', 'America/Toronto', '2026-03-08T03:30:00'],
    ['2026-03-29T02:30:00', 'Europe/Paris', '2026-03-29T03:30:00'],
    ['2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-04T02:45:00'],
  ])('%s, which clocks in %s skip, is %s', (text, zone, wall) => {
    expect(momentIn(momentFrom(text, zone) ?? '', zone)).toBe(wall);
  });

  it.each(['0000-01-01T00:00:00', '0001-01-01T00:00:00', '1850-06-01T12:00:00', '9999-12-31T23:59:59'])(
    '%s has a moment in any zone, less than two days away',
    (text) => {
      for (const zone of ['UTC', 'America/Toronto', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Nowhere/None'])
        expect(
          Math.abs(Date.parse(momentFrom(text, zone) ?? '') - Date.parse(`${text}Z`)),
          zone,
        ).toBeLessThan(172_800_000);
    },
  );

  it.each(['yesterday', '2026-13-01T10:00:00', '2026-07-01T12:00:00Z', '2026-07-01'])(
    '%s says no time',
    (text) => {
      expect(momentFrom(text, 'America/Toronto')).toBeUndefined();
    },
  );
});
