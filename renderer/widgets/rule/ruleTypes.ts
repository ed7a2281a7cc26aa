/** Request and answer of the server's rule check. */
import type { DataRecord, OperandType, Tree } from '#engine';

export type RuleOperand = {
  readonly SourceName: string;
  readonly Name: string;
  readonly Type: OperandType;
  readonly Values: readonly RuleOperandValue[];
  /** The operand from which this one is derived, as a group or a range of it. */
  readonly Follows?: string;
  /** Address of the page that edits it. */
  readonly Page?: string;
};

type RuleOperandValue = {
  readonly Value: string | number | boolean;
  readonly Name: string;
  readonly Members?: readonly (string | number | boolean)[];
  readonly Range?: {
    readonly Low?: number;
    readonly High?: number;
    readonly IncludesLow: boolean;
    readonly IncludesHigh: boolean;
  };
};

/** A name that completes a text, with what it means. */
export type RuleName = { readonly Label: string; readonly Name: string };

export type RuleFunctionHelp = {
  readonly Name: string;
  readonly Parameters: readonly {
    readonly Name: string;
    readonly Type: string;
    readonly IsOptional: boolean;
  }[];
  readonly Help: string | null;
  /** Message key of the explanation, with named arguments. */
  readonly Words: string | null;
};

export type RuleProblem = {
  readonly At: number;
  readonly Length: number;
  readonly Message: string;
  readonly Level: 'error' | 'warning';
  readonly Fix: string | null;
};

type RulePart = {
  readonly At: number;
  readonly End: number;
  readonly Text: string;
  readonly Value: unknown;
  readonly IsUnknown: boolean;
};

export type RuleResult = {
  readonly IsEligible: boolean | null;
  readonly Missing: readonly string[];
  readonly Error: string | null;
  readonly Trace: readonly RulePart[];
};

export type RuleAnswer = {
  readonly Tree: Tree | null;
  readonly Problems: readonly RuleProblem[];
  /** Names of the operands that the text reads. */
  readonly Used: readonly string[];
  readonly Operands: readonly RuleOperand[];
  readonly Functions: readonly RuleFunctionHelp[];
  /** Names besides those of the operands. */
  readonly Names?: readonly RuleName[];
  /** One result per case, in order; empty if the text has errors. */
  readonly Results: readonly RuleResult[];
};

export type RuleValues = Readonly<Record<string, unknown>>;

export type RuleQuestion = {
  readonly entity: string;
  readonly field: string;
  readonly record: DataRecord;
  readonly text: string;
  readonly cases: readonly RuleValues[];
};

/** Checks a rule text on the server. */
export type CheckRule = (question: RuleQuestion) => Promise<RuleAnswer>;

/** A saved example, as stored. */
export type RuleExample = {
  readonly Title?: string;
  readonly Values?: RuleValues;
  readonly Expected?: boolean | null;
};
