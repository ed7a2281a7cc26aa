/** Typed and pasted text → values of a type. */
import { type FieldKind, type Locale, parseTable } from '#engine';
import { parseNumber } from '../../parts/parseNumber.ts';

/** The value a text stands for; undefined when it stands for none. */
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

/** Amounts are copied with their sign; a percentage, which would be a hundred times too much, is none. */
const copied = 'money';

const words = new Map<string, boolean>([
  ...['true', 'yes', 'oui', 'vrai', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'non', 'faux', '0'].map((word) => [word, false] as const),
]);

/** The cells of what was copied from a spreadsheet, without its empty lines. */
export function pastedRows(text: string): readonly (readonly string[])[] {
  return parseTable(text)
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
}

/** Whether a pasted text is more than the one value an input takes. */
export function isTable(text: string): boolean {
  return /[\t\r\n]/.test(text.trim());
}

/** One end of a range: a number, null for no bound, undefined for what is neither. */
export function readEnd(text: string, locale: Locale): number | null | undefined {
  if (/^[-+\u2212]?(inf|infinity|infini|\u221e)$/i.test(text.trim())) return null;
  return parseNumber(text, locale, copied);
}
