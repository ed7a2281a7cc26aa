/** Parses typed and pasted text to values of a type. */
import { type FieldKind, type Locale, parseTable } from '#engine';
import { parseNumber } from '../../parts/parseNumber.ts';

/** The value of a text; undefined if invalid. */
export function readValue(text: string, kind: FieldKind, locale: Locale): unknown {
  const bare = text.trim();
  if (bare === '') return undefined;
  return (readers[kind] ?? asText)(bare, locale);
}

type Reader = (text: string, locale: Locale) => unknown;

const asText: Reader = (text) => text;

const readers: Partial<Record<FieldKind, Reader>> = {
  integer: (text, locale) => {
    const value = parseNumber(text, locale, copied, 0);
    return Number.isSafeInteger(value) ? value : undefined;
  },
  decimal: (text, locale) => parseNumber(text, locale, copied),
  boolean: (text) => words.get(text.toLowerCase()),
  datetime: (text) => {
    const moment = new Date(text);
    return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
  },
  id: (text) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined),
};

/** Accepts a currency sign; a percentage is refused, as it would be off by a factor of 100. */
const copied = 'money';

const words = new Map<string, boolean>([
  ...['true', 'yes', 'oui', 'vrai', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'non', 'faux', '0'].map((word) => [word, false] as const),
]);

/** Cells copied from a spreadsheet, without empty lines. */
export function pastedRows(text: string): readonly (readonly string[])[] {
  return parseTable(text)
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
}

/** Whether a pasted text contains more than one value. */
export function isTable(text: string): boolean {
  return /[\t\r\n]/.test(text.trim());
}

/** A range bound: a number, null for no bound, undefined if invalid. */
export function readEnd(text: string, locale: Locale): number | null | undefined {
  if (/^[-+\u2212]?(inf|infinity|infini|\u221e)$/i.test(text.trim())) return null;
  return parseNumber(text, locale, copied);
}
