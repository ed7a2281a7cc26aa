/** Splits text into runs of one font and direction, in visual order. */
import bidiFactory from 'bidi-js';

/** A grapheme cluster (a letter with its accents, an emoji sequence) and its font. */
export type Cluster<Font> = { readonly text: string; readonly font: Font };

export type Run<Font> = { readonly text: string; readonly font: Font; readonly isRightToLeft: boolean };

const bidi = bidiFactory();
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Affects other characters and is not drawn itself. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const unseen = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
const halfPair = /\p{Cs}/gu;

export const isIgnorable = (letter: string): boolean => ignorable.test(letter);

/** Normalized, without unprintable characters. */
export const printable = (text: string): string =>
  text.normalize('NFC').replace(unseen, ' ').replace(halfPair, '\ufffd');

export function clustersOf(text: string): readonly string[] {
  return Array.from(segments.segment(text), ({ segment }) => segment);
}

/** Merges neighbours of the same font and level and puts them in visual order. */
export function visualRuns<Font>(clusters: readonly Cluster<Font>[]): readonly Run<Font>[] {
  const whole = clusters.map(({ text }) => text).join('');
  const { levels } = bidi.getEmbeddingLevels(whole, 'auto');
  const runs: { text: string; font: Font; level: number }[] = [];
  let at = 0;
  for (const { text, font } of clusters) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    const drawn = level % 2 === 1 ? mirrored(text) : text;
    if (last && last.font === font && last.level === level) last.text += drawn;
    else runs.push({ text: drawn, font, level });
    at += text.length;
  }
  return inOrder(runs).map(({ text, font, level }) => ({ text, font, isRightToLeft: level % 2 === 1 }));
}

/** Mirrors brackets in right-to-left text. */
const mirrored = (text: string): string => bidi.getMirroredCharacter(text) ?? text;

/** Rule L2 of the bidirectional algorithm: reverses runs from the deepest level up. */
function inOrder<One extends { readonly level: number }>(runs: readonly One[]): readonly One[] {
  const ordered = [...runs];
  const deepest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = deepest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  return ordered;
}
