/** The tokens of a formula. */
import { FormulaError } from './FormulaError.ts';

export type FormulaToken = {
  readonly kind: 'number' | 'text' | 'date' | 'word' | 'sign';
  readonly text: string;
};

/** White space, line continuations and comments. */
const between = /(?:\s+|_[ \t]*(?:\r?\n|$)|['‘’][^\n]*|rem(?=\s|$)[^\n]*)*/iuy;

const shapes =
  /(&[HOB][0-9A-F]+)|((?:\d+(?:\.\d+)?|\.\d+)(?:E[-+]?\d{1,3})?)(?:(?:[DFRSIL]|U[SIL])(?![\p{L}\p{N}_])|[#@%](?!\d))?|["“”]((?:[^"“”]|["“”]{2})*)["“”](?:c(?![\p{L}\p{N}_]))?|#([^#\n]{1,40})#|([\p{L}_][\p{L}\p{N}_]*)|\[([^\]\n]{1,200})\]|(<>|<=|>=|=<|=>|<<|>>|[-+*/\\^&=<>().,!{}?])/iuy;

export function formulaTokens(text: string): readonly FormulaToken[] {
  const found: FormulaToken[] = [];
  for (let at = skipped(text, 0); at < text.length; ) {
    shapes.lastIndex = at;
    const match = shapes.exec(text);
    if (!match) throw new FormulaError('report.formula.broken', text.slice(at, at + 40));
    found.push(tokenOf(match));
    at = skipped(text, shapes.lastIndex);
  }
  return found;
}

function skipped(text: string, at: number): number {
  between.lastIndex = at;
  between.exec(text);
  return Math.max(at, between.lastIndex);
}

const turned: Readonly<Record<string, string>> = { '=<': '<=', '=>': '>=' };

function tokenOf([, radix, number, quoted, day, word, bracketed, sign]: RegExpExecArray): FormulaToken {
  if (radix !== undefined) return { kind: 'number', text: radix };
  if (number !== undefined) return { kind: 'number', text: number };
  if (quoted !== undefined) return { kind: 'text', text: quoted.replace(/["“”]{2}/g, '"') };
  if (day !== undefined) return { kind: 'date', text: day };
  const name = word ?? bracketed;
  return name === undefined
    ? { kind: 'sign', text: turned[sign ?? ''] ?? sign ?? '' }
    : { kind: 'word', text: name };
}
