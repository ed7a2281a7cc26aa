/** Searches the texts of the application. */
import type { Locale, MessageText, Model } from '#engine';

export type FoundText = { readonly key: string; readonly texts: Readonly<Record<Locale, MessageText>> };

/** Titles that are edited together with their thing. */
const elsewhere = /^(entity|field|help|lookup|role|feature|overlay|section|column)\./;

/** Texts that contain the search in either language or in their key, ignoring case. */
export function findTexts({ messages }: Pick<Model, 'messages'>, search: string): readonly FoundText[] {
  const wanted = search.trim().toLocaleLowerCase();
  const found: FoundText[] = [];
  for (const [key, french] of messages['fr-CA']) {
    const english = messages['en-CA'].get(key);
    if (english === undefined || elsewhere.test(key)) continue;
    const all = [key, ...formsOf(english), ...formsOf(french)].join('\n').toLocaleLowerCase();
    if (all.includes(wanted)) found.push({ key, texts: { 'en-CA': english, 'fr-CA': french } });
  }
  return found.sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** The forms of a text: singular and plural, if it has both. */
export function formsOf(text: MessageText): readonly string[] {
  return typeof text === 'string' ? [text] : [text.one, text.other];
}

/** Parameter names in a text. */
export function paramsOf(text: MessageText): readonly string[] {
  const names = formsOf(text).flatMap((form) =>
    [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
  );
  return [...new Set(names)].sort();
}
