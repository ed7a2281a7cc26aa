/** A moment by the clock on the wall of a person: `2026-11-22T02:35:00`, as they see it in their lists. */
const clocks = new Map<string, Intl.DateTimeFormat>();

export function momentIn(moment: string, zone: string): string {
  const time = new Date(moment);
  if (Number.isNaN(time.getTime())) return moment;
  const clock = clocks.get(zone) ?? clockOf(zone);
  if (clocks.size < 500) clocks.set(zone, clock);
  const part = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
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
