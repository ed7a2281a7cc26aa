import type { EntityModel, FieldChange, LookupItem } from '#engine';
import { useLocale } from '../../../data/messages.tsx';
import { useStateName } from '../useStateName.ts';
import type { GraphState } from './GraphCanvas.tsx';

type Options = {
  readonly entity: EntityModel;
  readonly field?: FieldChange | undefined;
  readonly final: readonly string[];
  readonly states: readonly LookupItem[];
};

/** The states as the graph draws them; a new one is in the draft before the model has it. */
export function useGraphStates({ entity, field, final, states }: Options): readonly GraphState[] {
  const locale = useLocale();
  const nameOf = useStateName(entity);
  const known = new Set(states.map(({ Name }) => Name));
  const start = field?.default ?? startOf(entity, states);
  const facts = (name: string) => ({ name, isStart: name === start, isFinal: final.includes(name) });
  if (!field?.choices)
    return states.map(({ Name, tone }) => ({ ...facts(Name), label: nameOf(Name), tone: tone ?? 'neutral' }));
  return field.choices.map(({ name, title, tone = 'neutral' }) => ({
    ...facts(name),
    ...{ label: known.has(name) ? nameOf(name) : title[locale], tone },
  }));
}

function startOf({ workflow, fieldByPath }: EntityModel, states: readonly LookupItem[]): unknown {
  const given = fieldByPath.get(workflow?.field ?? '')?.default;
  return states.find(({ Id, Name }) => Id === given || Name === given)?.Name;
}
