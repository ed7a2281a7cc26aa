import type { DayPeriod, Locale, TimelineSpan } from '#engine';
import { addTo } from '#engine';
import { periodName } from '../groups/groupName.ts';

const date = (day: string) => new Date(`${day}T00:00:00Z`);
const format = (locale: Locale, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });

/** `Sep 6 – Nov 28, 2026`. */
export function timelineTitle({ from, to }: DayPeriod, locale: Locale): string {
  return format(locale, { dateStyle: 'medium' }).formatRange(date(from), date(addTo(to, 'day', -1)));
}

/** The name of a column: a day, the first day of a week, a month or a quarter; the year where it is new. */
export function columnName(
  span: TimelineSpan,
  { from }: DayPeriod,
  isFirst: boolean,
  locale: Locale,
): string {
  if (span === 'quarter')
    return periodName('quarter', `${from.slice(0, 4)}-Q${Math.ceil(Number(from.slice(5, 7)) / 3)}`, locale);
  if (span === 'month') {
    const isNew = isFirst || from.slice(5, 7) === '01';
    return format(locale, { month: 'short', ...(isNew && { year: 'numeric' }) }).format(date(from));
  }
  const weekday = span === 'day' && { weekday: 'short' as const };
  return format(locale, { month: 'short', day: 'numeric', ...weekday }).format(date(from));
}
