import type { Choice } from '../types.ts';
import type { InclusionProps } from './inclusionOptions.ts';

/** Included and Optional, as the declared lookup words them: Id 0 and 1. */
export function inclusionChoices(props: InclusionProps): readonly Choice[] {
  return props.lookupChoices(props.inclusion.inclusionLookup);
}

/** The word for a row's inclusion. */
export function inclusionLabel(props: InclusionProps, isOptional: boolean): string {
  const choice = inclusionChoices(props).find(({ value }) => Number(value) === (isOptional ? 1 : 0));
  return choice?.label ?? '';
}
