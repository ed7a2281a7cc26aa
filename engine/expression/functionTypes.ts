import type { FunctionCall } from './Evaluation.ts';
import type { Read } from './tree.ts';

/** The static type of an expression. */
export type ExpressionType =
  | {
      readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'any' | 'nothing';
      /** The only values it can have: those of a list of choices. */
      readonly choices?: () => readonly (string | number)[];
    }
  | { readonly kind: 'list'; readonly of: () => ExpressionType }
  | {
      readonly kind: 'object';
      readonly name?: string;
      readonly fields: Readonly<Record<string, () => ExpressionType>>;
      /** True when there may be unknown fields as well. */
      readonly open?: boolean;
    };

/**
 * `scalar` is a number, text or boolean; `amount` a number or a decimal text; `date` a date as text;
 * `numbers` and `texts` are lists, or a single value that stands for a list.
 */
export type ParameterType =
  | 'any'
  | 'text'
  | 'number'
  | 'boolean'
  | 'scalar'
  | 'amount'
  | 'date'
  | 'object'
  | 'list'
  | 'numbers'
  | 'texts';

export type Parameter = {
  readonly name: string;
  readonly type: ParameterType;
  readonly isOptional?: boolean;
  /** If omitted, the current value is used, as in `Names.$uppercase()`. */
  readonly isContext?: boolean;
  /** The last parameter may be repeated. */
  readonly isRest?: boolean;
};

/** One function: signature, result type and implementation. */
export type FunctionRecord = {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly result: ExpressionType | ((args: readonly ExpressionType[]) => ExpressionType);
  /** Arguments are converted to the parameter types as in jsonata; otherwise they are passed unchanged. */
  readonly isStrict?: boolean;
  readonly evaluate: (args: readonly unknown[], call: FunctionCall) => unknown;
  /** What it reads besides its arguments, so that dependants are rerun. */
  readonly reads?: readonly Read[];
  /** Checks a text literal passed as an argument, before anything runs; returns the problem. */
  readonly refuses?: (text: string) => string | undefined;
  readonly help?: string;
};

export type FunctionTable = ReadonlyMap<string, FunctionRecord>;

export const textType: ExpressionType = { kind: 'text' };
export const numberType: ExpressionType = { kind: 'number' };
export const booleanType: ExpressionType = { kind: 'boolean' };
export const anyType: ExpressionType = { kind: 'any' };
export const nothingType: ExpressionType = { kind: 'nothing' };

/** A list of values of one type. */
export function listType(of: ExpressionType): ExpressionType {
  return { kind: 'list', of: () => of };
}

/** A required parameter. */
export function needs(name: string, type: ParameterType): Parameter {
  return { name, type };
}

/** An optional trailing parameter. */
export function takes(name: string, type: ParameterType): Parameter {
  return { name, type, isOptional: true };
}

/** A leading parameter that defaults to the current value. */
export function orCurrent(name: string, type: ParameterType): Parameter {
  return { name, type, isContext: true };
}
