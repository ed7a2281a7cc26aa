/**
 * How text compares, everywhere: case never counts, nor do kinds of apostrophe, hyphen and blank, repeated blanks and
 * what nobody sees; accents do. `É` equals `é`, not `e`; but `é` is ordered beside `e`, before `f`, and found by it.
 * Stores keep the key beside the text, so every database gives the same answers. Whoever changes what a key is raises
 * `keyVersion`: stores make the keys of older versions anew.
 */
import { withoutInvisible } from './normalText.ts';

/** Of `textKey` and `uniqueKey` as they stand. */
export const keyVersion = 3;

/**
 * Text as it compares: Unicode lower-cased, composed (NFC), final sigma as sigma, one kind of apostrophe, quotation
 * mark, hyphen and blank, single blanks and none around; U+10FFFF and halves of pairs become U+FFFD.
 */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const visible = withoutInvisible(text.replace(/\s/g, ' '));
  const folded = visible.toLowerCase().normalize('NFC').replaceAll('ς', 'σ').replaceAll(highest, '\ufffd');
  return ofOneKind(folded);
}

/** One kind of apostrophe, quotation mark, hyphen and blank. */
function ofOneKind(text: string): string {
  const marked = text.replace(apostrophes, "'").replace(quotes, '"').replace(hyphens, '-');
  return marked.replace(/\s+/gu, ' ').trim();
}

const apostrophes = /[`\u00b4\u02b9\u02bb-\u02bd\u2018-\u201b\u2032\u2035\uff07\u02bc\u02ca\u02cb]/gu;
const quotes = /[\u00ab\u00bb\u201c-\u201f\u2033\uff02]/gu;
const hyphens = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/gu;

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

/** What a `nocase` unique compares: what people see, without case. Empty when nothing is left. */
export function uniqueKey(text: string): string {
  return foldText(text);
}

/** What is looked for of a text: folded, without accents. A part of it stands in the key of every text it is found in. */
export function searchKey(text: string): string {
  return baseLetters(foldText(text));
}

/** The folded letters without accents, ligatures taken apart: `Œuvre` → `oeuvre`. */
function baseLetters(folded: string): string {
  if (isPlain(folded)) return folded;
  const bare = folded
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ');
  // What is taken apart can be marks again: a triple prime is three of them.
  return ofOneKind(bare.replace(/[œæßøłđðħŧı]/g, (letter) => plainLetters[letter] ?? letter));
}

const plainLetters: Readonly<Record<string, string>> = {
  ...{ œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
};

/** The words of a text as they are looked for: folded, without accents, those that a hyphen joins apart. */
export function wordsOf(text: string): readonly string[] {
  return searchKey(text)
    .split(/\s+|(?<=\p{L})-(?=\p{L})/u)
    .filter(Boolean);
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

/** Plain letters, digits and marks, with single blanks between them. */
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

/** Surrogates stand for characters above all of the basic plane. */
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
