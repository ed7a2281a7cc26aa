/** What the server answers about a rule text, and what is asked of it. */
import type { DataRecord, OperandType, Tree } from '#engine';

export type RuleOperand = {
  readonly SourceName: string;
  readonly Name: string;
  readonly Type: OperandType;
  readonly Values: readonly RuleOperandValue[];
  /** The source name its value follows from: it is a group or a range of that one. */
  readonly Follows?: string;
  /** Where it is edited. */
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

export type RuleFunctionHelp = {
  readonly Name: string;
  readonly Parameters: readonly {
    readonly Name: string;
    readonly Type: string;
    readonly IsOptional: boolean;
  }[];
  readonly Help: string | null;
  /** Key of the message that says it in plain words, with its arguments by name. */
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
  /** Source names the text reads. */
  readonly Used: readonly string[];
  readonly Operands: readonly RuleOperand[];
  readonly Functions: readonly RuleFunctionHelp[];
  /** One for each case, in their order; none while the text has errors. */
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

/** Asks the server about a text. */
export type CheckRule = (question: RuleQuestion) => Promise<RuleAnswer>;

/** A saved example, as its row is stored. */
export type RuleExample = {
  readonly Title?: string;
  readonly Values?: RuleValues;
  readonly Expected?: boolean | null;
};
