/** The local date, `YYYY-MM-DD`. */
export function today(): string {
  return localDay(new Date());
}

/** The local date of a moment. */
export function localDay(moment: Date): string {
  return `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** The local time of a moment, `HH:MM` on the 24-hour clock. */
export function localTime(moment: Date): string {
  return `${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

const two = (part: number) => String(part).padStart(2, '0');

/** The current time in UTC, ISO 8601. */
export function now(): string {
  return new Date().toISOString();
}
