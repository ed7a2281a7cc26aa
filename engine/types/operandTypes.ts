/** What rule texts speak of, compiled. */
import type { Compiled } from '../expression/types.ts';
import type { Sort } from './basicTypes.ts';
import type { RouteModel } from './routeTypes.ts';
import type { RuleFunction } from './ruleTextTypes.ts';

/** Operands are the records of `entity` whose fields have the values of this record's, by `by`: theirs → this record's. */
export type RuleFieldModel = {
  /** Null: those that have none there. */
  readonly operands: { readonly entity: string; readonly by: Readonly<Record<string, string | null>> };
  /** Rows that hold examples of the rule: Title, Values, Expected. */
  readonly examples?: string;
  /** Addresses of the rule's editor; the first whose fields are all filled counts. */
  readonly pages: readonly string[];
  /** Messages: what it means where the rule holds, where it does not, and where there is none. */
  readonly outcomes?: { readonly true: string; readonly false: string; readonly none: string };
};

/** Records of an entity that rule texts speak of by a name of theirs. */
export type OperandModel = {
  readonly name: string;
  readonly label: string;
  /** Gives number, text, boolean, date or datetime. */
  readonly type: Compiled;
  readonly pages: readonly string[];
  /** What is asked about while rules use the operand. */
  readonly change?: { readonly when: Compiled; readonly at: string; readonly message: string };
  readonly values?: {
    readonly entity: string;
    /** Field of a value that refers to its operand. */
    readonly of: string;
    readonly value: Compiled;
    readonly label: string;
    readonly sort: readonly Sort[];
    readonly follows?: FollowsModel;
  };
  /** What a new name means for the texts that use the old one. */
  readonly rename: 'rewrite' | 'refuse';
  /** Said where a rule is in the way, with {name} and {names}. */
  readonly message: string;
  readonly functions: readonly RuleFunctionModel[];
};

/** Operands that are groups of another one's values, or ranges of its numbers. */
export type FollowsModel = {
  /** Field of the operand that refers to the other one. */
  readonly operand: string;
  /** Field of a value that refers to the other one's values. */
  readonly members?: string;
  readonly low?: Compiled;
  readonly high?: Compiled;
  readonly includesLow?: Compiled;
  readonly includesHigh?: Compiled;
};

/** A function of rule texts: true when some record of `entity` passes the condition over the arguments and `$scope`. */
export type RuleFunctionModel = RuleFunction & {
  readonly entity: string;
  readonly where: NonNullable<RouteModel['where']>;
};
