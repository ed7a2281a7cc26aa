import { type EntityModel, type FieldModel, kinds, refersToMany, sameValue } from '#engine';
import { useModel } from '../../data/App.tsx';
import { useFormats } from '../../data/formats.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { formatValue } from '../../widgets/formatValue.ts';

const longest = 80;

const isNumeric = (field: FieldModel | undefined): boolean =>
  field !== undefined && kinds[field.kind].isNumeric === true;

/** Numbers, dates and moments are formatted in the person's language; other text is shown as stored. */
const isFormatted = (field: FieldModel): boolean =>
  isNumeric(field) || kinds[field.kind].day !== undefined || kinds[field.kind].written !== undefined;

type Change = {
  readonly entity: EntityModel | undefined;
  readonly path: string;
  /** Names for the ids and user names among its values. */
  readonly names?: Readonly<Record<string, string>> | undefined;
};

/**
 * Formats a field's value: choices by name, amounts as amounts; of lists, only the rows that the other side
 * of the change lacks.
 */
export function useValueText() {
  const say = useMessage();
  const model = useModel();
  const formats = useFormats();
  const locale = useLocale();
  const plain = ({ entity, path, names }: Change, value: unknown): string => {
    const field = entity?.fieldByPath.get(path);
    if (value === null || value === undefined || value === '') return '';
    const name = typeof value === 'string' && (field?.ref || field?.isPerson) ? names?.[value] : undefined;
    if (name !== undefined) return name;
    if (typeof value === 'boolean') return say(value ? 'ui.yes' : 'ui.no');
    const item = model.lookups.get(field?.lookup ?? '')?.items.find(({ Id }) => Id === value);
    if (item) return say(`lookup.${field?.lookup}.${item.Name}`);
    if (typeof value === 'number' && !isNumeric(field)) return formats.number(value);
    if (!field || typeof value === 'object' || !isFormatted(field)) return String(value);
    const { kind } = field;
    const scale = kinds[kind].unit ? field.scale : undefined;
    return formatValue(value, { kind, scale, locale, yes: say('ui.yes'), no: say('ui.no') });
  };
  const row = (change: Change, value: unknown): string => {
    const changed = change.entity?.fieldByPath.get(change.path);
    const refers = changed && refersToMany(changed);
    if (Array.isArray(value) && refers)
      return value
        .map((one) => change.names?.[String(one?.Id ?? one)] ?? '')
        .filter(Boolean)
        .join(', ');
    const isCoded = change.entity?.fieldByPath.get(change.path)?.lookup !== undefined;
    if (Array.isArray(value) && isCoded) return value.map((one) => plain(change, one)).join('; ');
    if (Array.isArray(value)) return say('history.entries', { count: value.length });
    if (typeof value !== 'object' || value === null) return plain(change, value);
    const members = Object.entries(value).map(([name, member]) => {
      // Values that people cannot read say nothing about the change.
      if (name === 'Id' || typeof member === 'boolean') return '';
      if (isId(member) && change.names?.[String(member)] === undefined) return '';
      return row({ ...change, path: `${change.path}.${name}` }, member);
    });
    return [...new Set(members)].filter(Boolean).join(', ');
  };
  const valueText = (change: Change, value: unknown, other: unknown): string => {
    const rows = Array.isArray(value) && value.some((one) => typeof one === 'object') ? value : undefined;
    if (!rows) return cut(row(change, value)) || '–';
    const others = Array.isArray(other) ? other : [];
    const changed = rows.filter((one) => !others.some((it) => sameValue(it, one)));
    const texts = changed.map((one) => row(change, one)).filter(Boolean);
    if (texts.length > 0 && texts.length <= mostRows) return texts.map(cut).join('; ');
    return changed.length === 0 ? '–' : say('history.entries', { count: changed.length });
  };
  // Changed rows are determined here; otherwise the server's text is used, if there is one.
  return (change: Change, value: unknown, { other, text }: Beside): string => {
    const isRows = change.entity?.fieldByPath.get(change.path)?.fields !== undefined;
    return text !== undefined && !isRows ? cut(text) : valueText(change, value, other);
  };
}

type Beside = { readonly other: unknown; readonly text: string | undefined };

const mostRows = 3;

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

const isId = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
