/** Adds days to a date, `YYYY-MM-DD`. */
export function daysFrom(today, days) {
  return new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
