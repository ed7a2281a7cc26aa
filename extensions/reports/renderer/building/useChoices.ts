import type { FieldModel } from '#engine';
import { type Option, useMessage, useModel } from '#renderer';

/** The values of a choice, or yes and no; undefined for fields with other values. */
export function useChoices(
  field: Pick<FieldModel, 'kind' | 'lookup'> | undefined,
): readonly Option[] | undefined {
  const say = useMessage();
  const items = useModel().lookups.get(field?.lookup ?? '')?.items;
  if (items)
    return items.map(({ Id, Name }) => ({ id: String(Id), label: say(`lookup.${field?.lookup}.${Name}`) }));
  if (field?.kind !== 'boolean') return undefined;
  return ['true', 'false'].map((one) => ({ id: one, label: say(one === 'true' ? 'ui.yes' : 'ui.no') }));
}
