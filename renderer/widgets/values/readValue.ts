/** Parses typed and pasted text to values of a type. */
import { type FieldKind, type Locale, parseTable } from '#engine';
import { copied } from '../../fields/readers.ts';
import { kindViews } from '../../fields/registry.ts';
import { parseNumber } from '../../parts/parseNumber.ts';

/** The value of a text; undefined if invalid. */
export function readValue(text: string, kind: FieldKind, locale: Locale): unknown {
  const bare = text.trim();
  if (bare === '') return undefined;
  const { read } = kindViews[kind];
  return read ? read(bare, locale) : bare;
}

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
