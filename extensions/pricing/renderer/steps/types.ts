/** Types of the steps editor: rows as stored, names as in the calls. */

import type { Gap } from '../GapList.tsx';

export type StepRow = {
  readonly Name: string;
  readonly Title?: string | null;
  readonly Expression: string;
  readonly Scale?: number | null;
} & Readonly<Record<string, unknown>>;

export type TableRow = { readonly Name: string; readonly Cells?: string | null };

export type ExampleRow = {
  readonly Title?: string | null;
  readonly PlanId?: string | null;
  readonly Values?: Values;
  readonly Expected?: number | null;
};

export type Values = Readonly<Record<string, unknown>>;

export type Draft = {
  readonly Steps: readonly StepRow[];
  readonly LookUpTables: readonly TableRow[];
  readonly Examples: readonly ExampleRow[];
};

export type StepsProblem = {
  readonly Step: string;
  readonly At: number;
  readonly Code: string;
  readonly Message: string;
  readonly Fix: string | null;
};

export type StepsOperand = {
  readonly Name: string;
  readonly Label: string;
  readonly Type: string;
  readonly Follows: string | null;
  readonly Values: readonly { readonly Value: string | number | boolean; readonly Label: string }[];
};

export type StepsBook = {
  readonly Operands: readonly StepsOperand[];
  readonly Plans: readonly { readonly Id: string; readonly Choice: string; readonly Name: string }[];
  readonly LookUps: readonly {
    readonly Kind: string;
    readonly Name: string;
    readonly Keys: readonly string[];
  }[];
  readonly Buckets: readonly { readonly Id: string; readonly Name: string }[];
};

/** A look-up without a value for some combinations; `Id` is its record, absent for a table of the steps. */
export type StepsWarning = {
  readonly Code: string;
  readonly Name: string;
  readonly Count: number;
  readonly Gaps: readonly Gap[];
  readonly Id: string | null;
  readonly Plan: { readonly Id: string; readonly Name: string } | null;
};

type Findings = {
  readonly Problems: readonly StepsProblem[];
  readonly Warnings: readonly StepsWarning[];
};

export type Judged = Findings & { readonly isValid: boolean };

/** Findings of the call; the member named by the block's `valid` says whether all steps are valid. */
export type Verdict = Findings & Readonly<Record<string, unknown>>;

export type Stored = Draft &
  Verdict & { readonly Id: string | null; readonly Revision?: number; readonly Book: StepsBook };

type TriedStep = {
  readonly Name: string;
  readonly Value: string | boolean;
  readonly Exact: string | null;
  readonly Text: string;
  readonly Bucket: string | null;
  readonly LookUps: readonly {
    readonly Kind: string;
    readonly Name: string;
    readonly Keys: readonly string[];
    readonly Value: string;
  }[];
};

export type Tried = {
  readonly Price: number;
  readonly IsEligible: boolean | null;
  readonly Buckets: readonly { readonly Id: string; readonly Name: string; readonly Amount: number }[];
  readonly Steps: readonly TriedStep[];
};

export type Asked = { readonly PlanId: string | undefined; readonly Values: Values };

/** Checks and computes steps, on the server or on this page without a session. */
export type StepsHost = {
  readonly judge: (draft: Draft, signal: AbortSignal) => Promise<Judged>;
  /** Throws an error whose message says why there is no price. */
  readonly price: (draft: Draft, asked: Asked, signal: AbortSignal) => Promise<Tried>;
};
