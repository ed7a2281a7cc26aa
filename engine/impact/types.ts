/** How far a rule reaches among the values its operands can have. */
import type { Tree } from '../expression/tree.ts';
import type { Operand } from '../types/ruleTextTypes.ts';

export type ImpactQuestion = {
  readonly tree: Tree;
  readonly operands: readonly Operand[];
  /** Functions of the text that only the store can answer. */
  readonly asked: readonly string[];
  /** `YYYY-MM-DD`, as `$today` says. */
  readonly today: string;
};

/** Counts of combinations, each one value of every operand that has its values listed. */
export type Impact = {
  readonly total: number;
  readonly admitted: number;
  /** Those that what is free decides. */
  readonly open: number;
  /** Operands and functions that the rule reads and whose values nobody has listed. */
  readonly free: readonly string[];
};

/** One combination of values by operand name; what is missing is undefined. */
export type Assignment = Readonly<Record<string, unknown>>;

/** Operands whose values go together: one that is listed, and those that follow from it. */
export type Axis = {
  readonly operands: readonly string[];
  /** Its values; a range stands for many numbers and is tried at several. */
  readonly points: readonly (readonly Assignment[])[];
};

/** Two bits, `must hold` and `may hold`: `and` and `or` are those of the bits, four verdicts in one word. */
export const verdict = { no: 0, open: 1, yes: 3 } as const;

/** Beyond this many combinations nothing is counted. */
export const impactLimits = { combinations: 4_194_304, trials: 1_000_000 } as const;

/** More combinations hang together than can be counted while somebody types. */
export class TooMany extends Error {}
