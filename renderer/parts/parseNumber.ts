import { type Locale, type NumberUnit, readTypedNumber, unitSigns } from '#engine';

/** The unit of a number; absent: none. */
export type Unit = NumberUnit;

/** The sign of each unit, which may be typed with the number. */
export const signs = unitSigns;

/** Parses a typed or pasted number; undefined if it is invalid or ambiguous. */
export function parseNumber(text: string, locale: Locale, unit?: Unit, scale?: number): number | undefined {
  return readTypedNumber(text, { locale, unit, scale }).value;
}
