import type { Finding } from '#engine';

/** A value in a JSON text, which may be incomplete while typing. */
export type JsonPlace = {
  /** Such as `/blocks/0/kind`. */
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** The name, if it is a member of an object. */
  readonly name?: Token;
};

/** What the cursor is writing: a member name in the object at `path`, or the value at `path`. */
export type Writing = {
  readonly kind: 'name' | 'value';
  readonly path: string;
  readonly siblings: readonly string[];
};

type Level = {
  readonly isList: boolean;
  readonly path: string;
  readonly from: number;
  readonly names: string[];
} & {
  index: number;
  name?: Token;
  /** Between colon and comma. */
  isValue: boolean;
};

type Token = { readonly text: string; readonly from: number; readonly to: number };

const tokens = /"(?:[^"\\\n]|\\.)*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** All values of the text, and what is being written at the cursor. */
export function readPlaces(text: string, cursor = -1): { places: readonly JsonPlace[]; writing?: Writing } {
  const places: JsonPlace[] = [];
  const levels: Level[] = [];
  let writing: Writing | undefined;
  const here = () => levels.at(-1);
  for (const { 0: token, index: from } of text.matchAll(tokens)) {
    if (!writing && cursor >= 0 && cursor <= from) writing = writingAt(here());
    const to = from + token.length;
    if (
      !writing &&
      cursor > from &&
      cursor < to + (/["\w]$/.test(token) ? 1 : 0) &&
      !/^[{}[\]:,]$/.test(token)
    )
      writing = writingAt(here());
    take({ text: token, from, to }, levels, places);
  }
  return { places, writing: writing ?? (cursor >= 0 ? writingAt(here()) : undefined) };
}

function take(token: Token, levels: Level[], places: JsonPlace[]): void {
  const level = levels.at(-1);
  const { text, from, to } = token;
  if (text === '{' || text === '[') {
    levels.push({ isList: text === '[', path: pathIn(level), from, names: [], index: 0, isValue: false });
  } else if (text === '}' || text === ']') {
    const ended = levels.pop();
    if (ended) places.push({ path: ended.path, from: ended.from, to, name: levels.at(-1)?.name });
  } else if (text === ':') {
    if (level) level.isValue = true;
  } else if (text === ',') {
    if (level) Object.assign(level, { index: level.index + 1, isValue: false, name: undefined });
  } else if (level && !level.isList && !level.isValue) {
    level.name = token;
    level.names.push(nameOf(token));
  } else places.push({ path: pathIn(level), from, to, name: level?.name });
}

/** The path of the next value. */
function pathIn(level: Level | undefined): string {
  if (!level) return '';
  const step = level.isList ? String(level.index) : level.name ? nameOf(level.name) : '';
  return `${level.path}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const nameOf = ({ text }: Token) => text.replace(/^"|"$/g, '');

function writingAt(level: Level | undefined): Writing | undefined {
  if (!level) return undefined;
  if (level.isList || level.isValue) return { kind: 'value', path: pathIn(level), siblings: [] };
  return { kind: 'name', path: level.path, siblings: level.names };
}

/** A range in a text, with line and column counted from 1. */
export type Spot = {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
};

/** The first JSON syntax error, and what was expected instead. */
export type Slip = Spot & { readonly wanted: string };

/** Code of findings about text that is not JSON. */
export const notJson = 'playground.not-json';

/** Locates a finding in the text of its file; undefined if the text has become valid JSON since. */
export function spotOf(
  text: string,
  { path, message, code }: Pick<Finding, 'path' | 'message' | 'code'>,
): Spot | undefined {
  if (code === notJson) return findSlip(text);
  const { places } = readPlaces(text);
  // A finding about an unknown member names it in the message; its path is that of the object.
  const isMeant = ({ path: own, name }: JsonPlace) =>
    name && own === `${path}/${nameOf(name)}` && message.includes(`"${nameOf(name)}"`);
  const found = places.find(isMeant) ?? placeOf(places, path);
  if (!found) return spotAt(text, 0, 0);
  // Mark only the opening bracket of objects and lists, as the whole could fill half the page.
  const isWhole = /^[[{]/.test(text.slice(found.from, found.from + 1));
  const { from, to } = found.name ?? { from: found.from, to: isWhole ? found.from + 1 : found.to };
  return spotAt(text, from, to);
}

/** The value a finding is about, or its nearest existing ancestor. Of duplicate names the last counts. */
function placeOf(places: readonly JsonPlace[], path: string): JsonPlace | undefined {
  const found = places.findLast((place) => place.path === path);
  return found ?? (path === '' ? undefined : placeOf(places, path.replace(/\/[^/]*$/, '')));
}

function spotAt(text: string, from: number, to: number): Spot {
  const before = text.slice(0, from);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { from, to, line: before.split('\n').length, column: from - lineStart + 1 };
}

// Any character except quotation mark, backslash and control characters.
const soundText = /"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*/uy;
const soundWord = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const pieces = /[^\s{}[\]:,"]+|[^ \t\r\n]/y;
const gap = /[ \t\r\n]*/y;

/** What may come next. After `[` or a comma in a list a value; `]` only directly after `[`. */
const wanted = {
  value: 'a value',
  first: 'a value or ]',
  name: 'a name in quotation marks',
  firstName: 'a name in quotation marks or }',
  colon: 'a colon',
  more: 'a comma or ]',
  moreNames: 'a comma or }',
  nothing: 'nothing more',
} as const;
type Wanted = keyof typeof wanted;

/** The first JSON syntax error, or undefined. Iterative, so that depth cannot overflow the stack. */
export function findSlip(text: string): Slip | undefined {
  const open: ('{' | '[')[] = [];
  let next: Wanted = 'value';
  const after = (): Wanted =>
    open.length === 0 ? 'nothing' : open[open.length - 1] === '{' ? 'moreNames' : 'more';
  for (let at = lengthOf(gap, text, 0); at < text.length; ) {
    const piece = pieceAt(text, at);
    const follows = follow(piece, next);
    if (!follows) return slipAt(text, at, piece, next);
    if (follows === 'open') {
      open.push(piece as '{' | '[');
      next = piece === '{' ? 'firstName' : 'first';
    } else if (follows === 'close') {
      open.pop();
      next = after();
    } else next = follows === 'done' ? after() : follows;
    at += piece.length;
    at += lengthOf(gap, text, at);
  }
  if (next === 'nothing') return undefined;
  return { ...spotAt(text, text.length, text.length), wanted: wanted[next] };
}

/**
 * How a token continues the state: what to expect next, a bracket opens or closes, a value ends; undefined if
 * unexpected.
 */
function follow(piece: string, next: Wanted): Wanted | 'open' | 'close' | 'done' | undefined {
  const isText = piece.length > 1 && piece.startsWith('"') && piece.endsWith('"');
  switch (next) {
    case 'firstName':
    case 'name':
      if (piece === '}' && next === 'firstName') return 'close';
      return isText ? 'colon' : undefined;
    case 'colon':
      return piece === ':' ? 'value' : undefined;
    case 'more':
      return piece === ',' ? 'value' : piece === ']' ? 'close' : undefined;
    case 'moreNames':
      return piece === ',' ? 'name' : piece === '}' ? 'close' : undefined;
    case 'nothing':
      return undefined;
    default:
      if (piece === '{' || piece === '[') return 'open';
      if (piece === ']' && next === 'first') return 'close';
      return isText || soundWord.test(piece) ? 'done' : undefined;
  }
}

/** The next token: bracket, punctuation, word or string; of an invalid string its valid start. */
function pieceAt(text: string, at: number): string {
  if (text[at] !== '"') return text.slice(at, at + Math.max(1, lengthOf(pieces, text, at)));
  const end = at + lengthOf(soundText, text, at);
  return text.slice(at, text[end] === '"' ? end + 1 : end);
}

function slipAt(text: string, at: number, piece: string, next: Wanted): Slip {
  const isTextWanted = next !== 'colon' && next !== 'more' && next !== 'moreNames' && next !== 'nothing';
  const isCut = piece.startsWith('"') && !(piece.length > 1 && piece.endsWith('"'));
  if (!isCut || !isTextWanted) return { ...spotAt(text, at, at + piece.length), wanted: wanted[next] };
  const end = at + piece.length;
  const isLineEnd = end >= text.length || /[\r\n]/.test(text[end] ?? '');
  const belongs = isLineEnd ? 'a quotation mark that ends the text' : 'a character allowed in a text';
  return { ...spotAt(text, end, isLineEnd ? end : end + 1), wanted: belongs };
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
