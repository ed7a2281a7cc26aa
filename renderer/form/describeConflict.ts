import { type DataRecord, type FieldConflict, type FieldModel, kinds, refersToOne } from '#engine';
import type { FieldChange } from '../data/ApiError.ts';
import type { ConflictOptions } from '../data/dialogs.tsx';
import { formatsFor } from '../data/formats.ts';
import type { NameOfPerson } from '../data/people.ts';
import { labelOf } from '../fields/writers.ts';
import { formatValue, labelOfTarget } from '../widgets/formatValue.ts';
import { namesOfFlags } from '../widgets/namesOfFlags.ts';
import type { FormTools } from './FormTools.ts';
import { patternOf } from './pointer.ts';

type Shown = {
  readonly current: DataRecord;
  readonly conflicts: readonly FieldConflict[];
  readonly changes: readonly FieldChange[];
  readonly nameOf: NameOfPerson;
};

/** Field labels and formatted values for the conflict dialog. */
export function describeConflict(
  tools: FormTools,
  shown: Shown,
): Pick<ConflictOptions, 'label' | 'format' | 'changed'> {
  const { form, say } = tools;
  const { current, conflicts } = shown;
  // Answers and forms hold the label of a referenced record beside its id.
  const holders = [current, form.record(), form.stored()];
  const fieldOf = (path: string) => form.entity.fieldByPath.get(patternOf(path));
  return {
    changed: (path) => writeChange(tools, shown, path),
    label: (path) => say(fieldOf(path)?.label ?? path.slice(1)),
    format: (path, value) => {
      const field = fieldOf(path);
      if (field?.kind !== 'rows') return writeValue(tools, field, { value, holders });
      const sides = conflicts.find((conflict) => conflict.path === path);
      const other = sides && (value === sides.mine ? sides.theirs : sides.mine);
      return writeDifference(tools, writeRows(tools, field, value), writeRows(tools, field, other));
    },
  };
}

/** Without a field history, names the person of the record's last save. */
function writeChange(
  { say, locale }: FormTools,
  { current, changes, nameOf }: Shown,
  path: string,
): string | undefined {
  const change = changes.find(({ Field }) => `/${Field}` === path);
  const who = change ? change.ChangedBy : current.ModifiedBy;
  const when = change?.ChangedAt ?? current.ModifiedDate;
  if (!who || !when) return undefined;
  return say('ui.conflict.changed', {
    who: nameOf(String(who)),
    when: formatsFor(locale).dateTime(String(when)),
  });
}

/** Of long lists shows only the differences: nobody compares fifty rows by eye. */
function writeDifference({ say }: FormTools, own: readonly string[], other: readonly string[]): string {
  const different = own.filter((row) => !other.includes(row));
  const same = own.length - different.length;
  return [...different, ...(same > 0 ? [say('ui.conflict.same', { count: same })] : [])].join('\n');
}

function writeRows(tools: FormTools, field: FieldModel, value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map((row) => writeRow(tools, field, row as DataRecord)) : [];
}

/** A row by its first field, followed by its other values. */
function writeRow(tools: FormTools, { fields = [] }: FieldModel, row: DataRecord): string {
  const parts = fields.map((field) => ({
    label: tools.say(field.label),
    text: writeValue(tools, field, { value: row[field.name], holders: [row] }),
  }));
  const [first, ...others] = parts.filter(({ text }) => text !== '');
  if (others.length === 0) return first?.text ?? '';
  return `${first?.text} (${others.map((part) => tools.say('ui.labelled', part)).join('; ')})`;
}

type Written = { readonly value: unknown; readonly holders: readonly DataRecord[] };

function writeValue(tools: FormTools, field: FieldModel | undefined, { value, holders }: Written): string {
  const { say, locale } = tools;
  if (field?.kind === 'flags') return namesOfFlags(value, flagItems(tools, field));
  if (field && Array.isArray(value) && kinds[field.kind].elements === 'codes')
    return value.map((one) => writeValue(tools, field, { value: one, holders: [] })).join('; ');
  const item = field?.lookup && tools.model.lookups.get(field.lookup)?.items.find(({ Id }) => Id === value);
  if (item) return say(`lookup.${field.lookup}.${item.Name}`);
  const alias = field && refersToOne(field) ? field.expand?.as : undefined;
  if (field && alias) {
    const holder = holders.find((one) => one[field.name] === value && one[alias]);
    return labelOfTarget(tools.model, field, holder?.[alias]) ?? labelOf(value);
  }
  const words = { yes: say('ui.yes'), no: say('ui.no') };
  return formatValue(value, { kind: field?.kind ?? 'json', scale: field?.scale, locale, ...words });
}

function flagItems({ model, say }: FormTools, { lookup = '' }: FieldModel) {
  const items = model.lookups.get(lookup)?.items ?? [];
  return items.map(({ Id, Name }) => ({ Id: Number(Id), label: say(`lookup.${lookup}.${Name}`) }));
}
