/** Formats a value for a cell: choices by label, references by name. */
import {
  type FieldModel,
  formatMessage,
  kinds,
  type Locale,
  type Model,
  momentIn,
  type SheetFormat,
  type SheetValue,
} from '#engine';

export type SheetSaying = {
  readonly model: Model;
  readonly locale: Locale;
  readonly zone: string;
  /** User name → display name. */
  readonly people: ReadonlyMap<string, string>;
};

export function sheetFormat(field: FieldModel): SheetFormat {
  return field.lookup ? 'text' : (kinds[field.kind].sheet?.format ?? 'text');
}

export function cellOf(field: FieldModel, value: unknown, saying: SheetSaying): SheetValue {
  if (value === undefined || value === null) return null;
  if (field.kind === 'flags') return flagNames(field, value, saying);
  if (Array.isArray(value)) {
    const by = kinds[field.kind].elements ? choiceSeparator : ', ';
    return value.map((one) => cellOf(field, one, saying) ?? '').join(by);
  }
  if (field.lookup) return labelOf(field.lookup, value, saying) ?? plain(value);
  if (typeof value === 'boolean') return formatMessage(saying.model, saying.locale, word(value === true));
  if (kinds[field.kind].day === 'moment') return momentIn(String(value), saying.zone);
  const { written } = kinds[field.kind];
  if (written) return written.format(value, saying.locale, saying.zone);
  if (field.isPerson) return saying.people.get(String(value)) ?? String(value);
  return plain(value);
}

/** Between the texts of several choices, or the names of several records, in one cell. */
export const choiceSeparator = '; ';

export const word = (isYes: boolean): string => (isYes ? 'ui.yes' : 'ui.no');

/** The label of a lookup item, given by id, name or object. */
function labelOf(lookup: string, value: unknown, { model, locale }: SheetSaying): string | undefined {
  const id = typeof value === 'object' && value !== null && 'Id' in value ? value.Id : value;
  const item = model.lookups.get(lookup)?.items.find((one) => one.Id === id || one.Name === id);
  return item && formatMessage(model, locale, `lookup.${lookup}.${item.Name}`);
}

function flagNames({ lookup = '' }: FieldModel, value: unknown, saying: SheetSaying): string {
  const items = saying.model.lookups.get(lookup)?.items ?? [];
  const set = items.filter(({ Id }) => (Number(value) & Number(Id)) !== 0);
  return set.map(({ Id }) => labelOf(lookup, Id, saying)).join(', ');
}

function plain(value: unknown): SheetValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null) return null;
  const { DisplayName, Name: name = DisplayName, Id: id } = value as Readonly<Record<string, unknown>>;
  return typeof name === 'string' ? name : typeof id === 'string' ? id : JSON.stringify(value);
}
