import { readTypedDay } from '#engine';

/**
 * Parses a date as people write it to `YYYY-MM-DD`; undefined if there is no such date or it is ambiguous.
 */
export function parseDay(text: string): string | undefined {
  return readTypedDay(text).day;
}

/**
 * Parses a date with a time on the 24-hour clock: `2026-03-01 8:15`, `2026-03-01T08:15`, `20260301 8 h 15`; a
 * date alone means midnight. Returns `YYYY-MM-DD HH:MM`, or undefined if invalid.
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

/** Parses a local date and time to UTC; undefined if invalid. */
export function momentOf(text: string): string | undefined {
  const moment = parseMoment(text);
  return moment && new Date(moment.replace(' ', 'T')).toISOString();
}

/** `2026-03-01T17:30:00Z` → `2026-03-01 12:30` in Toronto; an invalid text stays as typed. */
export function localOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  const moment = new Date(value);
  if (!value.endsWith('Z') || Number.isNaN(moment.getTime())) return value;
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16).replace('T', ' ');
}

/** Adds days to a date, keeping its time; returns an invalid text unchanged. */
export function addDays(day: string, count: number): string {
  const [written = '', ...time] = day.split(' ');
  const date = new Date(`${written}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  date.setUTCDate(date.getUTCDate() + count);
  return [date.toISOString().slice(0, 10), ...time].join(' ');
}
