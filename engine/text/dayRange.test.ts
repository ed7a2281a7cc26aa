import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayRange } from './dayRange.ts';
import { momentIn } from './momentIn.ts';

const zones = [
  ...['America/Toronto', 'America/St_Johns', 'America/Vancouver', 'America/Regina', 'UTC', 'Asia/Kathmandu'],
  // Zones where midnight is skipped or repeated, with half-hour shifts, and the extreme offsets.
  ...['America/Santiago', 'America/Havana', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
];

it('C2: starts with the first moment of the local day, and ends with that of the next', () => {
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.constantFrom(...zones), (date, zone) => {
      const day = date.toISOString().slice(0, 10);
      // Kiritimati skipped this day when it crossed the date line.
      fc.pre(zone !== 'Pacific/Kiritimati' || day !== '1994-12-31');
      const { from, to } = dayRange(day, zone);
      const dayOf = (time: number) => momentIn(new Date(time).toISOString(), zone).slice(0, 10);
      expect([zone, dayOf(Date.parse(from))]).toEqual([zone, day]);
      expect(dayOf(Date.parse(to) - 1)).toBe(day);
      expect(dayOf(Date.parse(from) - 1) < day && dayOf(Date.parse(to)) > day).toBe(true);
    }),
    { numRuns: 1500 },
  );
});

it('C2: handles days that are longer or shorter, and one that never existed', () => {
  const hours = (day: string, zone: string) => {
    const { from, to } = dayRange(day, zone);
    return (Date.parse(to) - Date.parse(from)) / 3_600_000;
  };
  expect(hours('2026-03-08', 'America/Toronto')).toBe(23);
  expect(hours('2026-11-01', 'America/Toronto')).toBe(25);
  expect(hours('2026-06-01', 'America/Toronto')).toBe(24);
  expect(hours('2011-12-30', 'Pacific/Apia')).toBe(0);
  expect(hours('1994-12-31', 'Pacific/Kiritimati')).toBe(0);
  expect(dayRange('2026-12-31', 'America/Toronto')).toEqual({
    from: '2026-12-31T05:00:00.000Z',
    to: '2027-01-01T05:00:00.000Z',
  });
});
