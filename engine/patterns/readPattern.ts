/**
 * Parses a text pattern (ECMAScript in Unicode mode, as in JSON Schema) and translates it for an engine that
 * matches in linear time. Reports what that engine does not support or would be slow to prepare. Keeps the
 * meaning of ECMAScript: `\s`, `.` and named escapes are written out.
 */
import { digits, lineEnds, negated, rangeText, spaces, unicodeProperty, wordLetters } from './letterSets.ts';

export type PatternTrouble = 'pattern-broken' | 'pattern-unsupported' | 'pattern-large';

/** `size`: the maximum number of matcher states, with repetitions written out. */
type PatternReading =
  | { readonly re2: string; readonly size: number; readonly wrong?: undefined }
  | { readonly wrong: PatternTrouble };

const longestPattern = 1000;
/** Maximum number of states: `^.{1,200}$` has about 400. */
export const largestPattern = 500;

export function readPattern(pattern: string): PatternReading {
  if (pattern.length > longestPattern) return { wrong: 'pattern-large' };
  const reader: Reader = { letters: [...pattern], at: 0, names: new Set() };
  try {
    const { re2, size } = readChoices(reader);
    if (reader.at < reader.letters.length) throw new PatternError('pattern-broken');
    return size > largestPattern ? { wrong: 'pattern-large' } : { re2, size };
  } catch (error) {
    if (error instanceof PatternError) return { wrong: error.trouble };
    throw error;
  }
}

/** Maximum text length for a pattern of that size: at worst about 50 ms of work. */
export function longestTextFor(size: number): number {
  return Math.floor(250_000 / (size + 20));
}

class PatternError extends Error {
  readonly trouble: PatternTrouble;

  constructor(trouble: PatternTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

type Reader = { readonly letters: readonly string[]; at: number; readonly names: Set<string> };
type Part = { readonly re2: string; readonly size: number };

function broken(): never {
  throw new PatternError('pattern-broken');
}

function unsupported(): never {
  throw new PatternError('pattern-unsupported');
}

const isNext = ({ letters, at }: Reader, text: string): boolean =>
  [...text].every((letter, place) => letters[at + place] === letter);

function take(reader: Reader, text: string): boolean {
  if (!isNext(reader, text)) return false;
  reader.at += text.length;
  return true;
}

/** The longest run of matching letters, up to a maximum. */
function takeWhile(reader: Reader, fits: RegExp, most = Number.POSITIVE_INFINITY): string {
  let taken = '';
  for (let count = 0; count < most && fits.test(reader.letters[reader.at] ?? ''); count++)
    taken += reader.letters[reader.at++];
  return taken;
}

function readChoices(reader: Reader): Part {
  const choices = [readSequence(reader)];
  while (take(reader, '|')) choices.push(readSequence(reader));
  const size = choices.reduce((sum, choice) => sum + choice.size, choices.length - 1);
  return { re2: choices.map(({ re2 }) => re2).join('|'), size };
}

function readSequence(reader: Reader): Part {
  const parts: Part[] = [];
  while (reader.at < reader.letters.length && !isNext(reader, '|') && !isNext(reader, ')'))
    parts.push(readAssertion(reader) ?? repeated(reader, readAtom(reader)));
  return {
    re2: parts.map(({ re2 }) => re2).join(''),
    size: parts.reduce((sum, part) => sum + part.size, 0),
  };
}

function readAssertion(reader: Reader): Part | undefined {
  const found = ['^', '$', '\\b', '\\B'].find((text) => take(reader, text));
  return found ? { re2: found, size: 1 } : undefined;
}

/** The repetition of an atom; laziness does not affect whether a text matches. */
function repeated(reader: Reader, { re2, size }: Part): Part {
  const sign = ['*', '+', '?'].find((text) => take(reader, text));
  const { times, copies, optional } = sign ? { times: sign, copies: 1, optional: 1 } : readCount(reader);
  if (times === '') return { re2, size };
  take(reader, '?');
  return { re2: `${re2}${times}`, size: size * Math.max(copies, 1) + optional };
}

/** `copies`: how often the atom is written out; `optional`: how many of those, or further ones, may miss. */
type Count = { readonly times: string; readonly copies: number; readonly optional: number };

function readCount(reader: Reader): Count {
  if (!take(reader, '{')) return { times: '', copies: 1, optional: 0 };
  const from = takeWhile(reader, /^\d$/);
  if (from === '') broken();
  const isRange = take(reader, ',');
  const to = isRange ? takeWhile(reader, /^\d$/) : from;
  const [least, most] = [Number(from), Number(to || from)];
  if (!take(reader, '}') || most < least) broken();
  if (!isRange) return { times: `{${least}}`, copies: least, optional: 0 };
  return to === ''
    ? { times: `{${least},}`, copies: least, optional: 1 }
    : { times: `{${least},${most}}`, copies: most, optional: most - least };
}

function readAtom(reader: Reader): Part {
  if (take(reader, '(')) return readGroup(reader);
  if (take(reader, '[')) return readClass(reader);
  if (take(reader, '.')) return { re2: `[${negated(lineEnds)}]`, size: 1 };
  if (take(reader, '\\')) {
    const { set, weight } = readEscape(reader, false);
    return { re2: `[${set}]`, size: weight };
  }
  const letter = reader.letters[reader.at++] ?? broken();
  // Written as a class, so that it has no special meaning in the other engine.
  return '*+?{}]'.includes(letter) ? broken() : { re2: `[${letterText(letter)}]`, size: 1 };
}

/** Groups are not captured, because their content is not used. */
function readGroup(reader: Reader): Part {
  if (['?=', '?!', '?<=', '?<!'].some((text) => isNext(reader, text))) unsupported();
  if (take(reader, '?<')) noteName(reader, takeWhile(reader, /^[^>]$/u));
  else if (!take(reader, '?:') && isNext(reader, '?')) broken();
  const { re2, size } = readChoices(reader);
  if (!take(reader, ')')) broken();
  return { re2: `(?:${re2})`, size: Math.max(size, 1) };
}

function noteName(reader: Reader, name: string): void {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) || reader.names.has(name)) broken();
  if (!take(reader, '>')) broken();
  reader.names.add(name);
}

function readClass(reader: Reader): Part {
  const isNegated = take(reader, '^');
  const sets: string[] = [];
  let weight = 1;
  while (!take(reader, ']')) {
    const from = readMember(reader);
    weight += from.weight - 1;
    if (!isNext(reader, '-') || reader.letters[reader.at + 1] === ']') sets.push(from.set);
    else {
      reader.at++;
      const to = readMember(reader);
      if (from.code === undefined || to.code === undefined || from.code > to.code) broken();
      sets.push(rangeText([from.code, to.code]));
    }
  }
  const all = sets.length > 0 ? sets.join('') : undefined;
  // RE2 has no empty class, so its complement is written.
  if (all === undefined) return { re2: isNegated ? `[${everything}]` : `[^${everything}]`, size: 1 };
  return { re2: `[${isNegated ? '^' : ''}${all}]`, size: weight };
}

const everything = rangeText([0, 0x10ffff]);

/** A letter or a set of letters; `code` only for a single letter. */
type Member = { readonly set: string; readonly code?: number; readonly weight: number };

function readMember(reader: Reader): Member {
  if (take(reader, '\\')) return readEscape(reader, true);
  const letter = reader.letters[reader.at++] ?? broken();
  return one(letter.codePointAt(0) ?? 0);
}

const one = (code: number): Member => ({ set: rangeText([code, code]), code, weight: 1 });
const letterText = (letter: string): string => one(letter.codePointAt(0) ?? 0).set;

const setEscapes: Readonly<Record<string, string | undefined>> = {
  d: digits.map(rangeText).join(''),
  D: negated(digits),
  s: spaces.map(rangeText).join(''),
  S: negated(spaces),
  w: wordLetters.map(rangeText).join(''),
  W: negated(wordLetters),
};

const controls: Readonly<Record<string, number | undefined>> = { f: 12, n: 10, r: 13, t: 9, v: 11 };

/** The part after a backslash. */
function readEscape(reader: Reader, inClass: boolean): Member {
  const letter = reader.letters[reader.at++] ?? broken();
  const set = Object.hasOwn(setEscapes, letter) ? setEscapes[letter] : undefined;
  if (set !== undefined) return { set, weight: 1 };
  if (letter === 'p' || letter === 'P') return readProperty(reader, letter);
  if (/^[1-9k]$/.test(letter)) return inClass ? broken() : unsupported();
  return one(readCode(reader, letter, inClass));
}

/** Its many ranges are repeated at every use. */
const propertyWeight = 8;

function readProperty(reader: Reader, sign: 'p' | 'P'): Member {
  if (!take(reader, '{')) broken();
  const name = takeWhile(reader, /^[\w=]$/);
  if (!take(reader, '}')) broken();
  const known = unicodeProperty(name);
  if (known === undefined) return broken();
  return known === false ? unsupported() : { set: `\\${sign}{${known}}`, weight: propertyWeight };
}

function readCode(reader: Reader, letter: string, inClass: boolean): number {
  const control = Object.hasOwn(controls, letter) ? controls[letter] : undefined;
  if (control !== undefined) return control;
  if (letter === 'b' && inClass) return 8;
  if (letter === '0' && !/^\d$/.test(reader.letters[reader.at] ?? '')) return 0;
  if (letter === 'c') return (takeWhile(reader, /^[a-z]$/i, 1).codePointAt(0) ?? broken()) % 32;
  if (letter === 'x') return hex(takeWhile(reader, /^[\da-f]$/i, 2), 2);
  if (letter === 'u') return readUnicode(reader);
  if (letter === '-' && inClass) return 45;
  return '^$\\.*+?()[]{}|/'.includes(letter) ? (letter.codePointAt(0) ?? 0) : broken();
}

function readUnicode(reader: Reader): number {
  if (take(reader, '{')) {
    const code = hex(takeWhile(reader, /^[\da-f]$/i));
    return take(reader, '}') && code <= 0x10ffff ? code : broken();
  }
  const first = hex(takeWhile(reader, /^[\da-f]$/i, 4), 4);
  const isPair = first >= 0xd800 && first <= 0xdbff && isNext(reader, '\\u');
  const low = isPair ? reader.letters.slice(reader.at + 2, reader.at + 6).join('') : '';
  if (!/^d[c-f][\da-f]{2}$/i.test(low)) return first;
  reader.at += 6;
  return (first - 0xd800) * 0x400 + (hex(low) - 0xdc00) + 0x10000;
}

const hex = (text: string, length = text.length): number =>
  text === '' || text.length !== length ? broken() : Number.parseInt(text, 16);
