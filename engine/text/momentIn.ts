/** A moment in a person's local time: `2026-11-22T02:35:00`, as shown in their lists. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const mostClocks = 200;

export function momentIn(moment: string, zone: string): string {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return moment;
  if (time < plainFrom || time >= plainUntil) return written(time, zone);
  return new Date(time + aheadOf(time, zone)).toISOString().slice(0, 19);
}

/** In this range all zones change at multiples of 15 minutes and years have four digits. */
const [plainFrom, plainUntil] = [Date.UTC(1972, 0, 1), Date.UTC(9999, 11, 30)];
const quarter = 900_000;
const mostKept = 20_000;
const ahead = new Map<string, Map<number, number>>();

/** The zone's offset from UTC in milliseconds; cached per quarter hour, because formatting is slow. */
function aheadOf(time: number, zone: string): number {
  const at = Math.floor(time / quarter) * quarter;
  const kept = ahead.get(zone) ?? new Map<number, number>();
  const found = kept.get(at);
  if (found !== undefined) return found;
  const offset = Date.parse(`${written(at, zone)}Z`) - at;
  // Callers supply zone names, so the cache is bounded.
  if (ahead.size >= mostClocks) ahead.clear();
  if (kept.size >= mostKept) kept.clear();
  ahead.set(zone, kept.set(at, offset));
  return offset;
}

function written(time: number, zone: string): string {
  const clock = clocks.get(zone) ?? clockOf(zone);
  if (clocks.size >= mostClocks) clocks.clear();
  clocks.set(zone, clock);
  const part = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
}

const wallClock = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/;

/**
 * The moment of a local time; undefined when the text is not a valid one. Of a time that occurs twice, the first; one
 * that clocks skip is moved on by what they skip, as calendars do.
 */
export function momentFrom(text: string, zone: string): string | undefined {
  if (!wallClock.test(text)) return undefined;
  const wanted = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(wanted)) return undefined;
  // Clocks change at most once within two days.
  const before = wanted - offsetAt(wanted - day, zone);
  const after = wanted - offsetAt(wanted + day, zone);
  const isShown = (moment: number) => moment + offsetAt(moment, zone) === wanted;
  const fits = before === after ? before : [before, after].filter(isShown).sort((a, b) => a - b)[0];
  return new Date(fits ?? before).toISOString();
}

const day = 86_400_000;

/** Years that formats do not write with four digits keep the offset of the nearest one that they do. */
function offsetAt(time: number, zone: string): number {
  const within = Math.min(Math.max(time, Date.UTC(1000, 0, 2)), plainUntil - day);
  if (within >= plainFrom) return aheadOf(within, zone);
  return Date.parse(`${written(within, zone)}Z`) - Math.floor(within / 1000) * 1000;
}

const parts = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

/** An unknown zone means UTC. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone: 'UTC' });
  }
}
