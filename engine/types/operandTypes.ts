/** Compiled operands and functions of rule texts. */
import type { Compiled } from '../expression/types.ts';
import type { Sort } from './basicTypes.ts';
import type { RouteModel } from './routeTypes.ts';
import type { RuleFunction } from './ruleTextTypes.ts';

/** Operands are records of `entity` whose fields equal those of this record; `by`: theirs → ours. */
export type RuleFieldModel = {
  /** Null: operands without a value in that field. */
  readonly operands: { readonly entity: string; readonly by: Readonly<Record<string, string | null>> };
  /** Rows with examples of the rule: Title, Values, Expected. */
  readonly examples?: string;
  /** Addresses of the rule's editor; the first one that can be filled is used. */
  readonly pages: readonly string[];
  /** Messages: the meaning when the rule holds, does not hold, or is absent. */
  readonly outcomes?: { readonly true: string; readonly false: string; readonly none: string };
};

/** Records that rule texts refer to by name. */
export type OperandModel = {
  readonly name: string;
  readonly label: string;
  /** Gives number, text, boolean, date or datetime. */
  readonly type: Compiled;
  readonly pages: readonly string[];
  /** The confirmation when the operand changes while rules use it. */
  readonly change?: { readonly when: Compiled; readonly at: string; readonly message: string };
  readonly values?: {
    readonly entity: string;
    /** The reference of a value to its operand. */
    readonly of: string;
    readonly value: Compiled;
    readonly label: string;
    readonly sort: readonly Sort[];
    readonly follows?: FollowsModel;
  };
  /** What a rename does to texts with the old name. */
  readonly rename: 'rewrite' | 'refuse';
  /** Shown when rules prevent the change, with {name} and {names}. */
  readonly message: string;
  readonly functions: readonly RuleFunctionModel[];
};

/** Operands that group another one's values or divide its numbers into ranges. */
export type FollowsModel = {
  /** The reference to the other operand. */
  readonly operand: string;
  /** The field of a value that refers to values of the other operand. */
  readonly members?: string;
  readonly low?: Compiled;
  readonly high?: Compiled;
  readonly includesLow?: Compiled;
  readonly includesHigh?: Compiled;
};

/** True when some record of `entity` meets the condition over the arguments and `$scope`. */
export type RuleFunctionModel = RuleFunction & {
  readonly entity: string;
  readonly where: NonNullable<RouteModel['where']>;
};
