/**
 * Text comparison, everywhere the same: ignores case, variants of apostrophe, hyphen and blank, repeated
 * blanks and invisible characters, but not accents. `É` equals `é`, not `e`; yet `é` sorts next to `e`,
 * before `f`, and searches find it. Stores keep the key beside the text, so that all databases agree.
 * Increment `keyVersion` with any change of keys: stores then recompute old ones.
 */
import { withoutInvisible } from './normalText.ts';

/** Version of `textKey` and `uniqueKey`. */
export const keyVersion = 3;

/**
 * The comparison form: lower case, composed (NFC), final sigma as sigma, unified apostrophes, quotation
 * marks, hyphens and blanks, trimmed; U+10FFFF and lone surrogates become U+FFFD.
 */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const visible = withoutInvisible(text.replace(/\s/g, ' '));
  const folded = visible.toLowerCase().normalize('NFC').replaceAll('ς', 'σ').replaceAll(highest, '\ufffd');
  return ofOneKind(folded);
}

/** Unifies apostrophes, quotation marks, hyphens and blanks. */
function ofOneKind(text: string): string {
  const marked = text.replace(apostrophes, "'").replace(quotes, '"').replace(hyphens, '-');
  return marked.replace(/\s+/gu, ' ').trim();
}

const apostrophes = /[`\u00b4\u02b9\u02bb-\u02bd\u2018-\u201b\u2032\u2035\uff07\u02bc\u02ca\u02cb]/gu;
const quotes = /[\u00ab\u00bb\u201c-\u201f\u2033\uff02]/gu;
const hyphens = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/gu;

/**
 * The sort key: the folded text; if it has accents or ligatures, preceded by its base letters, so that order
 * is alphabetical and accents only break ties. Equal keys mean equal folded texts.
 */
export function textKey(text: string): string {
  const folded = foldText(text);
  if (isPlain(folded)) return folded;
  const letters = baseLetters(folded);
  return letters === folded ? folded : letters + separator + folded;
}

/** The key of a `nocase` unique constraint: visible content, case-insensitive. Empty when nothing is left. */
export function uniqueKey(text: string): string {
  return foldText(text);
}

/** The search form: folded, without accents. A substring of it occurs in the key of every matching text. */
export function searchKey(text: string): string {
  return baseLetters(foldText(text));
}

/** Folded letters without accents, ligatures split: `Œuvre` → `oeuvre`. */
function baseLetters(folded: string): string {
  if (isPlain(folded)) return folded;
  const bare = folded
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ');
  // Decomposition can yield marks again: a triple prime becomes three.
  return ofOneKind(bare.replace(/[œæßøłđðħŧı]/g, (letter) => plainLetters[letter] ?? letter));
}

const plainLetters: Readonly<Record<string, string>> = {
  ...{ œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
};

/** The search words of a text: folded, without accents, split at hyphens. */
export function wordsOf(text: string): readonly string[] {
  return searchKey(text)
    .split(/\s+|(?<=\p{L})-(?=\p{L})/u)
    .filter(Boolean);
}

/** Orders by code point, as databases order UTF-8; JavaScript orders by UTF-16 unit. */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

/** Separates letters and folded text in a key; below every character in keys. */
export const separator = '\u0001';
/** Above every character in keys. */
export const highest = '\u{10ffff}';

/** Text that every database can store: NUL and lone surrogates become U+FFFD. */
export function wellFormed(text: string): string {
  // Nearly all texts are well-formed: one check is cheaper than two replacements.
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

/** Plain letters, digits and punctuation with single blanks. */
function isPlain(text: string): boolean {
  let before = blank;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 126 || unit < blank || unit === backtick || (unit === blank && before === blank)) return false;
    before = unit;
  }
  return text === '' || before !== blank;
}

const [blank, backtick] = [32, 96];

/** Surrogates encode characters above the basic plane. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** A moment in UTC with milliseconds, so that moments compare as text; other text as it is. */
export function canonicalMoment(text: string): string {
  // One write stamps many columns with the same moment.
  if (text === lastMoment.text) return lastMoment.canonical;
  const time = Date.parse(text);
  const canonical = Number.isNaN(time) ? text : new Date(time).toISOString();
  lastMoment = { text, canonical };
  return canonical;
}

let lastMoment = { text: '', canonical: '' };
