import { expressionLimits, type Problem } from './tree.ts';

export type Token = {
  readonly kind: 'name' | 'quoted' | 'variable' | 'text' | 'number' | 'operator';
  /** As written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

const doubles = new Set(['..', ':=', '!=', '>=', '<=', '**', '~>', '?:', '??']);
const singles = new Set('.[]{}(),@#;:?+-*/%|=<>^&!~');
const spaces = new Set(' \t\n\r\v');
const escapes = new Set('"\\/bfnrtu');
const numberPattern = /-?(0|([1-9][0-9]*))(\.[0-9]+)?([Ee][-+]?[0-9]+)?/y;
const namePattern = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;

/** True when a name can be written without backquotes. */
export function isPlainName(name: string): boolean {
  return namePattern.test(name) && !/^(and|or|in|not|true|false|null)$/i.test(name);
}

/**
 * Splits a text into tokens exactly as jsonata does. This finds what jsonata must not see (regular
 * expressions, excessive nesting) and allows mapping its positions back.
 */
export function scanText(
  text: string,
  limit: number = expressionLimits.tokens,
): { tokens: Token[]; problems: Problem[] } {
  const tokens: Token[] = [];
  let position = 0;
  while (tokens.length <= limit) {
    const next = skipBlanks(text, position);
    if (typeof next !== 'number') return { tokens, problems: [next] };
    if (next >= text.length) return { tokens, problems: [] };
    const token = readToken(text, next, tokens.at(-1));
    if ('message' in token) return { tokens, problems: [token] };
    tokens.push(token);
    position = token.end;
  }
  return {
    tokens,
    problems: [
      { message: 'The expression is too long; split it into several rules.', at: position, code: 'limit' },
    ],
  };
}

function skipBlanks(text: string, from: number): number | Problem {
  let position = from;
  for (;;) {
    while (position < text.length && spaces.has(text[position] as string)) position++;
    if (!text.startsWith('/*', position)) return position;
    const close = text.indexOf('*/', position + 2);
    if (close < 0) return { message: 'Close the comment with */.', at: position, length: 2, code: 'syntax' };
    position = close + 2;
  }
}

function readToken(text: string, start: number, previous: Token | undefined): Token | Problem {
  const first = text[start] as string;
  const pair = text.slice(start, start + 2);
  if (doubles.has(pair)) return token('operator', text, start, start + 2);
  if (singles.has(first)) return token('operator', text, start, start + 1);
  if (first === '"' || first === "'") return readQuoted(text, start);
  numberPattern.lastIndex = start;
  const number = numberPattern.exec(text);
  if (number) return readNumber(text, start, number[0]);
  if (first === '`') return readBackquoted(text, start);
  return readName(text, start, previous);
}

function token(kind: Token['kind'], text: string, start: number, end: number): Token {
  return { kind, text: text.slice(start, end), start, end };
}

function readQuoted(text: string, start: number): Token | Problem {
  const quote = text[start];
  let position = start + 1;
  while (position < text.length) {
    const character = text[position];
    if (character === quote) return token('text', text, start, position + 1);
    if (character === '\\') {
      const problem = checkEscape(text, position);
      if (problem) return problem;
      position++;
    }
    position++;
  }
  return { message: `Close the text with ${quote}.`, at: start, length: 1, code: 'syntax' };
}

function checkEscape(text: string, at: number): Problem | undefined {
  const escaped = text[at + 1] ?? '';
  if (!escapes.has(escaped)) {
    return {
      message: 'Write a backslash in a text as \\\\.',
      at,
      length: 2,
      code: 'syntax',
      fix: `\\\\${escaped}`,
    };
  }
  if (escaped === 'u' && !/^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) {
    return {
      message: 'Write four hexadecimal digits after \\u, such as \\u00e9.',
      at,
      length: 2,
      code: 'syntax',
    };
  }
  return undefined;
}

function readNumber(text: string, start: number, digits: string): Token | Problem {
  const end = start + digits.length;
  if (Number.isFinite(Number(digits))) return token('number', text, start, end);
  return { message: 'This number is too large.', at: start, length: digits.length, code: 'syntax' };
}

function readBackquoted(text: string, start: number): Token | Problem {
  const close = text.indexOf('`', start + 1);
  if (close > start + 1) return token('quoted', text, start, close + 1);
  const message = close < 0 ? 'Close the name with `.' : 'Write a name between the backquotes.';
  return { message, at: start, length: 1, code: 'syntax' };
}

const stray: Readonly<Record<string, readonly [string, string]>> = {
  '“': ['Use straight quotation marks.', '"'],
  '”': ['Use straight quotation marks.', '"'],
  '«': ['Use straight quotation marks.', '"'],
  '»': ['Use straight quotation marks.', '"'],
  '‘': ['Use straight quotation marks.', "'"],
  '’': ['Use straight quotation marks.', "'"],
  '≠': ['Use != instead of ≠.', '!='],
  '≤': ['Use <= instead of ≤.', '<='],
  '≥': ['Use >= instead of ≥.', '>='],
  '×': ['Use * instead of ×.', '*'],
  '÷': ['Use / instead of ÷.', '/'],
  '−': ['Use a plain minus sign.', '-'],
  '\u00a0': ['Use a plain space instead of a non-breaking one.', ' '],
  '\u202f': ['Use a plain space instead of a non-breaking one.', ' '],
  '\u200b': ['Remove the invisible character.', ''],
  '\ufeff': ['Remove the invisible character.', ''],
};

function readName(text: string, start: number, previous: Token | undefined): Token | Problem {
  let end = start;
  while (end < text.length && !spaces.has(text[end] as string) && !singles.has(text[end] as string)) {
    const known = stray[text[end] as string];
    if (known) return { message: known[0], at: end, length: 1, code: 'syntax', fix: known[1] };
    end++;
  }
  const name = text.slice(start, end);
  if (name === '$' || name === '$$') return token('variable', text, start, end);
  const bare = name.startsWith('$') ? name.slice(1) : name;
  if (namePattern.test(bare)) return token(name.startsWith('$') ? 'variable' : 'name', text, start, end);
  const message =
    previous?.kind === 'number' && previous.end === start
      ? 'A name cannot start with a digit; put it between backquotes, such as `2nd`.'
      : 'This is not a name; put unusual names between backquotes, such as `first name`.';
  return { message, at: start, length: end - start, code: 'syntax' };
}
