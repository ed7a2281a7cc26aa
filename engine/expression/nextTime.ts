/** Computes recurring due times at the same local time of day, across daylight saving changes. */
import { momentFrom, momentIn } from '../text/momentIn.ts';

/** `every` is `day`, `week`, `month` or `quarter`; anything else never recurs. */
export type Recurring = { readonly start: string; readonly every: string; readonly zone: string };

const days: Readonly<Record<string, number>> = { day: 1, week: 7 };
const months: Readonly<Record<string, number>> = { month: 1, quarter: 3 };

/** The first time after a moment; undefined when it never recurs. */
export function nextTime({ start, every, zone }: Recurring, after: string): string | undefined {
  const wall = momentIn(start, zone);
  const limit = Date.parse(after);
  // Local times have whole seconds.
  const first = Math.floor(Date.parse(start) / 1000) * 1000;
  // Starts near the moment in question, so that an early start costs nothing.
  const since = Math.max(0, Math.floor((limit - Date.parse(start)) / 86_400_000) - 1);
  let step = stepNear(every, since);
  if (step === undefined || Number.isNaN(limit) || Number.isNaN(first)) return undefined;
  for (let tries = 0; tries < 40; tries += 1, step += 1) {
    const moment = momentFrom(wallAt(wall, every, step), zone);
    if (moment && Date.parse(moment) > limit && Date.parse(moment) >= first) return moment;
  }
  return undefined;
}

/** The next few times. */
export function nextTimes(recurring: Recurring, after: string, count: number): readonly string[] {
  const times: string[] = [];
  for (let at: string | undefined = after; times.length < count; ) {
    at = nextTime(recurring, at);
    if (at === undefined) break;
    times.push(at);
  }
  return times;
}

function stepNear(every: string, since: number): number | undefined {
  const [day, month] = [days[every], months[every]];
  if (day) return Math.floor(since / day);
  return month ? Math.max(0, Math.floor(since / (31 * month)) - 1) : undefined;
}

/** A shorter month uses its last day. */
function wallAt(wall: string, every: string, step: number): string {
  const [day = '', time = ''] = wall.split('T');
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = month - 1 + step * (months[every] ?? 0);
  const last = new Date(Date.UTC(year, at + 1, 0)).getUTCDate();
  const on = new Date(Date.UTC(year, at, Math.min(date, last) + step * (days[every] ?? 0)));
  return `${on.toISOString().slice(0, 10)}T${time}`;
}
