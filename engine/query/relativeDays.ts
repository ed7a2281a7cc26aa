/** Periods relative to today, such as `next-30-days`: what a filter with the operator `within` takes. */

/** Days from `from` to before `to`; absent: open on that side. */
type DaySpan = { readonly from?: string; readonly to?: string };

const units = ['day', 'week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof units)[number];

/** The named periods offered to people, in display order; a number of units is typed. */
export const namedPeriods = [
  'today',
  'yesterday',
  'tomorrow',
  'this-week',
  'last-week',
  'next-week',
  'this-month',
  'last-month',
  'next-month',
  'this-quarter',
  'this-year',
  'last-year',
  'next-year',
  'past',
  'future',
] as const;

const counted = /^(last|next)-([1-9]\d{0,3})-(day|week|month|year)s$/;
const whole = /^(this|last|next)-(week|month|quarter|year)$/;
const named: Readonly<Record<string, readonly [number | undefined, number | undefined]>> = {
  today: [0, 1],
  yesterday: [-1, 0],
  tomorrow: [1, 2],
  past: [undefined, 0],
  future: [1, undefined],
};

/** Whether the text names a period. */
export function isPeriod(text: string): boolean {
  return Object.hasOwn(named, text) || whole.test(text) || counted.test(text);
}

/** The days of a period; undefined if the text names none. Weeks start on Sunday, as Canadian calendars do. */
export function relativeDays(text: string, today: string): DaySpan | undefined {
  if (Object.hasOwn(named, text)) {
    const [from, to] = named[text] ?? [];
    return {
      ...(from !== undefined && { from: addTo(today, 'day', from) }),
      ...(to !== undefined && { to: addTo(today, 'day', to) }),
    };
  }
  const [, which, unit] = whole.exec(text) ?? [];
  if (which && unit) {
    const start = startOf(today, unit as Unit);
    const from = addTo(start, unit as Unit, { last: -1, this: 0, next: 1 }[which] ?? 0);
    return { from, to: addTo(from, unit as Unit, 1) };
  }
  const [, way, count, of] = counted.exec(text) ?? [];
  if (!way || !of) return undefined;
  // Both include today.
  const end = addTo(today, of as Unit, Number(count) * (way === 'next' ? 1 : -1));
  return way === 'next'
    ? { from: today, to: addTo(end, 'day', 1) }
    : { from: end, to: addTo(today, 'day', 1) };
}

/** The first day of the week, month, quarter or year of a day. */
export function startOf(day: string, unit: Unit): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (unit === 'week') return addTo(day, 'day', -date.getUTCDay());
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`;
  if (unit === 'day') return day;
  const month = Math.floor(date.getUTCMonth() / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
}

/** A day so many units later; the 31st becomes the last day of a shorter month. */
export function addTo(day: string, unit: Unit, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (unit === 'day' || unit === 'week')
    date.setUTCDate(date.getUTCDate() + count * (unit === 'week' ? 7 : 1));
  else {
    const of = date.getUTCDate();
    const months = count * { month: 1, quarter: 3, year: 12 }[unit];
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + months);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(of, last));
  }
  return clamped(date);
}

/** Days of four-digit years: others do not compare as texts. */
function clamped(date: Date): string {
  const year = date.getUTCFullYear();
  if (year < 1) return '0001-01-01';
  return year > 9999 ? '9999-12-31' : date.toISOString().slice(0, 10);
}
