/** Messages by key and language; existing ones are changed in place, new ones go to a separate file. */
import type { MessagesDeclaration } from '../declaration/types.generated.ts';
import { locales } from '../messages.ts';
import { layerOf } from '../model/sources.ts';
import type { Locale, MessageText } from '../types/modelTypes.ts';
import { changeId } from './changeNames.ts';
import type { DraftFiles } from './draftFiles.ts';
import type { Change, MessageTexts, Provenance } from './types.ts';

/** The file of texts that no shipped file has. */
const textFile = (locale: Locale) => `schemas/messages/${locale}/of-changes.json`;

/** The texts of a draft; changes are recorded. */
export function createDraftTexts({ edit, add, all, has }: DraftFiles, notes: Provenance[]) {
  let known: Map<string, string> | undefined;
  const filesByKey = (): Map<string, string> => {
    known ??= new Map(
      all('messages')
        // The text that people see: the application may have reworded that of the base.
        .toSorted((one, other) => layerOf(one.file) - layerOf(other.file))
        .flatMap(({ file, json }) =>
          Object.keys(json.messages).map((name) => [`${file.split('/').at(-2)} ${name}`, file] as const),
        ),
    );
    return known;
  };
  const messagesOf = (file: string) =>
    edit<MessagesDeclaration>(file).json.messages as Record<string, MessageText>;

  const set = (change: Change, key: string, texts: MessageTexts, at: string): void => {
    for (const locale of locales) {
      const text = texts[locale];
      if (text === undefined) continue;
      const file = filesByKey().get(`${locale} ${key}`) ?? textFile(locale);
      if (!has(file)) add(file, { messages: {} });
      filesByKey().set(`${locale} ${key}`, file);
      messagesOf(file)[key] = text;
      notes.push({ file, path: `/messages/${key}`, change: changeId(change), at });
    }
  };
  /** The text in a message file; titles in declarations do not count. */
  const get = (key: string, locale: Locale): MessageText | undefined => {
    const file = filesByKey().get(`${locale} ${key}`);
    return file === undefined ? undefined : messagesOf(file)[key];
  };
  /** Removes the texts of a key that is no longer used. */
  const drop = (key: string): void => {
    for (const locale of locales) {
      const file = filesByKey().get(`${locale} ${key}`);
      if (file !== undefined) delete messagesOf(file)[key];
      filesByKey().delete(`${locale} ${key}`);
    }
  };
  return { set, get, drop };
}
