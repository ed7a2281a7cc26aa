const day = 24 * 60 * 60 * 1000;

/** How much of a period is left on a day; all days as `YYYY-MM-DD`. */
export type DaysLeft = {
  /** Negative: overdue by so many days. */
  readonly days: number;
  /** The part of the period that is over, from 0 to 1. */
  readonly share: number;
  readonly state: 'ample' | 'soon' | 'overdue';
};

/** What is left of the period on a day, or nothing while one of the days is not known. */
export function daysLeft(from: unknown, until: unknown, today: string): DaysLeft | undefined {
  const [start, end] = [timeOf(from), timeOf(until)];
  if (start === undefined || end === undefined) return undefined;
  const days = Math.round((end - Date.parse(today)) / day);
  const length = Math.max(1, Math.round((end - start) / day));
  return {
    days,
    share: Math.min(1, Math.max(0, (length - days) / length)),
    state: days < 0 ? 'overdue' : days <= 2 ? 'soon' : 'ample',
  };
}

function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
