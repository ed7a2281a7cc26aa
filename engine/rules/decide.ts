/** Runs a rule's expression; what cannot be decided is an answer, not a crash. */
import type { Compiled, Scope } from '../expression/types.ts';

export type Decision = 'yes' | 'no' | 'undecided';

export type Computed = { readonly value: unknown } | { readonly failed: true };

/** The value of an expression, or that it failed. */
export function compute(expression: Compiled, scope: Scope): Computed {
  try {
    return { value: expression.evaluate(scope) };
  } catch {
    return { failed: true };
  }
}

/** Whether an expression holds, as jsonata casts to a boolean; a missing value does not hold. */
export function decide(expression: Compiled, scope: Scope): Decision {
  try {
    return holds(expression.evaluate(scope)) ? 'yes' : 'no';
  } catch {
    return 'undecided';
  }
}

function holds(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.some(holds);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
