/** Calendar arithmetic on ISO texts, independent of clock and time zone of the machine. */

/** A day, and its time if the text has one. */
export type IsoDate = {
  /** Milliseconds since 1970-01-01T00:00Z, for a plain date of the start of the day. */
  readonly moment: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** The text after the day, such as `T10:00:00Z`; '' for a plain date. */
  readonly time: string;
};

const longestText = 40;
const pattern =
  /^(\d{4})-(\d{2})-(\d{2})([T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const minute = 60_000;
const dayLength = 86_400_000;

/** Parses `2026-01-31` or `2026-01-31T10:00:00Z`; a time without a zone is UTC. */
export function readIsoDate(text: string): IsoDate | undefined {
  const match = text.length <= longestText ? pattern.exec(text) : null;
  if (!match) return undefined;
  const [, year, month, day, time = '', hour, minutes, seconds, fraction, zone] = match;
  const date = { year: Number(year), month: Number(month), day: Number(day), time };
  if (date.month < 1 || date.month > 12 || date.day < 1 || date.day > daysInMonth(date.year, date.month))
    return undefined;
  const clock = readClock({ hour, minutes, seconds, fraction });
  const offset = readZone(zone);
  if (clock === undefined || offset === undefined) return undefined;
  return { ...date, moment: daysSince1970(date.year, date.month, date.day) * dayLength + clock - offset };
}

type Clock = { readonly [part in 'hour' | 'minutes' | 'seconds' | 'fraction']: string | undefined };

function readClock({ hour = '0', minutes = '0', seconds = '0', fraction = '' }: Clock): number | undefined {
  if (Number(hour) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  return (Number(hour) * 60 + Number(minutes)) * minute + Number(seconds) * 1000 + milliseconds;
}

function readZone(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 14 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minute;
}

/** The same text with the day moved; undefined outside the years 0 to 9999. */
export function addDays(date: IsoDate, days: number): string | undefined {
  const moved = new Date((daysSince1970(date.year, date.month, date.day) + days) * dayLength);
  return write(
    { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() },
    date.time,
  );
}

/** The same day of a later month, or its last day if the month is shorter. */
export function addMonths(date: IsoDate, months: number): string | undefined {
  const whole = date.year * 12 + date.month - 1 + months;
  const year = Math.floor(whole / 12);
  const month = whole - year * 12 + 1;
  if (!(year >= 0 && year <= 9999)) return undefined;
  return write({ year, month, day: Math.min(date.day, daysInMonth(year, month)) }, date.time);
}

/** Whole days between two calendar days, ignoring times of day. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return daysSince1970(to.year, to.month, to.day) - daysSince1970(from.year, from.month, from.day);
}

type Day = { readonly year: number; readonly month: number; readonly day: number };

function write({ year, month, day }: Day, time: string): string | undefined {
  if (!(year >= 0 && year <= 9999)) return undefined;
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}${time}`;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function daysSince1970(year: number, month: number, day: number): number {
  // Date.UTC maps the years 0 to 99 to 1900 to 1999; setUTCFullYear does not.
  return Math.round(new Date(0).setUTCFullYear(year, month - 1, day) / dayLength);
}
