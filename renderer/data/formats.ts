import type { Locale } from '#engine';
import { useLocale } from './messages.tsx';

/** Formats values for people: dates, times, numbers, money, percentages. */
export type Formats = {
  readonly locale: Locale;
  readonly date: (day: string) => string;
  readonly dateTime: (moment: string) => string;
  /** The local date of a time. */
  readonly day: (moment: string) => string;
  /** A date by a pattern: `dd MMM yyyy`, `MM/dd/yyyy`. */
  readonly written: (day: string, pattern: string) => string;
  readonly number: (value: number, scale?: number) => string;
  readonly money: (value: number, scale?: number) => string;
  readonly percent: (value: number, scale?: number) => string;
  /** With a fixed number of decimals. */
  readonly fixedPercent: (value: number, scale: number) => string;
  readonly list: (items: readonly string[]) => string;
  /** `a, b or c`. */
  readonly either: (items: readonly string[]) => string;
};

export function useFormats(): Formats {
  return formatsFor(useLocale());
}

/** The formats of a locale, cached. */
export function formatsFor(locale: Locale): Formats {
  let formats = cache.get(locale);
  if (!formats) {
    formats = createFormats(locale);
    cache.set(locale, formats);
  }
  return formats;
}

const cache = new Map<Locale, Formats>();

function createFormats(locale: Locale): Formats {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const ownDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const month = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const either = new Intl.ListFormat(locale, { type: 'disjunction' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    locale,
    date: (text) => write(day, new Date(`${text.slice(0, 10)}T00:00:00Z`), text),
    dateTime: (text) => write(moment, new Date(text), text),
    day: (text) => write(ownDay, new Date(text), text),
    written: (text, pattern) => {
      const [, yyyy, MM, dd] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
      if (!yyyy || !MM || !dd) return text;
      const parts: Readonly<Record<string, string>> = { yyyy, MM, dd };
      const name = () => month.format(new Date(`${yyyy}-${MM}-${dd}T00:00:00Z`)).replace('.', '');
      return pattern.replace(/yyyy|MMM|MM|dd/g, (part) => (part === 'MMM' ? name() : (parts[part] ?? '')));
    },
    number: (value, scale) => decimals(locale, scale).format(value),
    money: (value, scale = 2) => currency(locale, scale).format(value),
    percent: (value, scale) => percentage(locale, scale).format(value / 100),
    fixedPercent: (value, scale) =>
      remembered(locale, {
        style: 'percent',
        minimumFractionDigits: scale,
        maximumFractionDigits: scale,
      }).format(value / 100),
    list: (items) => list.format(items),
    either: (items) => either.format(items),
  };
}

/** An invalid date is shown as it is; hiding it would hide a mistake. */
function write(format: Intl.DateTimeFormat, date: Date, text: string): string {
  return Number.isNaN(date.getTime()) ? text : format.format(date);
}

const numberFormats = new Map<string, Intl.NumberFormat>();

function remembered(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale}${JSON.stringify(options)}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    numberFormats.set(key, format);
  }
  return format;
}

// Digits beyond the scale are shown: rounding would hide what is stored.
function digits(scale: number | undefined) {
  return { minimumFractionDigits: scale ?? 0, maximumFractionDigits: 10 };
}

function decimals(locale: Locale, scale?: number): Intl.NumberFormat {
  return remembered(locale, digits(scale));
}

function currency(locale: Locale, scale: number): Intl.NumberFormat {
  return remembered(locale, {
    style: 'currency',
    currency: 'CAD',
    currencyDisplay: 'narrowSymbol',
    ...digits(scale),
  });
}

function percentage(locale: Locale, scale?: number): Intl.NumberFormat {
  return remembered(locale, { style: 'percent', ...digits(scale) });
}
