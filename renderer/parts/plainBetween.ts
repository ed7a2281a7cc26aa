import type { Locale } from '#engine';

/** Removes thousands separators from a formatted number, or from part of one. */
export function plainBetween(text: string, locale: Locale): string {
  return text.replace(locale === 'en-CA' ? /[,\s\u00a0\u202f]/g : /[\s\u00a0\u202f]/g, '');
}
