import type { ExpressionType } from '../expression/functionTypes.ts';
import { readIsoDate } from '../expression/isoDate.ts';
import type { Locale } from '../types/modelTypes.ts';

/** The language of a rendering, with its words for true and false. */
export type TemplateWords = { readonly locale: Locale; readonly yes: string; readonly no: string };

/** A value as escaped text, formatted by type and language; lists are joined. */
export function writeValue(value: unknown, type: ExpressionType, words: TemplateWords): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((item) => writeValue(item, type, words)).join(', ');
  if (typeof value === 'boolean') return escapeText(value ? words.yes : words.no);
  if (typeof value === 'number') return escapeText(numberFormat(words.locale).format(value));
  const text = typeof value === 'object' ? '' : String(value);
  return escapeText(type.kind === 'date' || type.kind === 'datetime' ? longDate(text, words.locale) : text);
}

/** `2026-01-31` → January 31, 2026; text that is not a date is unchanged. */
function longDate(text: string, locale: Locale): string {
  const date = readIsoDate(text);
  return date ? dateFormat(locale).format(date.moment) : text;
}

/** Escapes for text and quoted attributes. */
export function escapeText(text: string): string {
  return /[&<>"'`]/.test(text)
    ? text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
    : text;
}

/** Caches a formatter per language. */
export function perLocale<Format>(make: (locale: Locale) => Format): (locale: Locale) => Format {
  const made = new Map<Locale, Format>();
  return (locale) => {
    const format = made.get(locale) ?? make(locale);
    made.set(locale, format);
    return format;
  };
}

const numberFormat = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 10 }));
const dateFormat = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
);
