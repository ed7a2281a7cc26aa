/** Typed and pasted text → values of a type. */
import { type FieldKind, type Locale, parseTable } from '#engine';
import { copied } from '../../fields/readers.ts';
import { kindViews } from '../../fields/registry.ts';
import { parseNumber } from '../../parts/parseNumber.ts';

/** The value a text stands for; undefined when it stands for none. */
export function readValue(text: string, kind: FieldKind, locale: Locale): unknown {
  const bare = text.trim();
  if (bare === '') return undefined;
  const { read } = kindViews[kind];
  return read ? read(bare, locale) : bare;
}

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
