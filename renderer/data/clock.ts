/** The local date, `YYYY-MM-DD`. */
export function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The current time in UTC, ISO 8601. */
export function now(): string {
  return new Date().toISOString();
}
