import type { ExpressionType } from '../expression/functionTypes.ts';
import { readIsoDate } from '../expression/isoDate.ts';
import type { Locale } from '../types/modelTypes.ts';

/** The language a template is filled in, and its words for true and false. */
export type TemplateWords = { readonly locale: Locale; readonly yes: string; readonly no: string };

/** A value as escaped text, in the form its type has in the language; several are listed. */
export function writeValue(value: unknown, type: ExpressionType, words: TemplateWords): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((item) => writeValue(item, type, words)).join(', ');
  if (typeof value === 'boolean') return escapeText(value ? words.yes : words.no);
  if (typeof value === 'number') return escapeText(numberFormat(words.locale).format(value));
  const text = typeof value === 'object' ? '' : String(value);
  return escapeText(type.kind === 'date' || type.kind === 'datetime' ? longDate(text, words.locale) : text);
}

/** `2026-01-31` → January 31, 2026; what is no date stays as it is. */
function longDate(text: string, locale: Locale): string {
  const date = readIsoDate(text);
  return date ? dateFormat(locale).format(date.moment) : text;
}

/** Safe as text and between quotation marks of an attribute. */
export function escapeText(text: string): string {
  return /[&<>"'`]/.test(text)
    ? text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
    : text;
}

/** Makes a format once for each language. */
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
