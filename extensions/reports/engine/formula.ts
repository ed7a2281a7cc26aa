/** The formulas of report definitions: read into a tree by a parser of their own; nothing is ever run as code. */
import type { SheetValue } from '#engine';
import { FormulaError } from './FormulaError.ts';
import { aggregateNames, functionShapes, globalNames } from './formulaNames.ts';
import { type FormulaToken, formulaTokens } from './formulaTokens.ts';

export type Formula =
  | { readonly kind: 'value'; readonly value: SheetValue }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'parameter'; readonly name: string; readonly member: 'Value' | 'Label' | 'Count' }
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'operator'; readonly operator: string; readonly operands: readonly Formula[] }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Formula[] }
  | {
      readonly kind: 'aggregate';
      readonly name: string;
      readonly of: Formula | undefined;
      /** The data set or group it is over; undefined: the innermost. */
      readonly scope: string | undefined;
    };

const limits = { letters: 8000, tokens: 2000, depth: 150 };

export const isFormulaText = (text: string): boolean => text.trimStart().startsWith('=');

/** Reads `=Sum(Fields!Net.Value) / 2`; throws a FormulaError. */
export function parseFormula(text: string): Formula {
  if (text.length > limits.letters) throw new FormulaError('report.formula.too-long', text.slice(0, 40));
  const tokens = formulaTokens(text.trimStart().slice(1));
  if (tokens.length > limits.tokens) throw new FormulaError('report.formula.too-long', text.slice(0, 40));
  const reader = new FormulaReader(tokens, text);
  return reader.whole();
}

/** Weakest first. */
const levels: readonly (readonly string[])[] = [
  ['or', 'orelse', 'xor'],
  ['and', 'andalso'],
  ['=', '<>', '<', '>', '<=', '>=', 'like'],
  ['&'],
  ['+', '-'],
  ['mod'],
  ['\\'],
  ['*', '/'],
  ['^'],
];
const negation = 2;

class FormulaReader {
  private at = 0;
  private depth = 0;
  private isInAggregate = false;
  private readonly tokens: readonly FormulaToken[];
  private readonly text: string;

  constructor(tokens: readonly FormulaToken[], text: string) {
    this.tokens = tokens;
    this.text = text;
  }

  whole(): Formula {
    const formula = this.level(0);
    if (this.at < this.tokens.length) throw this.broken();
    return formula;
  }

  /** Operators of one strength, from the left; `Not` stands between And and the comparisons. */
  private level(strength: number): Formula {
    if (strength === negation && this.takes('not')) {
      const operand = this.deeper(() => this.level(strength));
      return { kind: 'operator', operator: 'not', operands: [operand] };
    }
    const operators = levels[strength];
    if (!operators) return this.signed();
    let left = this.level(strength + 1);
    for (let found = this.takesAny(operators); found; found = this.takesAny(operators)) {
      const right = this.level(strength + 1);
      left = { kind: 'operator', operator: found, operands: [left, right] };
    }
    return left;
  }

  private signed(): Formula {
    if (this.takes('-'))
      return { kind: 'operator', operator: 'negate', operands: [this.deeper(() => this.signed())] };
    if (this.takes('+')) return this.deeper(() => this.signed());
    return this.methods(this.deeper(() => this.single()));
  }

  /** `.ToString("d")`, `.Value` and `.Trim()` after what they are of. */
  private methods(subject: Formula): Formula {
    let formula = subject;
    while (this.takes('.')) {
      const name = this.word();
      const operands = this.takes('(') ? this.operands() : [];
      const own = { tostring: 'format', trim: 'trim', toupper: 'ucase', tolower: 'lcase' }[
        name.toLowerCase()
      ];
      if (!own) throw new FormulaError('report.formula.unknown', name);
      const isText = own === 'format' && operands.length === 0;
      formula = { kind: 'call', name: isText ? 'cstr' : own, operands: [formula, ...operands] };
    }
    return formula;
  }

  private single(): Formula {
    const token = this.tokens[this.at];
    if (!token) throw this.broken();
    this.at += 1;
    if (token.kind === 'number') return { kind: 'value', value: Number(token.text) };
    if (token.kind === 'text') return { kind: 'value', value: token.text };
    if (token.kind === 'sign') {
      if (token.text !== '(') throw this.broken();
      const inner = this.level(0);
      if (!this.takes(')')) throw this.broken();
      return inner;
    }
    return this.named(token.text);
  }

  private named(name: string): Formula {
    const low = name.toLowerCase();
    if (low === 'true' || low === 'false') return { kind: 'value', value: low === 'true' };
    if (low === 'nothing') return { kind: 'value', value: null };
    if (['fields', 'parameters', 'globals', 'user'].includes(low) && this.takes('!')) return this.member(low);
    // Constants and functions of the language are also written with the place they come from.
    if (low === 'vbcrlf' || low === 'vblf') return { kind: 'value', value: '\n' };
    if (
      ['math', 'microsoft', 'visualbasic', 'system', 'strings', 'environment'].includes(low) &&
      this.takes('.')
    ) {
      const next = this.word();
      return next.toLowerCase() === 'newline' ? { kind: 'value', value: '\n' } : this.named(next);
    }
    if (!this.takes('(')) {
      if (low === 'now' || low === 'today') return { kind: 'call', name: low, operands: [] };
      throw new FormulaError('report.formula.unknown', name);
    }
    return aggregateNames.has(low) ? this.aggregate(low) : this.call(low, name);
  }

  private member(of: string): Formula {
    const name = this.word();
    if (of === 'globals' || of === 'user') {
      if (!globalNames.has(name.toLowerCase()))
        throw new FormulaError('report.formula.unknown', `${of}!${name}`);
      return { kind: 'global', name: name.toLowerCase() };
    }
    const member = this.takes('.') ? this.word() : 'Value';
    if (of === 'fields') {
      if (member === 'IsMissing') return { kind: 'value', value: false };
      if (member !== 'Value') throw new FormulaError('report.formula.unknown', `Fields!${name}.${member}`);
      return { kind: 'field', name };
    }
    if (member !== 'Value' && member !== 'Label' && member !== 'Count')
      throw new FormulaError('report.formula.unknown', `Parameters!${name}.${member}`);
    const parameter: Formula = { kind: 'parameter', name, member };
    // Of several values the one at a place.
    return this.takes('(')
      ? { kind: 'call', name: 'item', operands: [parameter, ...this.operands()] }
      : parameter;
  }

  private call(name: string, written: string): Formula {
    const shape = functionShapes[name];
    if (!shape) throw new FormulaError('report.formula.unknown', written);
    const operands = this.operands();
    if (operands.length < shape[0] || operands.length > shape[1])
      throw new FormulaError('report.formula.broken', written);
    return { kind: 'call', name, operands };
  }

  private aggregate(name: string): Formula {
    // A sum of sums would be worked out once a row for each row.
    if (this.isInAggregate) throw new FormulaError('report.formula.unknown', `${name}(${name}())`);
    this.isInAggregate = true;
    const operands = this.operands();
    this.isInAggregate = false;
    const isScopeOnly = name === 'rownumber' || name === 'countrows';
    const [of, scope] = isScopeOnly ? [undefined, operands[0]] : operands;
    const isWhole = operands.length <= (isScopeOnly ? 1 : 2) && (isScopeOnly || of !== undefined);
    const named = scope?.kind === 'value' ? scope.value : undefined;
    if (!isWhole || (scope && scope.kind !== 'value')) throw new FormulaError('report.formula.broken', name);
    return {
      kind: 'aggregate',
      name,
      of,
      scope: typeof named === 'string' ? named : named === null ? '' : undefined,
    };
  }

  private operands(): Formula[] {
    const found: Formula[] = [];
    if (this.takes(')')) return found;
    do found.push(this.deeper(() => this.level(0)));
    while (this.takes(','));
    if (!this.takes(')')) throw this.broken();
    return found;
  }

  private deeper<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > limits.depth) throw new FormulaError('report.formula.too-long', this.text.slice(0, 40));
    const result = read();
    this.depth -= 1;
    return result;
  }

  private word(): string {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word') throw this.broken();
    this.at += 1;
    return token.text;
  }

  private takes(text: string): boolean {
    const token = this.tokens[this.at];
    if (!token || token.kind === 'text' || token.text.toLowerCase() !== text) return false;
    this.at += 1;
    return true;
  }

  private takesAny(texts: readonly string[]): string | undefined {
    return texts.find((text) => this.takes(text));
  }

  private broken(): FormulaError {
    return new FormulaError('report.formula.broken', this.text.slice(0, 60));
  }
}
