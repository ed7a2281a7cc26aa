/** Bounds of a rule text: tighter than those of declarations, as anybody who may edit a rule may write one. */
export const ruleLimits = {
  textLength: 16_384,
  tokens: 3_000,
  nodes: 2_000,
  depth: 60,
  /** Units of work of one evaluation. */
  work: 100_000,
} as const;
