import { describe, expect, it } from 'vitest';
import { readDuration, writeDuration } from './duration.ts';
import { normalTime, readTime, writeTime } from './timeOfDay.ts';

describe('a time of day', () => {
  it.each([
    ['8:30', '08:30:00'],
    ['08:30:15', '08:30:15'],
    ['8 h 30', '08:30:00'],
    ['8h', '08:00:00'],
    ['20 h 05', '20:05:00'],
    ['23 h 59 min 30 s', '23:59:30'],
    ['8:30 a.m.', '08:30:00'],
    ['8:30 PM', '20:30:00'],
    ['12 am', '00:00:00'],
    ['12:15 p.m.', '12:15:00'],
    [' 8:30 a.m. ', '08:30:00'],
  ])('is read from %s', (text, value) => {
    expect(readTime(text)).toBe(value);
  });

  it.each(['', '8', '24:00', '8:60', '13:00 pm', '0 am', 'noon', '8:3', '08:30Z', '-1:00', '8:30:99'])(
    'is not read from "%s"',
    (text) => {
      expect(readTime(text)).toBeUndefined();
    },
  );

  it('reads what it wrote, at every minute of the day', () => {
    for (let minute = 0; minute < 1440; minute += 7) {
      const two = (part: number) => String(part).padStart(2, '0');
      for (const second of [0, 9]) {
        const value = `${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second)}`;
        for (const locale of ['en-CA', 'fr-CA'] as const)
          expect(readTime(writeTime(value, locale)), writeTime(value, locale)).toBe(value);
      }
    }
  });

  it('shows text that is not a time unchanged', () => {
    expect([writeTime('soon', 'en-CA'), normalTime('soon')]).toEqual(['soon', 'soon']);
  });
});

describe('a duration', () => {
  it.each([
    ['1:30', 5400],
    ['1:30:15', 5415],
    ['100:00', 360_000],
    ['1 h 30', 5400],
    ['1h30', 5400],
    ['1 h 30 min', 5400],
    ['90 min', 5400],
    ['90m', 5400],
    ['1.5 h', 5400],
    ['1,5 h', 5400],
    ['2 d 4 h', 187_200],
    ['2 jours', 172_800],
    ['3 heures 5 minutes', 11_100],
    ['45 s', 45],
    ['\u221230 min', -1800],
    ['0', 0],
  ])('is read from %s', (text, seconds) => {
    expect(readDuration(text)).toBe(seconds);
  });

  it.each(['', '90', '1:60', 'h', '30 min 1 h', '1 h 1 h', '5 x', '1 hm', '1.33333 h', '-', '0.0001 s'])(
    'is not read from "%s"',
    (text) => {
      expect(readDuration(text)).toBeUndefined();
    },
  );

  it('reads what it wrote', () => {
    for (const value of [0, 1, 59, 60, 3599, 3600, 5415, -5415, 86_400, 1e9])
      expect(readDuration(writeDuration(value))).toBe(value);
  });

  it('finishes quickly on a long text', () => {
    expect(readDuration(`${'1 h '.repeat(10_000)}`)).toBeUndefined();
  });
});
