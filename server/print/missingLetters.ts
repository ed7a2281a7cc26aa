/** Letters that no font has: what stands in their place, and how they are told. */
import { formatMessage, type Locale, type Model } from '#engine';

/** A letter by its number, as Unicode writes it: whoever reads the page sees that something is missing, and what. */
export const named = (letters: string): string =>
  Array.from(
    letters,
    (letter) => `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  ).join('');

const mostNamed = 20;

/** For a sentence: the letters themselves, each with its number. */
function listed(missing: Iterable<string>): string {
  const all = [...missing];
  const some = all.slice(0, mostNamed).map((letters) => `${letters} ${named(letters).replace(/[[\]]/g, '')}`);
  return all.length > mostNamed ? `${some.join(', ')}, …` : some.join(', ');
}

type Told = { readonly locale: Locale; readonly runtime: { readonly model: Model } };

/** A sentence for the person who asked for the file; none where nothing is missing. */
export function missingWarnings({ locale, runtime }: Told, missing: Iterable<string>): readonly string[] {
  const letters = listed(missing);
  return letters === '' ? [] : [formatMessage(runtime.model, locale, 'print.missing', { letters })];
}
