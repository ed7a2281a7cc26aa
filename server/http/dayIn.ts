/** The calendar day of a person. */

const formats = new Map<string, Intl.DateTimeFormat | undefined>();
const knownLimit = 500;

/** The day (`YYYY-MM-DD`) a moment falls on in a zone; an unknown zone means the fallback. */
export function dayIn(moment: Date, zone: string | null, fallback: string): string {
  const format = (zone ? formatOf(zone) : undefined) ?? formatOf(fallback) ?? formatOf('UTC');
  return format ? format.format(moment) : moment.toISOString().slice(0, 10);
}

/** en-CA writes days as ISO does. */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone);
  const format = tryFormat(zone);
  if (formats.size < knownLimit) formats.set(zone, format);
  return format;
}

function tryFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  } catch {
    return undefined;
  }
}
