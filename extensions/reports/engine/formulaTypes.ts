/** The syntax tree of a formula. */
import type { FormulaCursor } from './FormulaCursor.ts';
import type { FormulaValue } from './vb/values.ts';

export type Formula =
  | { readonly kind: 'value'; readonly value: FormulaValue; readonly isOmitted?: boolean }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'missing'; readonly name: string }
  | {
      readonly kind: 'parameter';
      readonly name: string;
      readonly member: 'Value' | 'Label' | 'Count' | 'IsMultiValue';
    }
  | { readonly kind: 'global'; readonly name: string }
  /** The value of another text box. */
  | { readonly kind: 'item'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string }
  /** The value of the text box whose looks are worked out. */
  | { readonly kind: 'own' }
  | { readonly kind: 'operator'; readonly operator: string; readonly operands: readonly Formula[] }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Formula[] }
  | {
      readonly kind: 'member';
      readonly name: string;
      readonly of: Formula;
      readonly operands: readonly Formula[];
    }
  | Aggregate
  | LookupFormula;

export type Aggregate = {
  readonly kind: 'aggregate';
  readonly name: string;
  readonly of: Formula | undefined;
  /** The data set, region or group it is over; empty: the outermost; undefined: the innermost. */
  readonly scope: string | undefined;
  /** What a running value sums up by. */
  readonly by?: string;
};

export type LookupFormula = {
  readonly kind: 'lookup';
  readonly name: 'lookup' | 'lookupset' | 'multilookup';
  readonly source: Formula;
  readonly destination: Formula;
  readonly result: Formula;
  readonly set: string;
};

/** The operands of a formula. */
export function partsOf(formula: Formula): readonly Formula[] {
  switch (formula.kind) {
    case 'operator':
    case 'call':
      return formula.operands;
    case 'member':
      return [formula.of, ...formula.operands];
    case 'aggregate':
      return formula.of ? [formula.of] : [];
    case 'lookup':
      return [formula.source, formula.destination, formula.result];
    default:
      return [];
  }
}

/** The formula and all its parts. */
export function* everyPart(formula: Formula): Generator<Formula> {
  yield formula;
  for (const part of partsOf(formula)) yield* everyPart(part);
}

/** What the parts of the parser need of each other. */
export type FormulaReading = {
  readonly cursor: FormulaCursor;
  readonly whole: () => Formula;
  /** Up to the bracket that closes them, which is open. */
  readonly operands: () => Formula[];
};
