/** Named steps that lead from values to amounts: what they may refer to, and what comes of them. */
import type { Operand, Problem } from '#engine';

/** One step as it is written; others call its value `$Name`. */
export type Step = {
  readonly name: string;
  readonly text: string;
  /** The part of the whole that its value is added to; without one it is only a value on the way. */
  readonly part?: string;
  /** Decimals its value is rounded to, halves away from zero; absent: as it comes. */
  readonly scale?: number;
};

/** What is looked up by the values of some operands. */
export type LookUp = {
  /** The function that asks for it: `$table('Base')`. */
  readonly kind: string;
  readonly name: string;
  /** Names of operands. */
  readonly keys: readonly string[];
  /** Decimal texts by `cellKey` of the values. */
  readonly cells: ReadonlyMap<string, string>;
  /** Only under this choice; absent: under any. */
  readonly under?: string;
  /** The record it is kept in; absent for a table of the formula itself. */
  readonly id?: string;
};

/** Everything steps may refer to. */
export type StepBook = {
  readonly operands: readonly Operand[];
  readonly lookUps: readonly LookUp[];
  /** Kinds of look-ups, the functions that ask for them. */
  readonly kinds: readonly string[];
  /** What the choice is called in steps: `plan` for `$plan`. */
  readonly choice: string;
};

export type StepProblem = Problem & { readonly step: string };

/** What a step came to, and why: for people to read. */
export type StepResult = {
  readonly name: string;
  /** As short as it can be written; a text or yes and no as they are. */
  readonly value: string | boolean;
  /** Before it was rounded, where that is another number. */
  readonly exact?: string;
  readonly part?: string;
  readonly lookUps: readonly {
    readonly kind: string;
    readonly name: string;
    readonly keys: readonly string[];
    readonly value: string;
  }[];
};

/** The key of a cell: its values in the order of the look-up's keys. */
export const cellKey = (values: readonly unknown[]): string => values.map(String).join('\u0000');
