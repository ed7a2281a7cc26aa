import { formatMessage, type Locale, type MessageText } from '#engine';
import type { Say } from '../data/messages.tsx';

type Messages = Readonly<Record<Locale, ReadonlyMap<string, MessageText>>>;
type PublicFile = { readonly file: string; readonly json: unknown };

/** The texts available before sign-in, from the public declarations. */
export function readPublicMessages(part: { readonly files?: readonly PublicFile[] } | undefined): Messages {
  const texts = { 'en-CA': new Map<string, MessageText>(), 'fr-CA': new Map<string, MessageText>() };
  for (const { file, json } of part?.files ?? []) {
    const [, locale] = /messages\/(en-CA|fr-CA)\//.exec(file) ?? [];
    const { messages = {} } = json as { messages?: Record<string, MessageText> };
    if (locale) for (const [key, text] of Object.entries(messages)) texts[locale as Locale].set(key, text);
  }
  return texts;
}

/** Creates a translator for one language. */
export function createSay(messages: Messages, locale: Locale): Say {
  return (key, params) => formatMessage({ messages }, locale, key, params);
}
