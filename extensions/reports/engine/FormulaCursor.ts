/** Moves through the tokens of a formula. */
import { FormulaError } from './FormulaError.ts';
import type { FormulaToken } from './formulaTokens.ts';

const deepest = 150;

export class FormulaCursor {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly FormulaToken[];
  private readonly text: string;

  constructor(tokens: readonly FormulaToken[], text: string) {
    this.tokens = tokens;
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  next(): FormulaToken {
    const token = this.tokens[this.at];
    if (!token) throw this.broken();
    this.at += 1;
    return token;
  }

  /** The sign or word that comes, in small letters; it stays. */
  peek(ahead = 0): string | undefined {
    const token = this.tokens[this.at + ahead];
    return !token || token.kind === 'text' || token.kind === 'date' ? undefined : token.text.toLowerCase();
  }

  word(): string {
    const token = this.next();
    if (token.kind !== 'word') throw this.broken();
    return token.text;
  }

  quoted(): string {
    const token = this.next();
    if (token.kind !== 'text') throw this.broken();
    return token.text;
  }

  takes(text: string): boolean {
    if (this.peek() !== text) return false;
    this.at += 1;
    return true;
  }

  takesAny(texts: readonly string[]): string | undefined {
    const found = this.peek();
    if (found === undefined || !texts.includes(found)) return undefined;
    this.at += 1;
    return found;
  }

  expect(text: string): void {
    if (!this.takes(text)) throw this.broken();
  }

  deeper<Result>(read: () => Result): Result {
    this.depth += 1;
    if (this.depth > deepest) throw new FormulaError('report.formula.too-long', this.text.slice(0, 40));
    const result = read();
    this.depth -= 1;
    return result;
  }

  broken(): FormulaError {
    return new FormulaError('report.formula.broken', this.text.slice(0, 60));
  }
}
