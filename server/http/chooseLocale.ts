import type { Locale } from '#engine';

const defaultLocale: Locale = 'en-CA';
/** A Map, because a plain object would find a language called `constructor`. */
const byLanguage: ReadonlyMap<string, Locale> = new Map([
  ['en', 'en-CA'],
  ['fr', 'fr-CA'],
  ['*', defaultLocale],
]);
const known = new Map<string, Locale>();
const knownLimit = 500;

/** The language of an answer from `Accept-Language`; en-CA when it cannot be parsed. */
export function chooseLocale(header: string | null): Locale {
  if (!header) return defaultLocale;
  const before = known.get(header);
  if (before) return before;
  const locale = bestOf(header);
  // Bounded, because callers control the header.
  if (known.size < knownLimit) known.set(header, locale);
  return locale;
}

function bestOf(header: string): Locale {
  const wishes = header
    .split(',')
    .map(readWish)
    .filter((wish) => wish.locale !== undefined && wish.quality > 0);
  wishes.sort((a, b) => b.quality - a.quality);
  return wishes[0]?.locale ?? defaultLocale;
}

function readWish(part: string): { locale: Locale | undefined; quality: number } {
  const [tag = '', ...options] = part.split(';').map((text) => text.trim());
  const quality = options.find((option) => option.startsWith('q='));
  const language = tag.toLowerCase().split('-')[0] ?? '';
  return { locale: byLanguage.get(language), quality: quality ? Number(quality.slice(2)) || 0 : 1 };
}
