/** Characters that no font has: their substitutes and how they are reported. */
import { formatMessage, type Locale, type Model } from '#engine';

/** A character as its Unicode number, so that the reader sees what is missing. */
export const named = (letters: string): string =>
  Array.from(
    letters,
    (letter) => `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  ).join('');

const mostNamed = 20;

/** For a message: the characters, each with its number. */
function listed(missing: Iterable<string>): string {
  const all = [...missing];
  const some = all.slice(0, mostNamed).map((letters) => `${letters} ${named(letters).replace(/[[\]]/g, '')}`);
  return all.length > mostNamed ? `${some.join(', ')}, …` : some.join(', ');
}

type Told = { readonly locale: Locale; readonly runtime: { readonly model: Model } };

/** A warning for the person who requested the file; empty when nothing is missing. */
export function missingWarnings({ locale, runtime }: Told, missing: Iterable<string>): readonly string[] {
  const letters = listed(missing);
  return letters === '' ? [] : [formatMessage(runtime.model, locale, 'print.missing', { letters })];
}
