/** A moment by the clock on the wall of a person: `2026-11-22T02:35:00`, as they see it in their lists. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const mostClocks = 200;

export function momentIn(moment: string, zone: string): string {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return moment;
  if (time < plainFrom || time >= plainUntil) return written(time, zone);
  return new Date(time + aheadOf(time, zone)).toISOString().slice(0, 19);
}

/** Between these every zone changes its clock at a quarter of an hour, and years have four digits. */
const [plainFrom, plainUntil] = [Date.UTC(1972, 0, 1), Date.UTC(9999, 11, 30)];
const quarter = 900_000;
const mostKept = 20_000;
const ahead = new Map<string, Map<number, number>>();

/** Milliseconds that the zone is ahead of the world then. To ask the clock for its parts is dear: once for a quarter of an hour. */
function aheadOf(time: number, zone: string): number {
  const at = Math.floor(time / quarter) * quarter;
  const kept = ahead.get(zone) ?? new Map<number, number>();
  const found = kept.get(at);
  if (found !== undefined) return found;
  const offset = Date.parse(`${written(at, zone)}Z`) - at;
  // Callers name their zones: what they make up must not take the place of those that are used.
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

/** The moment a person means by what they read from the clock on their wall; undefined when it says no such time. */
export function momentFrom(text: string, zone: string): string | undefined {
  if (!wallClock.test(text)) return undefined;
  const wanted = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(wanted)) return undefined;
  // How far the clock is from the world's depends on the moment: the second look corrects the first near a change.
  let moment = wanted;
  for (let look = 0; look < 2; look += 1) moment += wanted - Date.parse(`${shown(moment)}Z`);
  return new Date(moment).toISOString();

  function shown(time: number): string {
    return momentIn(new Date(time).toISOString(), zone);
  }
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

/** What is no zone is the world's. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone: 'UTC' });
  }
}
