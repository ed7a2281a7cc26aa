import type { DataRecord, Recurring } from '#engine';

const periods: Readonly<Record<number, string>> = { 1: 'day', 2: 'week', 3: 'month', 4: 'quarter' };

/** How a schedule recurs; one without a zone by the clock of the server. */
export const recurringOf = (
  { StartDateTime, RecurrenceId, TimeZone }: DataRecord,
  zone: string,
): Recurring => ({
  start: String(StartDateTime),
  every: periods[Number(RecurrenceId)] ?? '',
  zone: String(TimeZone ?? zone),
});
