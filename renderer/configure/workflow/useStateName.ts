import { type EntityModel, statesOfModel } from '#engine';
import { useWork } from '../work.tsx';

/** The titles of states, in the person's language. */
export function useStateName(entity: EntityModel): (state: string) => string {
  const { model, say } = useWork();
  const lookup = entity.fieldByPath.get(entity.workflow?.field ?? '')?.lookup ?? '';
  const known = new Set(statesOfModel(model, entity).map(({ Name }) => Name));
  return (state) => (known.has(state) ? say(`lookup.${lookup}.${state}`) : state);
}
