import type { Choice } from '../types.ts';
import type { InclusionProps } from './inclusionOptions.ts';

/** The choices Included (Id 0) and Optional (Id 1) of the declared lookup. */
export function inclusionChoices(props: InclusionProps): readonly Choice[] {
  return props.lookupChoices(props.inclusion.inclusionLookup);
}

/** The label of a row's inclusion. */
export function inclusionLabel(props: InclusionProps, isOptional: boolean): string {
  const choice = inclusionChoices(props).find(({ value }) => Number(value) === (isOptional ? 1 : 0));
  return choice?.label ?? '';
}
