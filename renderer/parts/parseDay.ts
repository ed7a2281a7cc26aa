import { readTypedDay } from '#engine';

/** Reads a day as people write it. Gives `YYYY-MM-DD`, or undefined where there is no such day, or it could be two. */
export function parseDay(text: string): string | undefined {
  return readTypedDay(text).day;
}

/**
 * Reads a day with its time, on the 24-hour clock: `2026-03-01 8:15`, `2026-03-01T08:15`, `20260301 8 h 15`; a day
 * alone begins at midnight. Gives `YYYY-MM-DD HH:MM`, or undefined where there is no such moment.
 */
export function parseMoment(text: string): string | undefined {
  const match = /^(\S+?)(?:(?:T|\s+)(\d{1,2})\s?[:h]?\s?(\d{2}))?$/i.exec(text.trim());
  if (!match) return undefined;
  const [, written = '', hour = '0', minute = '00'] = match;
  const day = parseDay(written);
  return day && Number(hour) < 24 && Number(minute) < 60
    ? `${day} ${hour.padStart(2, '0')}:${minute}`
    : undefined;
}

/** The moment that a text means by the person's own clock; undefined where it means none. */
export function momentOf(text: string): string | undefined {
  const moment = parseMoment(text);
  return moment && new Date(moment.replace(' ', 'T')).toISOString();
}

/** The day so many days later, at the same time where it has one; the same text where it is no day. */
export function addDays(day: string, count: number): string {
  const [written = '', ...time] = day.split(' ');
  const date = new Date(`${written}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  date.setUTCDate(date.getUTCDate() + count);
  return [date.toISOString().slice(0, 10), ...time].join(' ');
}
