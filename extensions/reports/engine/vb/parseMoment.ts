/** Dates and times that people write: `March 4, 2025 2:05 PM`, `3/4/2025`, `4 mars 2025`, `14:05`. */
import { type Culture, cultureOf } from './culture.ts';
import { type Moment, momentAt, momentOf } from './values.ts';

const timeShape =
  /(?:^|[\sT])(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,7}))?)?)?\s*([ap])\.?m?\.?$|(?:^|[\sT])(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,7}))?)?$/i;

type Clock = readonly [number, number, number];

/** A time without a day is of the first day of the calendar. Undefined for what is no date. */
export function parseMoment(text: string, culture: Culture): Moment | undefined {
  const written = text.trim().slice(0, 100);
  if (written === '') return undefined;
  const iso = momentOf(written);
  if (iso) return iso;
  const match = timeShape.exec(written);
  const clock = match ? clockOf(match) : ([0, 0, 0] as const);
  if (!clock) return undefined;
  const rest = (match ? written.slice(0, match.index) : written).trim();
  if (rest === '') return match ? momentAt([1, 1, 1], clock) : undefined;
  const date = dateOf(rest.replace(/,/g, ' ').replace(/\s+/g, ' '), culture);
  return date && momentAt(date, clock);
}

function clockOf([, h, m, s, , half, hour, minute, second]: RegExpExecArray): Clock | undefined {
  if (half === undefined) return [Number(hour), Number(minute), Number(second ?? 0)];
  const twelve = Number(h);
  if (twelve < 1 || twelve > 12) return undefined;
  const from = half.toLowerCase() === 'p' ? 12 : 0;
  return [(twelve % 12) + from, Number(m ?? 0), Number(s ?? 0)];
}

type Ymd = readonly [number, number, number];

function dateOf(text: string, culture: Culture): Ymd | undefined {
  const numbers = /^(\d{1,4})[-/.](\d{1,2})(?:[-/.](\d{1,4}))?$/.exec(text);
  if (numbers) return numeric(numbers, culture);
  const words = text
    .split(/[\s-]/)
    .filter((word) => word !== '')
    .filter((word) => dayPlace(word, culture) < 0);
  const month = words.findIndex((word) => monthOf(word, culture) > 0);
  if (month < 0 || words.length > 3) return undefined;
  const figures = words.filter((_, at) => at !== month);
  if (!figures.every((word) => /^\d{1,4}$/.test(word))) return undefined;
  const [first = '', second] = figures;
  const named = monthOf(words[month] ?? '', culture);
  // `March 2025` is its first day; `March 4` is of no year that a formula may know.
  if (second === undefined) return Number(first) > 31 ? [Number(first), named, 1] : undefined;
  return first.length > 2 ? [Number(first), named, Number(second)] : [fullYear(second), named, Number(first)];
}

function numeric([, a = '', b = '', c]: RegExpExecArray, { isMonthFirst }: Culture): Ymd | undefined {
  if (c === undefined) return undefined;
  if (a.length > 2) return [Number(a), Number(b), Number(c)];
  const year = fullYear(c);
  return isMonthFirst ? [year, Number(a), Number(b)] : [year, Number(b), Number(a)];
}

/** Two digits are of 1930 to 2029. */
const fullYear = (text: string): number => {
  const year = Number(text);
  return text.length > 2 ? year : year < 30 ? 2000 + year : 1900 + year;
};

const same = (word: string, names: readonly string[]): number =>
  names.findIndex((name) => name.toLowerCase().replace('.', '') === word.toLowerCase().replace('.', ''));

function placeIn(word: string, lists: readonly (readonly string[])[]): number {
  return lists.map((names) => same(word, names)).find((at) => at >= 0) ?? -1;
}

const english = cultureOf('en-CA');

const monthOf = (word: string, { months, shortMonths }: Culture): number =>
  placeIn(word, [months, shortMonths, english.months, english.shortMonths]) + 1;

const dayPlace = (word: string, { days, shortDays }: Culture): number =>
  placeIn(word, [days, shortDays, english.days, english.shortDays]);
