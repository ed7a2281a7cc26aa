import jsonata from 'jsonata';
import { checkTokens } from './checkTokens.ts';
import { convertTree, ProblemFound, type SourceNode } from './convertTree.ts';
import { functions } from './functions.ts';
import { scanText, type Token } from './scanText.ts';
import { expressionLimits, type Problem, type Tree } from './tree.ts';

export type ParseResult =
  | { readonly tree: Tree; readonly problems: readonly [] }
  | { readonly tree?: undefined; readonly problems: readonly Problem[] };

/** Parser limits; a host may set tighter ones than the profile. */
type ParseLimits = { readonly tokens: number; readonly depth: number };

/** Parses an expression; anything outside the profile is refused with its position and a hint. */
export function parseExpression(text: string, limits: ParseLimits = expressionLimits): ParseResult {
  if (text.length > expressionLimits.textLength)
    return fail('The expression is longer than 64 kB; split it.', 0, 'limit');
  const { tokens, problems } = scanText(text, limits.tokens);
  if (problems.length > 0) return { problems };
  if (tokens.length === 0) return fail('Write an expression.', 0, 'syntax');
  const found = checkTokens(tokens, limits.depth);
  return found.length > 0 ? { problems: found } : parseTokens(text, tokens);
}

function parseTokens(text: string, tokens: readonly Token[]): ParseResult {
  const starts = new Map(tokens.map((token) => [token.end, token.start]));
  const startOf = (end: number) => starts.get(end) ?? Math.min(end, text.length);
  try {
    const source = jsonata(text).ast() as SourceNode;
    const isFunction = (name: string) => functions.some((one) => one.name === name);
    return { tree: convertTree(source, { startOf, isFunction }), problems: [] };
  } catch (error) {
    if (error instanceof ProblemFound) return { problems: [error.problem] };
    if (error instanceof RangeError) return fail('The expression is too long; split the rule.', 0, 'limit');
    return { problems: [explain(error as ParserError, startOf)] };
  }
}

type ParserError = {
  readonly code?: string;
  readonly position?: number;
  readonly token?: unknown;
  readonly value?: unknown;
};

const sentences: Readonly<Record<string, (token: string, expected: string) => string>> = {
  S0201: (token) => `Remove ${token}, or put an operator before it.`,
  S0202: (token, expected) => `Write ${expected} before ${token}.`,
  S0203: (_, expected) => `Write ${expected} at the end.`,
  S0206: (token) => `${token} does not belong here.`,
  S0207: () => 'Something is missing at the end.',
  S0211: (token) => `Write a value before ${token}.`,
  S0212: () => 'Left of := must stand a variable, such as $x.',
  S0213: (token) => `After a dot must stand a name; put ${token} in quotation marks.`,
};

/** Errors located after the last token. */
const endCodes = new Set(['S0203', 'S0207']);

/** jsonata's messages are for programmers; these say what to do. */
function explain(error: ParserError, startOf: (end: number) => number): Problem {
  const end = error.position ?? 0;
  const at = endCodes.has(error.code ?? '') ? end : startOf(end);
  const sentence =
    sentences[error.code ?? ''] ?? (() => 'This part cannot be read; check the spelling before it.');
  const message = sentence(show(error.token ?? error.value), show(error.value));
  return { message, at, length: Math.max(1, end - at), code: 'syntax' };
}

function show(value: unknown): string {
  const text = String(value ?? 'the end');
  if (text === '(end)') return 'the end';
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}

function fail(message: string, at: number, code: string): ParseResult {
  return { problems: [{ message, at, code }] };
}
