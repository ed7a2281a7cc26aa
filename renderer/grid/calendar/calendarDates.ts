import type { CalendarSpan, Locale } from '#engine';

/** Dates of a calendar in words. */
export type CalendarDates = {
  /** `November 2026`, `Nov 22 – 28, 2026`, `Thursday, November 26, 2026`. */
  readonly title: (span: CalendarSpan, from: string, to: string, day: string) => string;
  readonly long: (day: string) => string;
  readonly weekday: (day: string) => string;
  readonly shortWeekday: (day: string) => string;
  /** `26`; the first of a month also names it. */
  readonly number: (day: string) => string;
  readonly hour: (hour: number) => string;
  readonly time: (time: string) => string;
};

const cache = new Map<Locale, CalendarDates>();

export function calendarDates(locale: Locale): CalendarDates {
  const known = cache.get(locale) ?? create(locale);
  cache.set(locale, known);
  return known;
}

function create(locale: Locale): CalendarDates {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  const date = (day: string) => new Date(`${day}T00:00:00Z`);
  const month = format({ month: 'long', year: 'numeric' });
  const range = format({ dateStyle: 'medium' });
  const full = format({ dateStyle: 'full' });
  const weekday = format({ weekday: 'long' });
  const short = format({ weekday: 'short' });
  const monthDay = format({ month: 'short', day: 'numeric' });
  const hour = format({ hour: 'numeric' });
  const time = format({ hour: 'numeric', minute: '2-digit' });
  return {
    title: (span, from, to, day) => {
      if (span === 'month') return month.format(date(day));
      return span === 'day' ? full.format(date(day)) : range.formatRange(date(from), date(to));
    },
    long: (day) => full.format(date(day)),
    weekday: (day) => weekday.format(date(day)),
    shortWeekday: (day) => short.format(date(day)),
    number: (day) => (day.endsWith('-01') ? monthDay.format(date(day)) : String(Number(day.slice(8)))),
    hour: (at) => hour.format(new Date(Date.UTC(2000, 0, 1, at))),
    time: (text) => time.format(new Date(`2000-01-01T${text}:00Z`)),
  };
}
