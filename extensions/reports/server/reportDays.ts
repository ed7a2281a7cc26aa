/** Dates in report filters: absolute, and relative to today. */

const written = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** `MM/DD/YYYY` or a relative name → `YYYY-MM-DD`; undefined for anything else. */
export function dayOf(text: string, today: string): string | undefined {
  if (text === '=Today') return today;
  if (text === '=FirstOfMonth') return `${today.slice(0, 8)}01`;
  if (text === '=FirstOfYear') return `${today.slice(0, 5)}01-01`;
  const [, month, date, year] = written.exec(text) ?? [];
  const day = `${year}-${month}-${date}`;
  const time = year === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}
