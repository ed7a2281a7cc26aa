/** `Like`: `*` any letters, `?` one, `#` a digit, `[a-z]` one of them, `[!a-z]` none of them. */
import { VbError } from './values.ts';

/** Every sign of a pattern may look at the whole text again; the work is their product. */
const longestPattern = 200;

type Sign =
  | '*'
  | '?'
  | '#'
  | { readonly isNot: boolean; readonly ranges: readonly (readonly [string, string])[] }
  | { readonly letter: string };

export function isLike(text: string, pattern: string, isTextual = false): boolean {
  const value = isTextual ? text.toLowerCase() : text;
  const signs = signsOf((isTextual ? pattern.toLowerCase() : pattern).slice(0, longestPattern));
  let [at, on, star, resume] = [0, 0, -1, 0];
  while (at < value.length) {
    const sign = signs[on];
    if (sign === '*') [star, resume, on] = [on, at, on + 1];
    else if (sign !== undefined && matches(sign, value[at] ?? '')) [at, on] = [at + 1, on + 1];
    else if (star >= 0) {
      resume += 1;
      [at, on] = [resume, star + 1];
    } else return false;
  }
  while (signs[on] === '*') on += 1;
  return on === signs.length;
}

function matches(sign: Sign, letter: string): boolean {
  if (sign === '?') return true;
  if (sign === '#') return letter >= '0' && letter <= '9';
  if (sign === '*') return false;
  if ('letter' in sign) return sign.letter === letter;
  return sign.ranges.some(([from, to]) => letter >= from && letter <= to) !== sign.isNot;
}

function signsOf(pattern: string): readonly Sign[] {
  const signs: Sign[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern[at] as string;
    if (letter === '*' || letter === '?' || letter === '#') signs.push(letter);
    else if (letter === '[') {
      const end = pattern.indexOf(']', at + 1);
      if (end < 0) throw new VbError('A pattern has an open bracket');
      const held = pattern.slice(at + 1, end);
      // Nothing in brackets is nothing.
      if (held !== '') signs.push(setOf(held));
      at = end;
    } else signs.push({ letter });
  }
  return signs;
}

function setOf(held: string): Sign {
  const isNot = held.length > 1 && held.startsWith('!');
  const letters = isNot ? held.slice(1) : held;
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const from = letters[at] as string;
    const to = letters[at + 1] === '-' ? letters[at + 2] : undefined;
    if (to !== undefined && from > to) throw new VbError('A range of a pattern is the wrong way');
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return { isNot, ranges };
}
