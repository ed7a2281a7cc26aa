/** Runs a rule's expression; failures are results, not exceptions. */
import { readDecimal, roundHalfUp, writeDecimal } from '../expression/decimal.ts';
import type { Compiled, Scope } from '../expression/types.ts';
import type { FieldModel } from '../types/modelTypes.ts';

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

/** The value of an expression, rounded to the decimals of the field. */
export function computeFor(
  field: Pick<FieldModel, 'kind' | 'scale'>,
  expression: Compiled,
  scope: Scope,
): Computed {
  const computed = compute(expression, scope);
  if (!('value' in computed) || typeof computed.value !== 'number') return computed;
  const scale = field.kind === 'integer' ? 0 : field.scale;
  return { value: scale === undefined ? plain(computed.value) : rounded(computed.value, scale) };
}

/** Removes binary noise: 10.05 × 2.015 is 20.25075, not 20.250750000000004. */
const plain = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(15)) : value);

/** Rounds halves away from zero; anything but a decimal is left for the schema to refuse. */
function rounded(value: number, scale: number): number {
  if (Number.isInteger(value)) return value;
  const decimal = readDecimal(String(value));
  return decimal ? Number(writeDecimal(roundHalfUp(decimal, scale))) : value;
}

/** Whether an expression holds, cast to boolean as in jsonata; a missing value does not hold. */
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
