/** The codes that a field of several choices may hold, and their order. */
import type { FieldModel } from '../types/modelTypes.ts';

type Schema = FieldModel['schema'];

const ranksBySchema = new WeakMap<Schema, ReadonlyMap<unknown, number>>();

/** Code → its position in the lookup. */
export function codeRanks(schema: Schema): ReadonlyMap<unknown, number> {
  const known = ranksBySchema.get(schema);
  if (known) return known;
  const { enum: codes = [] } = (schema.items ?? {}) as { readonly enum?: readonly unknown[] };
  const ranks = new Map(codes.map((code, rank) => [code, rank] as const));
  ranksBySchema.set(schema, ranks);
  return ranks;
}

/**
 * The choices in the order of the lookup, so that equal sets are equal lists. Values that are not codes come
 * last, for the field to refuse.
 */
export function inListOrder({ schema }: Pick<FieldModel, 'schema'>, choices: readonly unknown[]): unknown[] {
  const ranks = codeRanks(schema);
  const rankOf = (code: unknown) => ranks.get(code) ?? ranks.size;
  return choices.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Digits of a rank in a sort key: keys compare as text. */
export const rankDigits = 6;

/** The sort key of a list of choices: its ranks, in ascending order. Undefined for an empty list. */
export function choicesKey({ schema }: Pick<FieldModel, 'schema'>, choices: readonly unknown[]) {
  const ranks = codeRanks(schema);
  const known = choices.flatMap((code) => ranks.get(code) ?? []).sort((one, other) => one - other);
  return known.length === 0
    ? undefined
    : known.map((rank) => String(rank).padStart(rankDigits, '0')).join('');
}
