/**
 * How text compares, everywhere: case never counts, accents do. `É` equals `é`, not `e`; but `é` is ordered beside
 * `e`, before `f`. Stores keep the key beside the text, so every database gives the same answers.
 */

/** Text without case: Unicode lower-cased, composed (NFC), final sigma as sigma; NUL, U+0001, U+10FFFF and halves of pairs become U+FFFD. */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const folded = wellFormed(text).toLowerCase().normalize('NFC').replaceAll('ς', 'σ');
  return reserved.reduce((result, character) => result.replaceAll(character, '\ufffd'), folded);
}

/**
 * The key text is compared and sorted by: the folded text; where that has accents or ligatures, the letters without
 * them come first, so that order is by letter and accents only break ties. Equal keys are equal folded texts.
 */
export function textKey(text: string): string {
  const folded = foldText(text);
  if (isPlain(folded)) return folded;
  const letters = baseLetters(folded);
  return letters === folded ? folded : letters + separator + folded;
}

/** What a `nocase` unique compares: folded, trimmed, inner spaces collapsed. Empty when nothing is left. */
export function uniqueKey(text: string): string {
  return foldText(text).trim().replace(/\s+/gu, ' ');
}

/** The folded letters without accents, ligatures taken apart: `Œuvre` → `oeuvre`. */
export function baseLetters(folded: string): string {
  if (isPlain(folded)) return folded;
  const bare = folded.normalize('NFD').replace(/\p{M}+/gu, '');
  return bare.replaceAll('œ', 'oe').replaceAll('æ', 'ae').replaceAll('ß', 'ss');
}

/** The words of a text as they are looked for: folded, without accents. */
export function wordsOf(text: string): readonly string[] {
  return baseLetters(foldText(text)).split(/\s+/).filter(Boolean);
}

/** Order by code point, as databases order UTF-8; JavaScript's own is by UTF-16 unit. */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

/** Between letters and folded text in a key; below every character a key can hold. */
export const separator = '\u0001';
/** Above every character a key can hold. */
export const highest = '\u{10ffff}';

/** Text as every database can keep it: NUL and halves of surrogate pairs become U+FFFD. */
export function wellFormed(text: string): string {
  // Nearly every text is all right: one look costs less than two replacements.
  if (isSound(text)) return text;
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll('\0', '\ufffd');
}

function isSound(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0 || unit > 0xd7ff) return false;
  }
  return true;
}

const reserved = [separator, highest];

function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 127 || unit < 2) return false;
  }
  return true;
}

/** Surrogates stand for characters above all of the basic plane. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
