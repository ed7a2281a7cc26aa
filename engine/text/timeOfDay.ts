/** Times of day: in stored form, `HH:MM:SS`, and as people write them. */

const stored = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** Whether data hold a valid time: hours and minutes, optionally seconds. */
export function isTime(text: string): boolean {
  return stored.test(text);
}

/** Adds the seconds; returns text that is not a time unchanged. */
export function normalTime(text: string): string {
  return stored.test(text) && text.length === 5 ? `${text}:00` : text;
}

const written =
  /^(\d{1,2})(?:\s*(?:[:.h])\s*(\d{2})(?:\s*(?:[:.]|min)\s*(\d{2})(?:\s*s)?)?(?:\s*min)?|\s*h|(?=\s*[ap]))?\s*([ap])?(?:\.?\s?m\.?)?$/i;

/**
 * `8:30`, `8 h 30`, `8h`, `8:30 p.m.`, `08:30:15`; undefined for text that is not a time, including a bare
 * `8`.
 */
export function readTime(text: string): string | undefined {
  const bare = text.normalize('NFKC').trim();
  const [whole, hours, minutes = '00', seconds = '00', half] = written.exec(bare) ?? [];
  if (whole === undefined || /^\d+$/.test(bare)) return undefined;
  const hour = inDay(Number(hours), half?.toLowerCase());
  if (hour === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`;
}

/** 12 a.m. is midnight, 12 p.m. is noon. */
function inDay(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

/** `8:30 a.m.` or `8 h 30`; text that is not a time is returned unchanged. */
export function writeTime(value: unknown, locale: 'en-CA' | 'fr-CA'): string {
  const text = String(value);
  if (!isTime(text)) return text;
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  const two = (part: number) => String(part).padStart(2, '0');
  if (locale === 'fr-CA') {
    if (seconds > 0) return `${hours} h ${two(minutes)} min ${two(seconds)} s`;
    return minutes > 0 ? `${hours} h ${two(minutes)}` : `${hours} h`;
  }
  const clock = `${hours % 12 || 12}:${two(minutes)}${seconds > 0 ? `:${two(seconds)}` : ''}`;
  return `${clock} ${hours < 12 ? 'a.m.' : 'p.m.'}`;
}
