/** What rule texts are about: operands by source name, and functions a host answers. */
import type { Parameter } from '../expression/functionTypes.ts';

export type OperandType = 'number' | 'text' | 'boolean' | 'date' | 'datetime';

export type OperandValue = { readonly value: string | number | boolean; readonly label: string };

/** Something a rule may speak of, under the name its text uses: `Policy.TermMonth`. */
export type Operand = {
  readonly id?: string;
  readonly name: string;
  readonly label: string;
  readonly type: OperandType;
  /** The values it can have, where they are listed. */
  readonly values?: readonly OperandValue[];
};

/** A function of rule texts whose answer the store holds. */
export type RuleFunction = {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly help?: string;
};

/** What a text may speak of. */
export type RuleVocabulary = {
  readonly operands: readonly Operand[];
  readonly functions: readonly RuleFunction[];
};
