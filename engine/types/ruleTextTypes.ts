/** Operands of rule texts by source name, and functions that the host answers. */
import type { Parameter } from '../expression/functionTypes.ts';

export type OperandType = 'number' | 'text' | 'boolean' | 'date' | 'datetime';

export type OperandValue = {
  readonly value: string | number | boolean;
  readonly label: string;
  /** For a derived operand: the values of its base that this one stands for. */
  readonly members?: readonly (string | number | boolean)[];
  /** Or the range of its base's numbers. */
  readonly range?: OperandRange;
};

/** An absent end is unlimited. */
export type OperandRange = {
  readonly low?: number;
  readonly high?: number;
  readonly includesLow: boolean;
  readonly includesHigh: boolean;
};

/** Something a rule may refer to, under its name in texts: `Policy.TermMonth`. */
export type Operand = {
  readonly id?: string;
  readonly name: string;
  readonly label: string;
  readonly type: OperandType;
  /** Its possible values, if listed. */
  readonly values?: readonly OperandValue[];
  /** The base operand whose value determines this one's: groups and ranges of it. */
  readonly follows?: string;
  /** The page where it is edited. */
  readonly page?: string;
};

/** A function of rule texts that the store answers. */
export type RuleFunction = {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** Message keys: what it tests, and its wording in plain words. */
  readonly help?: string;
  readonly words?: string;
};

/** What a text may refer to. */
export type RuleVocabulary = {
  readonly operands: readonly Operand[];
  readonly functions: readonly RuleFunction[];
};
