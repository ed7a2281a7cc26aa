import { type EntityModel, type FieldModel, sameValue } from '#engine';
import { useModel } from '../../data/App.tsx';
import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';

const longest = 80;

type Change = { readonly entity: EntityModel | undefined; readonly path: string };

/**
 * How a value of a field reads: choices by their names, amounts as such; of lists the rows that the other side of the
 * change has not.
 */
export function useValueText() {
  const say = useMessage();
  const model = useModel();
  const formats = useFormats();
  const plain = (field: FieldModel | undefined, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '';
    if (typeof value === 'boolean') return say(value ? 'ui.yes' : 'ui.no');
    const item = model.lookups.get(field?.lookup ?? '')?.items.find(({ Id }) => Id === value);
    if (item) return say(`lookup.${field?.lookup}.${item.Name}`);
    if (typeof value === 'number' && field?.kind === 'money') return formats.money(value, field.scale);
    if (typeof value === 'number' && field?.kind === 'percent') return formats.percent(value, field.scale);
    if (typeof value === 'number') return formats.number(value);
    return field?.kind === 'date' ? formats.date(String(value)) : String(value);
  };
  const row = (change: Change, value: unknown): string => {
    if (Array.isArray(value)) return say('history.entries', { count: value.length });
    if (typeof value !== 'object' || value === null)
      return plain(change.entity?.fieldByPath.get(change.path), value);
    const members = Object.entries(value).map(([name, member]) => {
      // What a person cannot read says nothing of the change.
      if (name === 'Id' || typeof member === 'boolean' || isId(member)) return '';
      return row({ ...change, path: `${change.path}.${name}` }, member);
    });
    return [...new Set(members)].filter(Boolean).join(', ');
  };
  return (change: Change, value: unknown, other: unknown): string => {
    const rows = Array.isArray(value) && value.some((one) => typeof one === 'object') ? value : undefined;
    if (!rows) return cut(row(change, value)) || '–';
    const others = Array.isArray(other) ? other : [];
    const changed = rows.filter((one) => !others.some((it) => sameValue(it, one)));
    const texts = changed.map((one) => row(change, one)).filter(Boolean);
    if (texts.length > 0 && texts.length <= mostRows) return texts.map(cut).join('; ');
    return changed.length === 0 ? '–' : say('history.entries', { count: changed.length });
  };
}

const mostRows = 3;

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

const isId = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
