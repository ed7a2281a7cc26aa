import type { DataRecord, Recurring } from '#engine';

const periods: Readonly<Record<number, string>> = { 1: 'day', 2: 'week', 3: 'month', 4: 'quarter' };

/** The recurrence of a schedule; without a time zone, that of the server applies. */
export const recurringOf = (
  { StartDateTime, RecurrenceId, TimeZone }: DataRecord,
  zone: string,
): Recurring => ({
  start: String(StartDateTime),
  every: periods[Number(RecurrenceId)] ?? '',
  zone: String(TimeZone ?? zone),
});
