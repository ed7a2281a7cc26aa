/** What rule texts are about: operands by source name, and functions a host answers. */
import type { Parameter } from '../expression/functionTypes.ts';

export type OperandType = 'number' | 'text' | 'boolean' | 'date' | 'datetime';

export type OperandValue = {
  readonly value: string | number | boolean;
  readonly label: string;
  /** Of an operand that follows from another one: the values of that one it stands for. */
  readonly members?: readonly (string | number | boolean)[];
  /** Or the numbers of it. */
  readonly range?: OperandRange;
};

/** Absent ends are no bound. */
export type OperandRange = {
  readonly low?: number;
  readonly high?: number;
  readonly includesLow: boolean;
  readonly includesHigh: boolean;
};

/** Something a rule may speak of, under the name its text uses: `Policy.TermMonth`. */
export type Operand = {
  readonly id?: string;
  readonly name: string;
  readonly label: string;
  readonly type: OperandType;
  /** The values it can have, where they are listed. */
  readonly values?: readonly OperandValue[];
  /** The operand whose value decides which of its own values this one has: groups and ranges of it. */
  readonly follows?: string;
  /** Where it is edited. */
  readonly page?: string;
};

/** A function of rule texts whose answer the store holds. */
export type RuleFunction = {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** Keys of messages: what it asks, and how it is said in plain words. */
  readonly help?: string;
  readonly words?: string;
};

/** What a text may speak of. */
export type RuleVocabulary = {
  readonly operands: readonly Operand[];
  readonly functions: readonly RuleFunction[];
};
