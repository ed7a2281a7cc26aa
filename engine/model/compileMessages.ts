/** Texts by key and language, layered: base, extensions, application. */
import { locales } from '../messages.ts';
import type { Locale, MessageText, Model } from '../types/modelTypes.ts';
import { buttonKey, buttonsOf } from './buttonRoutes.ts';
import type { Compiler } from './compiler.ts';
import { layerOf, type Source, type Sources } from './sources.ts';

/**
 * Declared titles are en-CA texts, and message files add the rest. An application may reword a text of the base
 * or of an extension under the same key; within a layer, a second text is a mistake.
 */
export function compileMessages(
  sources: Sources,
  titles: ReadonlyMap<string, string>,
  compiler: Compiler,
): Model['messages'] {
  const texts = {
    'en-CA': new Map<string, MessageText>(titles),
    'fr-CA': new Map<string, MessageText>(),
  } satisfies Record<Locale, Map<string, MessageText>>;
  for (const { json } of sources.behaviour)
    for (const automation of buttonsOf(json))
      for (const locale of locales) texts[locale].set(buttonKey(automation), automation.title[locale] ?? '');
  for (const locale of locales) {
    const known: Known = { locale, texts: texts[locale], layers: new Map(), titles };
    for (const source of inLayers(sources.messages, locale))
      for (const key of Object.keys(source.json.messages)) takeText(key, source, { known, compiler });
  }
  return texts;
}

type Known = {
  readonly locale: Locale;
  readonly texts: Map<string, MessageText>;
  /** The layer of each text. */
  readonly layers: Map<string, number>;
  readonly titles: ReadonlyMap<string, string>;
};

function takeText(
  key: string,
  { file, json }: Sources['messages'][number],
  { known, compiler }: { readonly known: Known; readonly compiler: Compiler },
): void {
  const { locale, texts, layers, titles } = known;
  const [text, layer] = [json.messages[key] as MessageText, layerOf(file)];
  const place = { file, path: `/messages/${key}` };
  const below = titles.has(key) ? undefined : texts.get(key);
  if (below !== undefined && (layers.get(key) ?? layer) === layer)
    compiler.error(place, `The message ${key} has a ${locale} text already in another file.`);
  else if (below !== undefined) reportUnfilled(key, { below, text, place }, compiler);
  layers.set(key, layer);
  texts.set(key, text);
}

/** In the same order however the files were read. */
function inLayers(messages: Sources['messages'], locale: Locale): Sources['messages'] {
  return messages
    .filter((source) => localeOf(source) === locale)
    .toSorted((one, other) => layerOf(one.file) - layerOf(other.file));
}

type Reworded = {
  readonly below: MessageText;
  readonly text: MessageText;
  readonly place: { readonly file: string; readonly path: string };
};

/** Whoever shows the text fills the placeholders of the text below only. */
function reportUnfilled(key: string, { below, text, place }: Reworded, compiler: Compiler): void {
  const filled = new Set(placeholdersOf(below));
  const unfilled = placeholdersOf(text).filter((name) => !filled.has(name));
  if (unfilled.length > 0)
    compiler.error(
      place,
      `The message ${key} is reworded with placeholders that nothing fills: ${unfilled.join(', ')}. Use those of the original text (${[...filled].join(', ') || 'none'}).`,
    );
}

function placeholdersOf(text: MessageText): readonly string[] {
  const whole = typeof text === 'string' ? text : `${text.one} ${text.other}`;
  return [...new Set([...whole.matchAll(/\{([A-Za-z0-9_]+)\}/g)].map(([, name]) => String(name)))];
}

function localeOf(source: Source<unknown>): Locale {
  return locales.find((locale) => source.file.includes(`/${locale}/`)) ?? 'en-CA';
}
