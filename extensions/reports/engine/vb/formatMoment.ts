/** Standard and custom date and time format strings of .NET, and those of TimeSpan. */
import type { Culture } from './culture.ts';
import { day, type Moment, type Span, spanText } from './values.ts';

/** Undefined for a code that is none. */
export function formatMoment(moment: Moment, code: string, culture: Culture): string | undefined {
  if (code.length === 1) {
    const pattern = standardPattern(code, culture);
    return pattern === undefined ? undefined : custom(moment, pattern, invariantFor(code, culture));
  }
  return code === '' ? general(moment, culture) : custom(moment, code, culture);
}

/** As Visual Basic turns a Date into a text: without the time at midnight. */
export const general = (moment: Moment, culture: Culture): string =>
  custom(
    moment,
    moment.ms % day === 0 ? culture.shortDate : `${culture.shortDate} ${culture.longTime}`,
    culture,
  );

function standardPattern(code: string, culture: Culture): string | undefined {
  const { shortDate, longDate, shortTime, longTime, monthDay, yearMonth } = culture;
  const patterns: Readonly<Record<string, string>> = {
    ...{ d: shortDate, D: longDate, t: shortTime, T: longTime, f: `${longDate} ${shortTime}` },
    ...{ F: `${longDate} ${longTime}`, g: `${shortDate} ${shortTime}`, G: `${shortDate} ${longTime}` },
    ...{ M: monthDay, m: monthDay, Y: yearMonth, y: yearMonth, s: "yyyy'-'MM'-'dd'T'HH':'mm':'ss" },
    ...{ u: "yyyy'-'MM'-'dd HH':'mm':'ss'Z'", U: `${longDate} ${longTime}` },
    ...{ R: "ddd, dd MMM yyyy HH':'mm':'ss 'GMT'", r: "ddd, dd MMM yyyy HH':'mm':'ss 'GMT'" },
    ...{ O: "yyyy'-'MM'-'dd'T'HH':'mm':'ss.fffffff", o: "yyyy'-'MM'-'dd'T'HH':'mm':'ss.fffffff" },
  };
  return patterns[code];
}

/** RFC 1123 is English in every language. */
const invariantFor = (code: string, culture: Culture): Culture =>
  code === 'R' || code === 'r'
    ? {
        ...culture,
        shortDays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
        shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
      }
    : culture;

const shapes =
  /\\(.?)|'([^']*)'?|"([^"]*)"?|%(?=.)|(d+|M+|y+|h+|H+|m+|s+|t+|g+|z+|K|f+|F+)|([/:])|([\s\S])/gu;

function custom(moment: Moment, code: string, culture: Culture): string {
  return code.slice(0, 500).replace(shapes, (_, escaped, single, double, part, separator, other) => {
    if (part !== undefined) return partOf(part, new Date(moment.ms), culture);
    if (separator !== undefined) return separator === '/' ? culture.dateSeparator : ':';
    return escaped ?? single ?? double ?? other ?? '';
  });
}

const padded = (value: number, length: number): string => String(value).padStart(length, '0');

function partOf(part: string, at: Date, culture: Culture): string {
  const [letter = '', { length }] = [part[0], part];
  const named = (short: readonly string[], long: readonly string[], index: number) =>
    (length >= 4 ? long : short)[index] ?? '';
  const hours = at.getUTCHours();
  const year = at.getUTCFullYear();
  const two = Math.min(2, length);
  switch (letter) {
    case 'd':
      return length > 2
        ? named(culture.shortDays, culture.days, at.getUTCDay())
        : padded(at.getUTCDate(), length);
    case 'M':
      return length > 2
        ? named(culture.shortMonths, culture.months, at.getUTCMonth())
        : padded(at.getUTCMonth() + 1, length);
    case 'y':
      return length <= 2 ? padded(year % 100, length) : padded(year, length);
    case 'h':
      return padded(hours % 12 || 12, two);
    case 'H':
      return padded(hours, two);
    case 'm':
      return padded(at.getUTCMinutes(), two);
    case 's':
      return padded(at.getUTCSeconds(), two);
    case 't':
      return (culture.halves[hours < 12 ? 0 : 1] ?? '').slice(0, length === 1 ? 1 : undefined);
    case 'f':
      return `${padded(at.getUTCMilliseconds(), 3)}0000`.slice(0, length);
    case 'F':
      return `${padded(at.getUTCMilliseconds(), 3)}0000`.slice(0, length).replace(/0+$/, '');
    case 'g':
      return culture.name.startsWith('fr') ? 'apr. J.-C.' : 'A.D.';
    // No time zone is known of it.
    default:
      return '';
  }
}

export function formatSpan(span: Span, code: string): string | undefined {
  if (['', 'c', 't', 'T'].includes(code)) return spanText(span);
  const left = Math.abs(span.ms);
  const values: Readonly<Record<string, number>> = {
    ...{ d: Math.floor(left / day), h: Math.floor((left % day) / 3_600_000) },
    ...{ m: Math.floor((left % 3_600_000) / 60_000), s: Math.floor((left % 60_000) / 1000) },
  };
  const two = (letter: string) => padded(values[letter] ?? 0, 2);
  const sign = span.ms < 0 ? '-' : '';
  if (code === 'g')
    return `${sign}${values.d ? `${values.d}:` : ''}${values.h}:${two('m')}:${two('s')}${left % 1000 ? `.${padded(left % 1000, 3).replace(/0+$/, '')}` : ''}`;
  if (code === 'G')
    return `${sign}${values.d}:${two('h')}:${two('m')}:${two('s')}.${padded(left % 1000, 3)}0000`;
  if (code.length === 1) return undefined;
  return code.slice(0, 200).replace(/\\(.?)|'([^']*)'?|%(?=.)|([dhms]+)|(f+)|([\s\S])/gu, (...found) => {
    const [, escaped, single, part, fraction, other] = found as readonly (string | undefined)[];
    if (part) return padded(values[part[0] ?? ''] ?? 0, part.length);
    if (fraction) return `${padded(left % 1000, 3)}0000`.slice(0, fraction.length);
    return escaped ?? single ?? other ?? '';
  });
}
