/** A person's calendar day. */

type Zone = { readonly format: Intl.DateTimeFormat; minute: number; day: string };

const zones = new Map<string, Zone | undefined>();
const knownLimit = 500;
const minuteLength = 60_000;

/** The day (`YYYY-MM-DD`) of a moment in a zone; an unknown zone means the fallback. */
export function dayIn(moment: Date, zone: string | null, fallback: string): string {
  const known = (zone ? zoneOf(zone) : undefined) ?? zoneOf(fallback) ?? zoneOf('UTC');
  return known ? dayOf(known, moment) : moment.toISOString().slice(0, 10);
}

/** Whether the time zone exists. */
export function isZone(name: string): boolean {
  return zoneOf(name) !== undefined;
}

/** Days start on whole minutes, so the result is cached per minute. */
function dayOf(zone: Zone, moment: Date): string {
  const minute = Math.floor(moment.getTime() / minuteLength);
  if (zone.minute !== minute) {
    zone.minute = minute;
    // en-CA formats days as ISO does.
    zone.day = zone.format.format(moment);
  }
  return zone.day;
}

function zoneOf(name: string): Zone | undefined {
  if (zones.has(name)) return zones.get(name);
  const format = tryFormat(name);
  const zone = format && { format, minute: Number.NaN, day: '' };
  if (zones.size < knownLimit) zones.set(name, zone);
  return zone;
}

function tryFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  } catch {
    return undefined;
  }
}
