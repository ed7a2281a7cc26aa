/** Microsoft.VisualBasic.Strings, and what String has of its own. */

import { anyFormat } from './anyFormat.ts';
import { textOrder } from './compare.ts';
import { toArray, toText } from './convert.ts';
import { define, type Functions, type Own, ofText, textAt, type Values, wholeAt } from './functionTypes.ts';
import { bounded, type FormulaValue, isArray, longestText, mostMembers, VbError } from './values.ts';

/** CompareMethod.Text. */
const isTextual = (values: Values, at: number, own: Own): boolean => wholeAt(values, at, 0, own) === 1;

const positive = (count: number): number => {
  if (count < 0) throw new VbError('Less than zero');
  return count;
};

const blank = '[ \\u3000]+';
const [leading, trailing] = [new RegExp(`^${blank}`), new RegExp(`${blank}$`)];

export const textFunctions: Functions = {
  len: define(1, 1, ([value = null], { culture }) => toText(value, culture).length),
  left: define(2, 2, (v, own) => textAt(v, 0, own).slice(0, positive(wholeAt(v, 1, 0, own)))),
  right: define(2, 2, (v, own) => {
    const count = positive(wholeAt(v, 1, 0, own));
    return count === 0 ? '' : textAt(v, 0, own).slice(-count);
  }),
  mid: define(2, 3, (v, own) => {
    const start = wholeAt(v, 1, 0, own);
    if (start < 1) throw new VbError('Mid starts at 1');
    const count = positive(wholeAt(v, 2, longestText, own));
    return textAt(v, 0, own).slice(start - 1, start - 1 + count);
  }),
  trim: ofText((text) => text.replace(leading, '').replace(trailing, '')),
  ltrim: ofText((text) => text.replace(leading, '')),
  rtrim: ofText((text) => text.replace(trailing, '')),
  ucase: ofText((text) => bounded(text.toUpperCase())),
  lcase: ofText((text) => bounded(text.toLowerCase())),
  strreverse: ofText((text) => [...text].reverse().join('')),
  space: define(1, 1, (v, own) => ' '.repeat(Math.min(longestText, positive(wholeAt(v, 0, 0, own))))),
  strdup: define(2, 2, (v, own) => {
    const [letter = ''] = textAt(v, 1, own);
    if (letter === '') throw new VbError('StrDup repeats a letter');
    return letter.repeat(Math.min(longestText, positive(wholeAt(v, 0, 0, own))));
  }),
  replace: define(3, 6, replace),
  instr: define(2, 4, (v, own) => {
    // A start comes first where it is a number.
    const [start, rest] =
      typeof v[0] === 'number' && v.length > 2 ? [wholeAt(v, 0, 1, own), v.slice(1)] : [1, v];
    if (start < 1) throw new VbError('InStr starts at 1');
    const [text, part] = cased(textAt(rest, 0, own), textAt(rest, 1, own), isTextual(rest, 2, own));
    if (text === '' || start > text.length) return 0;
    return text.indexOf(part, start - 1) + 1;
  }),
  instrrev: define(2, 4, (v, own) => {
    const start = wholeAt(v, 2, -1, own);
    const [text, part] = cased(textAt(v, 0, own), textAt(v, 1, own), isTextual(v, 3, own));
    if (start === 0 || start < -1) throw new VbError('InStrRev starts at 1');
    if (text === '' || start > text.length) return 0;
    const upTo = start === -1 ? text : text.slice(0, start);
    return part === '' ? upTo.length : upTo.lastIndexOf(part) + 1;
  }),
  strcomp: define(2, 3, (v, own) => {
    const [a, b] = [textAt(v, 0, own), textAt(v, 1, own)];
    return isTextual(v, 2, own) ? Math.sign(textOrder(a, b)) : a === b ? 0 : a < b ? -1 : 1;
  }),
  asc: ofText(codeOf),
  ascw: ofText(codeOf),
  chr: define(1, 1, letterOf),
  chrw: define(1, 1, letterOf),
  split: define(1, 4, (v, own) => {
    const by = v[1] === undefined ? ' ' : textAt(v, 1, own);
    return splitText(textAt(v, 0, own), [by], wholeAt(v, 2, -1, own));
  }),
  join: define(1, 2, (v, own) => joined(v[0] ?? null, v[1] === undefined ? ' ' : textAt(v, 1, own), own)),
  filter: define(2, 4, (v, own) => {
    const isKept = v[2] !== false;
    return toArray(v[0] ?? null).filter((one) => {
      const [text, part] = cased(toText(one, own.culture), textAt(v, 1, own), isTextual(v, 3, own));
      return text.includes(part) === isKept;
    });
  }),
  strconv: define(2, 3, (v, own) => {
    const [text, mode] = [textAt(v, 0, own), wholeAt(v, 1, 0, own)];
    if (mode === 1) return text.toUpperCase();
    if (mode === 2) return text.toLowerCase();
    if (mode !== 3) throw new VbError('StrConv knows upper, lower and proper case');
    return text
      .toLowerCase()
      .replace(/\p{L}[\p{L}\p{N}']*/gu, (word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  }),
  lset: define(2, 2, (v, own) => fitted(textAt(v, 0, own), wholeAt(v, 1, 0, own), false)),
  rset: define(2, 2, (v, own) => fitted(textAt(v, 0, own), wholeAt(v, 1, 0, own), true)),
  getchar: define(2, 2, (v, own) => {
    const letter = textAt(v, 0, own)[wholeAt(v, 1, 0, own) - 1];
    if (letter === undefined) throw new VbError('No letter there');
    return letter;
  }),
  'string.isnullorempty': define(1, 1, (v, own) => textAt(v, 0, own) === ''),
  'string.isnullorwhitespace': define(1, 1, (v, own) => textAt(v, 0, own).trim() === ''),
  'string.concat': define(1, 40, (v, own) =>
    joined(v.length === 1 && isArray(v[0] ?? null) ? (v[0] ?? null) : v, '', own),
  ),
  'string.join': define(2, 40, (v, own) =>
    joined(v.length === 2 && isArray(v[1] ?? null) ? (v[1] ?? null) : v.slice(1), textAt(v, 0, own), own),
  ),
  'string.format': define(1, 40, (v, own) => composed(textAt(v, 0, own), v.slice(1), own)),
  'string.compare': define(2, 3, (v, own) => {
    const [a, b] = [textAt(v, 0, own), textAt(v, 1, own)];
    return Math.sign(v[2] === true ? textOrder(a, b) : textOrder(a, b) || (a === b ? 0 : a < b ? 1 : -1));
  }),
};

const cased = (text: string, part: string, isAny: boolean): readonly [string, string] =>
  isAny ? [text.toLowerCase(), part.toLowerCase()] : [text, part];

function codeOf(text: string): number {
  if (text === '') throw new VbError('No letter');
  return text.charCodeAt(0);
}

function letterOf(v: Values, own: Own): string {
  const code = wholeAt(v, 0, 0, own);
  if (code < 0 || code > 65_535) throw new VbError('No letter has this code');
  return String.fromCharCode(code);
}

/** Only as long as a cell may be: replacing again and again would grow a text without end. */
function replace(v: Values, own: Own): FormulaValue {
  const start = wholeAt(v, 3, 1, own);
  const most = wholeAt(v, 4, -1, own);
  if (start < 1 || most < -1) throw new VbError('Replace starts at 1');
  const text = textAt(v, 0, own).slice(start - 1);
  const found = textAt(v, 1, own);
  return found === ''
    ? text
    : replaced(text, [found, textAt(v, 2, own)], { most, isAny: isTextual(v, 5, own) });
}

type Replacing = { readonly most: number; readonly isAny: boolean };

export function replaced(
  text: string,
  [found, by]: readonly [string, string],
  { most, isAny }: Replacing,
): string {
  const [looked, sought] = cased(text, found, isAny && text.toLowerCase().length === text.length);
  let [written, at, count] = ['', 0, 0];
  for (let next = looked.indexOf(sought); next >= 0 && count !== most; next = looked.indexOf(sought, at)) {
    written += text.slice(at, next) + by;
    at = next + sought.length;
    count += 1;
    if (written.length > longestText) break;
  }
  return bounded(written + text.slice(at));
}

export function splitText(text: string, separators: readonly string[], most = -1): readonly string[] {
  const parts: string[] = [];
  const used = separators.filter((one) => one !== '');
  let from = 0;
  for (let at = 0; at < text.length && used.length > 0 && parts.length < mostMembers - 1; ) {
    if (most > 0 && parts.length === most - 1) break;
    const found = used.find((one) => text.startsWith(one, at));
    if (found === undefined) at += 1;
    else {
      parts.push(text.slice(from, at));
      at += found.length;
      from = at;
    }
  }
  return [...parts, text.slice(from)];
}

function joined(value: FormulaValue, by: string, { culture }: Own): string {
  let text = '';
  for (const [at, one] of toArray(value).entries()) {
    text += (at > 0 ? by : '') + toText(one, culture);
    if (text.length > longestText) break;
  }
  return bounded(text);
}

function fitted(text: string, length: number, isRight: boolean): string {
  const room = Math.min(longestText, positive(length));
  const cut = text.slice(0, room);
  return isRight ? cut.padStart(room) : cut.padEnd(room);
}

/** `{0,10:N2}`: composite formatting. */
function composed(text: string, values: Values, own: Own): string {
  const shown = text.replace(
    /\{\{|\}\}|\{(\d{1,2})(?:,\s*(-?\d{1,3}))?(?::([^}]*))?\}|[{}]/g,
    (whole, place: string | undefined, width: string | undefined, code: string | undefined) => {
      if (whole === '{{' || whole === '}}') return whole.slice(1);
      if (place === undefined || Number(place) >= values.length) throw new VbError('Broken format');
      const made = anyFormat(values[Number(place)] ?? null, code ?? '', own.culture);
      const room = Number(width ?? 0);
      return room < 0 ? made.padEnd(-room) : made.padStart(room);
    },
  );
  return bounded(shown);
}
