/** The words of a formula. */
import { FormulaError } from './FormulaError.ts';

export type FormulaToken = {
  readonly kind: 'number' | 'text' | 'word' | 'sign';
  readonly text: string;
};

const shapes =
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|"((?:[^"]|"")*)"|#([^#]{1,40})#|([\p{L}_][\p{L}\p{N}_]*)|(<>|<=|>=|[-+*/\\^&=<>().,!]))/uy;

export function formulaTokens(text: string): readonly FormulaToken[] {
  const found: FormulaToken[] = [];
  const end = text.trimEnd().length;
  shapes.lastIndex = 0;
  while (shapes.lastIndex < end) {
    const at = shapes.lastIndex;
    const match = shapes.exec(text);
    if (!match) throw new FormulaError('report.formula.broken', text.slice(at, at + 40));
    const [, number, quoted, day, word, sign] = match;
    if (number !== undefined) found.push({ kind: 'number', text: number });
    else if (quoted !== undefined) found.push({ kind: 'text', text: quoted.replaceAll('""', '"') });
    else if (day !== undefined) found.push({ kind: 'text', text: day });
    else found.push(word === undefined ? { kind: 'sign', text: sign ?? '' } : { kind: 'word', text: word });
  }
  return found;
}
