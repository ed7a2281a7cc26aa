import { addTo, type CalendarSpan, type DayPeriod, daysIn } from '#engine';
import { lanesOf, type Placed } from './placing.ts';
import type { Entries } from './useEntries.ts';

/** A cell of a calendar: a day, or an hour of a day. */
export type CellPlace = { readonly day: string; readonly hour?: number };

export type CalendarRow = {
  /** Absent: whole days. */
  readonly hour?: number;
  readonly days: readonly string[];
};

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Weeks of a month, or the days of a period with a row for each hour. */
export function rowsOf(span: CalendarSpan, period: DayPeriod, hasHours: boolean): readonly CalendarRow[] {
  const days = daysIn(period);
  if (span === 'month')
    return days.flatMap((_, at) => (at % 7 === 0 ? [{ days: days.slice(at, at + 7) }] : []));
  return [{ days }, ...(hasHours ? hours.map((hour) => ({ hour, days })) : [])];
}

/** Where a key leads from a cell; undefined for other keys. */
export function nextCell(
  key: string,
  place: CellPlace,
  { span, rows }: { span: CalendarSpan; rows: number },
): CellPlace | undefined {
  const { day, hour } = place;
  const to = (count: number, unit: 'day' | 'week' | 'month' = 'day') => ({
    ...place,
    day: addTo(day, unit, count),
  });
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const hasHours = span !== 'month' && rows > 1;
  switch (key) {
    case 'ArrowLeft':
      return to(-1);
    case 'ArrowRight':
      return to(1);
    case 'ArrowUp':
      if (hasHours) return hour === undefined ? place : { day, ...(hour > 0 && { hour: hour - 1 }) };
      return to(-7);
    case 'ArrowDown':
      return hasHours ? { day, hour: Math.min(23, (hour ?? -1) + 1) } : to(7);
    case 'Home':
      return to(-weekday);
    case 'End':
      return to(6 - weekday);
    case 'PageUp':
      return to(-1, span);
    case 'PageDown':
      return to(1, span);
    default:
      return undefined;
  }
}

export type Cell = {
  /** By lane; undefined where an entry of another day has the lane. */
  readonly slots: readonly (Placed | undefined)[];
  /** On the day, drawn or not. */
  readonly count: number;
  readonly hidden: number;
};

type Around = {
  readonly entries: Entries;
  readonly row: CalendarRow;
  /** Whether times have rows of their own. */
  readonly hasHours: boolean;
  readonly limit: number;
};

/** The cells of a row. */
export function cellsOf({ entries, row, hasHours, limit }: Around): readonly Cell[] {
  const { hour, days } = row;
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const isHere = ({ from, to, time }: Placed) => {
    if (from > last || to < first) return false;
    if (!hasHours) return true;
    const isTimed = from === to && time !== undefined;
    return hour === undefined ? !isTimed : isTimed && Number(time.slice(0, 2)) === hour;
  };
  const all = entries.all.filter(isHere);
  const lanes = lanesOf(all, days);
  return days.map((day) => {
    const own = all.filter(({ from, to }) => from <= day && day <= to);
    const slots: (Placed | undefined)[] = [];
    for (const entry of own) {
      const lane = lanes.get(entry.id) ?? 0;
      if (lane < limit) slots[lane] = entry;
    }
    const drawn = slots.filter((slot) => slot !== undefined).length;
    const isWholeDay = hour === undefined;
    const onDay = hasHours
      ? entries.all.filter(({ from, to }) => from <= day && day <= to).length
      : own.length;
    const count = isWholeDay ? (entries.countOn(day) ?? onDay) : own.length;
    const unread = isWholeDay ? count - onDay : 0;
    return { slots: [...slots], count, hidden: own.length - drawn + Math.max(0, unread) };
  });
}
