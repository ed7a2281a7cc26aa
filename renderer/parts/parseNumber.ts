import { type Locale, type NumberUnit, readTypedNumber, unitSigns } from '#engine';

/** What the number counts; absent: it has no sign of its own. */
export type Unit = NumberUnit;

/** The sign of each unit, which may be typed along. */
export const signs = unitSigns;

/** The number that a typed or pasted text is; undefined where it is none, or could be two. */
export function parseNumber(text: string, locale: Locale, unit?: Unit, scale?: number): number | undefined {
  return readTypedNumber(text, { locale, unit, scale }).value;
}
