/** A value as it is printed: like on a screen, in the language of the reader. */
import { type DataRecord, type FieldModel, kinds, type Locale, type ResolvedPath } from '#engine';
import { textOfMarkup } from '#extensions/reports/engine';
import { cellOf, type SheetSaying } from '#server/extension';

/** An empty value is printed as an empty text. */
export function shownValue(field: FieldModel, value: unknown, saying: SheetSaying): string {
  if (value === undefined || value === null || value === '') return '';
  if (field.lookup || Array.isArray(value) || kinds[field.kind].written) return textOf(field, value, saying);
  const { locale } = saying;
  const number = typeof value === 'number' ? value : Number.NaN;
  if (kinds[field.kind].unit === 'money' && !Number.isNaN(number))
    return numberIn(locale, 'currency', field.scale ?? 2)(number);
  if (kinds[field.kind].unit === 'percent' && !Number.isNaN(number))
    return numberIn(locale, 'percent', field.scale)(number / 100);
  if (typeof value === 'number') return numberIn(locale, 'decimal', field.scale)(value);
  if (kinds[field.kind].day === 'day') return dayIn(locale, String(value));
  if (kinds[field.kind].day === 'moment') return momentTextIn(locale, String(value), saying.zone);
  if (field.kind === 'html') return textOfMarkup(String(value));
  return textOf(field, value, saying);
}

const textOf = (field: FieldModel, value: unknown, saying: SheetSaying): string =>
  String(cellOf(field, value, saying) ?? '');

const formats = new Map<string, Intl.NumberFormat>();

function numberIn(locale: Locale, style: 'currency' | 'percent' | 'decimal', scale = 0) {
  const key = `${locale} ${style} ${scale}`;
  const currency = style === 'currency' ? { currency: 'CAD', currencyDisplay: 'narrowSymbol' as const } : {};
  const known =
    formats.get(key) ??
    // Digits beyond the scale are printed: rounding would hide what is stored.
    new Intl.NumberFormat(locale, {
      ...{ style, minimumFractionDigits: scale, maximumFractionDigits: 10, ...currency },
    });
  formats.set(key, known);
  return (value: number) => known.format(value);
}

function dayIn(locale: Locale, text: string): string {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return text;
  return day.toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' });
}

export function momentTextIn(locale: Locale, text: string, zone: string): string {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return text;
  return moment.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
}

/** The value at a path of an answer: a reference as its expanded record, a choice by its stored value. */
export function valueAt(fields: Fields, record: DataRecord, path: string): unknown {
  const found = fields.resolve(path);
  if (!found) return undefined;
  const { field, lookupMember } = found;
  const isName =
    (field.ref || kinds[field.kind].isAccount) && field.expand && `.${path}`.endsWith(`.${field.name}`);
  const shown = isName ? `${path.slice(0, -field.name.length)}${field.expand?.as}` : path;
  const named = lookupMember ? path.slice(0, -lookupMember.length - 1) : shown;
  return read(record, named) ?? read(record, path);
}

export type Fields = { readonly resolve: (path: string) => ResolvedPath | undefined };

function read(record: DataRecord, path: string): unknown {
  let value: unknown = record;
  for (const step of path.split('.')) {
    if (Array.isArray(value)) value = value.flatMap((row) => (row as DataRecord | null)?.[step] ?? []);
    else value = typeof value === 'object' && value !== null ? (value as DataRecord)[step] : undefined;
  }
  return value;
}
