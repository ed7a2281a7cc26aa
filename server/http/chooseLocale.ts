import type { Locale } from '#engine';

const defaultLocale: Locale = 'en-CA';
/** A map, because a language called `constructor` would find something in an object. */
const byLanguage: ReadonlyMap<string, Locale> = new Map([
  ['en', 'en-CA'],
  ['fr', 'fr-CA'],
  ['*', defaultLocale],
]);
const known = new Map<string, Locale>();
const knownLimit = 500;

/** The language of an answer, by `Accept-Language`; what cannot be read means en-CA. */
export function chooseLocale(header: string | null): Locale {
  if (!header) return defaultLocale;
  const before = known.get(header);
  if (before) return before;
  const locale = bestOf(header);
  // Bounded: the header is the caller's to invent.
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
