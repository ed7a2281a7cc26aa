/**
 * Reads a day as people type it in Canada: `2026-03-01`, `2026/3/1`, `20260301`. Gives `YYYY-MM-DD`,
 * or undefined where there is no such day.
 */
export function parseDay(text: string): string | undefined {
  const match = /^(\d{4})[-/. ]?(\d{1,2})[-/. ]?(\d{1,2})$/.exec(text.trim());
  if (!match) return undefined;
  const [, year = '', month = '', day = ''] = match;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
  return exists ? iso : undefined;
}

/** The day so many days later; the same text where it is no day. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}
