import type { Locale } from '#engine';

/** A written number, or a part of one, without the marks between its thousands. */
export function plainBetween(text: string, locale: Locale): string {
  return text.replace(locale === 'en-CA' ? /[,\s\u00a0\u202f]/g : /[\s\u00a0\u202f]/g, '');
}
