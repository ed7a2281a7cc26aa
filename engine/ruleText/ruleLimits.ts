/** Limits of a rule text, tighter than for declarations because more people may write rules. */
export const ruleLimits = {
  textLength: 16_384,
  tokens: 3_000,
  nodes: 2_000,
  depth: 60,
  /** Work units of one evaluation. */
  work: 100_000,
} as const;
