import type { DayPeriod } from '#engine';

/** Days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** Where days are within a period, in percent; `to` is the day after the last. */
export function placeIn(period: DayPeriod, { from, to }: DayPeriod): { left: string; width: string } {
  const all = daysBetween(period.from, period.to);
  const start = Math.max(0, daysBetween(period.from, from));
  const end = Math.min(all, daysBetween(period.from, to));
  return { left: percent(start / all), width: percent(Math.max(0, end - start) / all) };
}

const percent = (share: number): string => `${Math.round(share * 1e6) / 1e4}%`;
