import type { EntityModel, LookupItem, Model } from '../types/modelTypes.ts';

/** The states of an entity's workflow. */
export function statesOfModel(
  { lookups }: Pick<Model, 'lookups'>,
  { workflow, fieldByPath }: EntityModel,
): readonly LookupItem[] {
  return lookups.get(fieldByPath.get(workflow?.field ?? '')?.lookup ?? '')?.items ?? [];
}
