/** Character sets of ECMAScript, written for the linear-time engine. */

/** First and last code point. */
type Range = readonly [from: number, to: number];

const single = (code: number): Range => [code, code];

export const digits: readonly Range[] = [[0x30, 0x39]];
export const wordLetters: readonly Range[] = [[0x30, 0x39], [0x41, 0x5a], single(0x5f), [0x61, 0x7a]];
export const lineEnds: readonly Range[] = [single(0x0a), single(0x0d), [0x2028, 0x2029]];
/** The linear-time engine knows only five of them. */
export const spaces: readonly Range[] = [
  [0x09, 0x0d],
  ...[0x20, 0xa0, 0x1680].map(single),
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  ...[0x202f, 0x205f, 0x3000, 0xfeff].map(single),
];

/** A range as written in square brackets. */
export function rangeText([from, to]: Range): string {
  const text = (code: number) => `\\x{${code.toString(16)}}`;
  return from === to ? text(from) : `${text(from)}-${text(to)}`;
}

/** The complement of some ranges, which are sorted. */
export function negated(ranges: readonly Range[]): string {
  const starts = [0, ...ranges.map(([, to]) => to + 1)];
  const ends = [...ranges.map(([from]) => from - 1), 0x10ffff];
  return starts.map((start, place) => rangeText([start, ends[place] ?? start])).join('');
}

/**
 * The linear-time engine's name of a property; false when it does not know it, undefined when ECMAScript does
 * not know it either.
 */
export function unicodeProperty(name: string): string | false | undefined {
  const category = name.replace(/^(?:General_Category|gc)=/, '');
  const short = categories.find(([one, ...others]) => one === category || others.includes(category))?.[0];
  if (short) return short;
  const script = /^(?:Script|sc)=(\w+)$/.exec(name)?.[1];
  const known = scripts.find((names) => script !== undefined && names.includes(script))?.[0];
  if (known) return known;
  return isProperty(name) ? false : undefined;
}

/** Asks the platform whether the name exists; matches nothing. */
function isProperty(name: string): boolean {
  try {
    new RegExp(`\\p{${name}}`, 'u');
    return true;
  } catch {
    return false;
  }
}

const categories: readonly (readonly string[])[] = [
  ['Any'],
  ['L', 'Letter'],
  ['LC', 'Cased_Letter'],
  ['Lu', 'Uppercase_Letter'],
  ['Ll', 'Lowercase_Letter'],
  ['Lt', 'Titlecase_Letter'],
  ['Lm', 'Modifier_Letter'],
  ['Lo', 'Other_Letter'],
  ['M', 'Mark', 'Combining_Mark'],
  ['Mn', 'Nonspacing_Mark'],
  ['Mc', 'Spacing_Mark'],
  ['Me', 'Enclosing_Mark'],
  ['N', 'Number'],
  ['Nd', 'Decimal_Number', 'digit'],
  ['Nl', 'Letter_Number'],
  ['No', 'Other_Number'],
  ['P', 'Punctuation', 'punct'],
  ['Pc', 'Connector_Punctuation'],
  ['Pd', 'Dash_Punctuation'],
  ['Ps', 'Open_Punctuation'],
  ['Pe', 'Close_Punctuation'],
  ['Pi', 'Initial_Punctuation'],
  ['Pf', 'Final_Punctuation'],
  ['Po', 'Other_Punctuation'],
  ['S', 'Symbol'],
  ['Sm', 'Math_Symbol'],
  ['Sc', 'Currency_Symbol'],
  ['Sk', 'Modifier_Symbol'],
  ['So', 'Other_Symbol'],
  ['Z', 'Separator'],
  ['Zs', 'Space_Separator'],
  ['Zl', 'Line_Separator'],
  ['Zp', 'Paragraph_Separator'],
  ['Cc', 'Control', 'cntrl'],
  ['Cf', 'Format'],
];

const scripts: readonly (readonly string[])[] = [
  ['Latin', 'Latn'],
  ['Greek', 'Grek'],
  ['Cyrillic', 'Cyrl'],
  ['Arabic', 'Arab'],
  ['Hebrew', 'Hebr'],
  ['Armenian', 'Armn'],
  ['Georgian', 'Geor'],
  ['Devanagari', 'Deva'],
  ['Bengali', 'Beng'],
  ['Gurmukhi', 'Guru'],
  ['Gujarati', 'Gujr'],
  ['Tamil', 'Taml'],
  ['Thai'],
  ['Han', 'Hani'],
  ['Hiragana', 'Hira'],
  ['Katakana', 'Kana'],
  ['Hangul', 'Hang'],
  ['Ethiopic', 'Ethi'],
  ['Cherokee', 'Cher'],
  ['Canadian_Aboriginal', 'Cans'],
];
