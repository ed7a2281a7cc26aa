/** Calendar periods of days, each known by its first day. */
import type { SheetValue } from '#engine';

export type Per = 'day' | 'week' | 'month' | 'quarter' | 'year';
export type CompareWith = 'before' | 'year';

const months: Readonly<Partial<Record<Per, number>>> = { month: 1, quarter: 3, year: 12 };
const days: Readonly<Partial<Record<Per, number>>> = { day: 1, week: 7 };

/** The day of a value, be it a day or a moment that is already in the time zone of the reader. */
export const dayOfValue = (value: SheetValue): string | undefined =>
  typeof value === 'string' ? /^\d{4}-\d{2}-\d{2}(?=$|T| )/.exec(value)?.[0] : undefined;

/** The first day of the period that a day is in; weeks begin on Sunday. */
export function periodOf(day: string, per: Per): string {
  if (per === 'day') return day;
  if (per === 'week') return moved(day, { days: -new Date(`${day}T00:00:00Z`).getUTCDay() }) ?? day;
  const [year = '', month = ''] = day.split('-');
  if (per === 'year') return `${year}-01-01`;
  const first = per === 'month' ? Number(month) : Math.floor((Number(month) - 1) / 3) * 3 + 1;
  return `${year}-${String(first).padStart(2, '0')}-01`;
}

/** The period so many later, or earlier; undefined beyond the years that are written with four digits. */
export const periodLater = (day: string, per: Per, count: number): string | undefined =>
  moved(day, { months: (months[per] ?? 0) * count, days: (days[per] ?? 0) * count });

/** What a period is compared with. Weeks go back 52 weeks; 29 February has no day a year before. */
export const comparedWith = (first: string, per: Per, compared: CompareWith): string | undefined =>
  apart(first, per, compared, -1);

/** The period that is compared with this one. */
export const comparedTo = (first: string, per: Per, compared: CompareWith): string | undefined =>
  apart(first, per, compared, 1);

function apart(first: string, per: Per, compared: CompareWith, by: 1 | -1): string | undefined {
  if (compared === 'before') return periodLater(first, per, by);
  if (per === 'week') return moved(first, { days: 364 * by });
  const found = moved(first, { months: 12 * by });
  return found?.slice(5) === first.slice(5) ? found : undefined;
}

/** A day from which on rows are read, so that the first period has something to be compared with. */
export const comparedFrom = (day: string, per: Per, compared: CompareWith): string =>
  (compared === 'before'
    ? periodLater(day, per, -1)
    : moved(day, per === 'week' ? { days: -364 } : { months: -12 })) ?? day;

/** In a shorter month the last day. */
function moved(day: string, by: { readonly months?: number; readonly days?: number }): string | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (by.months ?? 0));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last) + (by.days ?? 0));
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}

/** Columns whose values are the first days of periods, and what lines of such a group are called. */
export type Periods = {
  readonly columns: readonly { readonly name: string; readonly per: Per }[];
  readonly said: (first: string, per: Per) => string;
  readonly comparison?: Comparison;
};

export type Comparison = {
  readonly compared: CompareWith;
  readonly per: Per;
  /** The column of the periods. */
  readonly period: string;
  /** All columns that rows are grouped by, the outermost first. */
  readonly groups: readonly string[];
  readonly totals: readonly { readonly column: string; readonly total: string }[];
};

/** The field that says what the period of a column is called. */
export const periodLabel = (column: string): string => `${column} period`;

export const figures = ['before', 'difference', 'percent'] as const;
export type Figure = (typeof figures)[number];

/** The field of a figure of a column, in lines of one level of groups. */
export const figureField = (column: string, figure: Figure, level: number): string =>
  `${column} ${figure} ${level}`;

/** True of a row that only makes a line, where a period has no rows. */
export const onlyLine = 'only line';

/** Data sets that are made from that of the report. */
export const comparedSet = 'compared periods';
export const chartedSet = 'periods in order';
