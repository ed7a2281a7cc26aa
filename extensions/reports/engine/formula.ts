/** Parses the formulas of report definitions into trees; nothing is ever run as code. */
import { FormulaCursor } from './FormulaCursor.ts';
import { FormulaError } from './FormulaError.ts';
import { formulaTokens } from './formulaTokens.ts';
import type { Formula } from './formulaTypes.ts';
import { readNamed } from './readNamed.ts';
import { parseNumber } from './vb/convert.ts';
import { cultureOf } from './vb/culture.ts';
import { memberNames } from './vb/members.ts';
import { parseMoment } from './vb/parseMoment.ts';

export type { Formula } from './formulaTypes.ts';

const limits = { letters: 32_000, tokens: 6000 };

export const isFormulaText = (text: string): boolean => text.trimStart().startsWith('=');

/** Reads `=Sum(Fields!Net.Value) / 2`; throws a FormulaError. */
export function parseFormula(text: string): Formula {
  if (text.length > limits.letters) throw new FormulaError('report.formula.too-long', text.slice(0, 40));
  const tokens = formulaTokens(text.trimStart().slice(1));
  if (tokens.length > limits.tokens) throw new FormulaError('report.formula.too-long', text.slice(0, 40));
  const cursor = new FormulaCursor(tokens, text);
  const formula = new FormulaReader(cursor).level(0);
  if (!cursor.isAtEnd) throw cursor.broken();
  return formula;
}

/** Operators by precedence in Visual Basic, lowest first. */
const levels: readonly (readonly string[])[] = [
  ['xor'],
  ['or', 'orelse'],
  ['and', 'andalso'],
  [],
  ['=', '<>', '<', '>', '<=', '>=', 'like', 'is', 'isnot'],
  ['<<', '>>'],
  ['&'],
  ['+', '-'],
  ['mod'],
  ['\\'],
  ['*', '/'],
];
const negation = 3;
const omitted: Formula = { kind: 'value', value: null, isOmitted: true };
const english = cultureOf('en-US');

class FormulaReader {
  readonly cursor: FormulaCursor;

  constructor(cursor: FormulaCursor) {
    this.cursor = cursor;
  }

  whole(): Formula {
    return this.cursor.deeper(() => this.level(0));
  }

  /** Operators of one strength, from the left; `Not` stands between And and the comparisons. */
  level(strength: number): Formula {
    const { cursor } = this;
    if (strength === negation && cursor.takes('not')) {
      const operand = cursor.deeper(() => this.level(strength));
      return { kind: 'operator', operator: 'not', operands: [operand] };
    }
    const operators = levels[strength];
    if (!operators) return this.signed();
    let left = this.level(strength + 1);
    for (let found = cursor.takesAny(operators); found; found = cursor.takesAny(operators)) {
      // `x = Not y` is read too.
      const right =
        cursor.peek() === 'not' && strength > negation ? this.level(negation) : this.level(strength + 1);
      left = { kind: 'operator', operator: found, operands: [left, right] };
    }
    return left;
  }

  /** A sign is weaker than a power: -2 ^ 2 is -4. */
  private signed(): Formula {
    const { cursor } = this;
    if (cursor.takes('-')) {
      const operand = cursor.deeper(() => this.signed());
      return { kind: 'operator', operator: 'negate', operands: [operand] };
    }
    if (cursor.takes('+')) return cursor.deeper(() => this.signed());
    return this.power();
  }

  private power(): Formula {
    const { cursor } = this;
    let left = this.members(cursor.deeper(() => this.single()));
    while (cursor.takes('^')) {
      const sign = cursor.peek();
      const right =
        sign === '-' || sign === '+'
          ? cursor.deeper(() => this.signedOperand())
          : this.members(cursor.deeper(() => this.single()));
      left = { kind: 'operator', operator: '^', operands: [left, right] };
    }
    return left;
  }

  private signedOperand(): Formula {
    const { cursor } = this;
    const isNegative = cursor.takes('-') || !cursor.takes('+');
    const sign = cursor.peek();
    const operand =
      sign === '-' || sign === '+'
        ? cursor.deeper(() => this.signedOperand())
        : this.members(cursor.deeper(() => this.single()));
    return isNegative ? { kind: 'operator', operator: 'negate', operands: [operand] } : operand;
  }

  /** `.ToString("d")`, `.Value` and `(0)` after what they are of. */
  private members(subject: Formula): Formula {
    const { cursor } = this;
    let formula = subject;
    for (;;) {
      if (cursor.takes('(')) {
        const operands = this.operands();
        if (operands.length !== 1) throw cursor.broken();
        formula = { kind: 'call', name: 'item', operands: [formula, ...operands] };
      } else if (cursor.takes('.')) {
        const written = cursor.word();
        const name = written.toLowerCase();
        if (!memberNames.has(name)) throw new FormulaError('report.formula.unknown', written);
        const operands = cursor.takes('(') ? this.operands() : [];
        formula = { kind: 'member', name, of: formula, operands };
      } else return formula;
    }
  }

  private single(): Formula {
    const { cursor } = this;
    const token = cursor.next();
    if (token.kind === 'number') return { kind: 'value', value: parseNumber(token.text, english) ?? 0 };
    if (token.kind === 'text') return { kind: 'value', value: token.text };
    if (token.kind === 'date') {
      const value = parseMoment(token.text, english);
      if (!value) throw cursor.broken();
      return { kind: 'value', value };
    }
    if (token.kind === 'word') return readNamed(this, token.text);
    if (token.text === '{') return { kind: 'call', name: 'array', operands: this.operands('}') };
    if (token.text !== '(') throw cursor.broken();
    const inner = this.whole();
    cursor.expect(')');
    return inner;
  }

  /** Up to the bracket that closes them. */
  operands(end = ')'): Formula[] {
    const { cursor } = this;
    const found: Formula[] = [];
    if (cursor.takes(end)) return found;
    do found.push(this.isOmitted(end) ? omitted : this.whole());
    while (cursor.takes(','));
    cursor.expect(end);
    return found;
  }

  /** `FormatNumber(x, 1, , True)` */
  private isOmitted(end: string): boolean {
    const next = this.cursor.peek();
    return end === ')' && (next === ',' || next === end);
  }
}
