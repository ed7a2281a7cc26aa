/** Tests whether stored values still fit a field. */
import type { FieldModel, Model } from '../types/modelTypes.ts';
import { interpretSchema } from '../validation/interpretSchema.ts';

export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Empty, or an empty list. */
export const isBare = (value: unknown): boolean =>
  isEmpty(value) || (Array.isArray(value) && value.length === 0);

/** The effect code when values of the old field do not fit the new one; undefined when they do. */
export function typeChange(old: FieldModel, field: FieldModel): string | undefined {
  if (old.kind !== field.kind || old.storage !== field.storage) return 'effect.type-changed';
  return old.ref?.entity === field.ref?.entity ? undefined : 'effect.target-changed';
}

/** Whether a value satisfies the limits of a field; empty values do. */
export function acceptsOf({ limits }: FieldModel): (value: unknown) => boolean {
  const check = interpretSchema(limits);
  return (value) => isEmpty(value) || !check || check(value).length === 0;
}

/** Whether a choice, or every flag of it, is among the items that `has` knows. */
export function keepsItems(
  { kind }: Pick<FieldModel, 'kind'>,
  has: (id: unknown) => boolean,
): (value: unknown) => boolean {
  return (value) => isEmpty(value) || (kind === 'flags' ? bitsOf(Number(value)) : [value].flat()).every(has);
}

/** The bits that are set in a number. */
function bitsOf(flags: number): readonly number[] {
  const bits: number[] = [];
  for (let bit = 1; bit <= flags; bit *= 2) if (Math.floor(flags / bit) % 2 === 1) bits.push(bit);
  return bits;
}

/** Ids of items that the lookup no longer has. */
export function goneItems(
  { lookup = '' }: Pick<FieldModel, 'lookup'>,
  [before, after]: readonly [Model, Model],
): ReadonlySet<unknown> {
  const [was, is] = [before, after].map(({ lookups }) => lookups.get(lookup)?.items);
  if (!was || !is) return new Set();
  return new Set(was.map(({ Id }) => Id).filter((id) => !is.some(({ Id }) => Id === id)));
}
