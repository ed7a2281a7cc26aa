/** When something that recurs is due: at the same time of day by the clock on the wall, whatever that clock does. */
import { momentFrom, momentIn } from '../../sheets/momentIn.ts';

type Recurring = { readonly start: string; readonly recurrence: number; readonly zone: string };

const [daily, weekly, monthly, quarterly] = [1, 2, 3, 4];

/** The first time after a moment; undefined for what recurs never. */
export function nextTime({ start, recurrence, zone }: Recurring, after: string): string | undefined {
  const wall = momentIn(start, zone);
  const limit = Date.parse(after);
  // Near the moment asked about, so that a start long ago costs nothing.
  const days = Math.max(0, Math.floor((limit - Date.parse(start)) / 86_400_000) - 1);
  let step = stepNear(recurrence, days);
  if (step === undefined) return undefined;
  for (let tries = 0; tries < 40; tries += 1, step += 1) {
    const moment = momentFrom(wallAt(wall, recurrence, step), zone);
    if (moment && Date.parse(moment) > limit && Date.parse(moment) >= Date.parse(start)) return moment;
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

function stepNear(recurrence: number, days: number): number | undefined {
  if (recurrence === daily) return days;
  if (recurrence === weekly) return Math.floor(days / 7);
  if (recurrence === monthly) return Math.max(0, Math.floor(days / 31) - 1);
  return recurrence === quarterly ? Math.max(0, Math.floor(days / 93) - 1) : undefined;
}

/** A month that is too short ends where it ends. */
function wallAt(wall: string, recurrence: number, step: number): string {
  const [day = '', time = ''] = wall.split('T');
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const months = recurrence === monthly ? step : recurrence === quarterly ? step * 3 : 0;
  const days = recurrence === daily ? step : recurrence === weekly ? step * 7 : 0;
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  const on = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last) + days));
  return `${on.toISOString().slice(0, 10)}T${time}`;
}
