/** The days of a calendar, and the conditions that find the records on them. */
import { addTo, startOf } from '../query/relativeDays.ts';
import type { WhereGroup } from '../query/whereTree.ts';
import type { CalendarLayout, CalendarSpan, TimelineSpan } from '../types/layoutTypes.ts';

/** Days from `from` to before `to`. */
export type DayPeriod = { readonly from: string; readonly to: string };

/** The days that a span around a day shows: a month shows whole weeks. */
export function calendarPeriod(span: CalendarSpan, day: string): DayPeriod {
  const start = startOf(day, span);
  const next = addTo(start, span, 1);
  if (span !== 'month') return { from: start, to: next };
  return { from: startOf(start, 'week'), to: addTo(startOf(addTo(next, 'day', -1), 'week'), 'week', 1) };
}

/** How many columns a timeline shows. */
const timelineColumns = { day: 14, week: 12, month: 12, quarter: 12 } as const;

/** The columns of a timeline from the one of a day on: each with its first day, and the day after the last. */
export function timelineColumnsOf(span: TimelineSpan, day: string): readonly DayPeriod[] {
  const columns: DayPeriod[] = [];
  let from = startOf(day, span);
  for (let at = 0; at < timelineColumns[span]; at++) {
    const to = addTo(from, span, 1);
    if (to <= from) break;
    columns.push({ from, to });
    from = to;
  }
  return columns;
}

/** The days of a period, in order. */
export function daysIn({ from, to }: DayPeriod): readonly string[] {
  const days: string[] = [];
  for (let day = from; day < to && days.length < mostDays; day = addTo(day, 'day', 1)) days.push(day);
  return days;
}

/** Six weeks; the last day of all stays where it is. */
const mostDays = 42;

/** Finds the records that are on a day of the period. */
export function periodWhere(
  { start, end }: Pick<CalendarLayout, 'start' | 'end'>,
  period: DayPeriod,
): WhereGroup {
  const { from, to } = period;
  const before = { path: start.path, operator: 'lt', value: to };
  const starts = { path: start.path, operator: 'ge', value: from };
  if (!end) return { all: [starts, before] };
  return { all: [before, { any: [starts, { path: end.path, operator: 'ge', value: from }] }] };
}
