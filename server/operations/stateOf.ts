import { type DataRecord, type LookupItem, type Model, statesOfModel } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';

/** The states of an entity's workflow. */
export function statesOf(model: Model, { entity }: EntityPlan): readonly LookupItem[] {
  return statesOfModel(model, entity);
}

/** The name of the state a record is in. */
export function stateOf(model: Model, plan: EntityPlan, record: DataRecord): string | undefined {
  const value = record[plan.entity.workflow?.field ?? ''];
  return statesOf(model, plan).find((item) => item.Id === value)?.Name;
}
