/** How many combinations of operand values a rule admits. */
import type { Tree } from '../expression/tree.ts';
import type { Operand } from '../types/ruleTextTypes.ts';

export type ImpactQuestion = {
  readonly tree: Tree;
  readonly operands: readonly Operand[];
  /** Functions in the text that only the store can answer. */
  readonly asked: readonly string[];
  /** `YYYY-MM-DD`, the value of `$today`. */
  readonly today: string;
};

/** Numbers of combinations of one value per operand with listed values. */
export type Impact = {
  readonly total: number;
  readonly admitted: number;
  /** Combinations whose verdict depends on unlisted values. */
  readonly open: number;
  /** Operands and functions the rule reads that have no listed values. */
  readonly free: readonly string[];
};

/** One combination of values by operand name; missing values are undefined. */
export type Assignment = Readonly<Record<string, unknown>>;

/** Operands whose values vary together: a listed one and those derived from it. */
export type Axis = {
  readonly operands: readonly string[];
  /** Its values; a range stands for many numbers and is sampled. */
  readonly points: readonly (readonly Assignment[])[];
};

/** Two bits, `must hold` and `may hold`: bitwise `and` and `or` combine four verdicts per word. */
export const verdict = { no: 0, open: 1, yes: 3 } as const;

/** Beyond this many combinations nothing is counted. */
export const impactLimits = { combinations: 4_194_304, trials: 1_000_000 } as const;

/** Too many dependent combinations to count while someone types. */
export class TooMany extends Error {}
