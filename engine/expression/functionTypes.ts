import type { FunctionCall } from './Evaluation.ts';
import type { Read } from './tree.ts';

/** What is known about the value of an expression before it runs. */
export type ExpressionType =
  | { readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'any' | 'nothing' }
  | { readonly kind: 'list'; readonly of: () => ExpressionType }
  | {
      readonly kind: 'object';
      readonly name?: string;
      readonly fields: Readonly<Record<string, () => ExpressionType>>;
      /** True when there may be fields beside the known ones. */
      readonly open?: boolean;
    };

/**
 * `scalar` is a number, text or boolean; `amount` a number or a decimal text; `date` a date as text;
 * `numbers` and `texts` are lists, or one value standing for a list.
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
  /** Left out, the current value takes its place, as in `Names.$uppercase()`. */
  readonly isContext?: boolean;
  /** The last parameter may be given any number of times. */
  readonly isRest?: boolean;
};

/** One function: how it is called, what it gives, what it does. */
export type FunctionRecord = {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly result: ExpressionType | ((args: readonly ExpressionType[]) => ExpressionType);
  /** Arguments are fitted to the parameters as jsonata does; otherwise they come as they are. */
  readonly isStrict?: boolean;
  readonly evaluate: (args: readonly unknown[], call: FunctionCall) => unknown;
  /** Read beside the arguments, so that dependants run again. */
  readonly reads?: readonly Read[];
  /** What is wrong with a text that is written out as an argument; such names are checked before anything runs. */
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

/** A parameter that must be given. */
export function needs(name: string, type: ParameterType): Parameter {
  return { name, type };
}

/** A parameter that may be left out at the end. */
export function takes(name: string, type: ParameterType): Parameter {
  return { name, type, isOptional: true };
}

/** A parameter that stands for the current value when left out at the start. */
export function orCurrent(name: string, type: ParameterType): Parameter {
  return { name, type, isContext: true };
}
