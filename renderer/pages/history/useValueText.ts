import type { FieldModel } from '#engine';
import { useModel } from '../../data/App.tsx';
import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';

const longest = 80;

/** How a value of a field reads: choices by their names, amounts as such, lists by their length. */
export function useValueText() {
  const say = useMessage();
  const model = useModel();
  const formats = useFormats();
  return (field: FieldModel | undefined, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'boolean') return say(value ? 'ui.yes' : 'ui.no');
    if (Array.isArray(value)) return say('history.entries', { count: value.length });
    const item = model.lookups.get(field?.lookup ?? '')?.items.find(({ Id }) => Id === value);
    if (item) return say(`lookup.${field?.lookup}.${item.Name}`);
    if (typeof value === 'number' && field?.kind === 'money') return formats.money(value, field.scale);
    if (typeof value === 'number' && field?.kind === 'percent') return formats.percent(value, field.scale);
    if (typeof value === 'number') return formats.number(value);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length > longest ? `${text.slice(0, longest)}…` : text;
  };
}
