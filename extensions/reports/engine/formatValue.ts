/** Formats a value by the format string of the definition, or like its field. */
import type { SheetFormat, SheetValue } from '#engine';
import { anyFormat } from './vb/anyFormat.ts';
import { toText } from './vb/convert.ts';
import { cultureOf } from './vb/culture.ts';
import { momentOf, VbError } from './vb/values.ts';

type Speaking = { readonly locale: string };

/** By a .NET format string; an invalid one leaves the value unchanged. */
export function formatValue(value: SheetValue, code: string, { locale }: Speaking): string {
  if (value === null || value === '') return '';
  const culture = cultureOf(locale);
  const typed = typeof value === 'string' ? (momentOf(value) ?? value) : value;
  if (typeof typed === 'string') return typed;
  try {
    return code === '' ? toText(typed, culture) : anyFormat(typed, code, culture);
  } catch (error) {
    if (!(error instanceof VbError)) throw error;
    return toText(typed, culture);
  }
}

/** For fields without a format string: money with cents, whole numbers unchanged. */
export function formatPlain(value: SheetValue, format: SheetFormat, { locale }: Speaking): string {
  if (value === null) return '';
  const number = typeof value === 'number' ? value : Number(value);
  if (format === 'money' && value !== '' && !Number.isNaN(number)) return moneyIn(locale).format(number);
  if (format === 'moment') return String(value).replace('T', ' ').slice(0, 16);
  return textIn(value, locale);
}

/** Texts unchanged; numbers, dates and booleans in the reader's language. */
export function textIn(value: SheetValue, locale: string): string {
  if (value === null) return '';
  if (typeof value !== 'string') return toText(value, cultureOf(locale));
  const moment = momentOf(value);
  return moment ? toText(moment, cultureOf(locale)) : value;
}

const known = new Map<string, Intl.NumberFormat>();

/** Creating a formatter is expensive, so each is cached. */
function moneyIn(locale: string): Intl.NumberFormat {
  const found =
    known.get(locale) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  if (known.size < 20) known.set(locale, found);
  return found;
}
