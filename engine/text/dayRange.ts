/** A day in a person's time zone: its start and the start of the next day. */
import { momentFrom, momentIn } from './momentIn.ts';

export type Day = { readonly from: string; readonly to: string };

/** If midnight is skipped, the day starts after the change. */
export function dayRange(day: string, zone: string): Day {
  return { from: startOf(day, zone), to: startOf(dayAfter(day), zone) };
}

/** Clocks change by multiples of 15 minutes. */
const quarter = 900_000;
/** The largest offset between two clocks including a change, in quarters of an hour. */
const farthest = 30 * 4;

function startOf(day: string, zone: string): string {
  const guess = Date.parse(momentFrom(`${day}T00:00:00`, zone) ?? `${day}T00:00:00Z`);
  const isReached = (time: number) => momentIn(new Date(time).toISOString(), zone).slice(0, 10) >= day;
  let time = guess;
  for (let step = 0; step < farthest && !isReached(time); step++) time += quarter;
  for (let step = 0; step < farthest && isReached(time - quarter); step++) time -= quarter;
  return new Date(time).toISOString();
}

function dayAfter(day: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
  return next.slice(0, next.indexOf('T'));
}
