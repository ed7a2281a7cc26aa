import { type ComponentType, useEffect } from 'react';
import { type AskModel, askedIn, type DataRecord } from '#engine';
import { useModel } from '../data/App.tsx';
import { lazyComponent } from '../data/fetched.tsx';
import { fillPath } from '../data/fillPath.ts';
import { useMessage } from '../data/messages.tsx';
import { Checkbox } from '../parts/Checkbox.tsx';
import { ComboBox } from '../parts/ComboBox.tsx';
import type { ControlProps, Option } from '../parts/control.ts';
import { DateField } from '../parts/DateField.tsx';
import { FieldShell, fieldDescription } from '../parts/FieldShell.tsx';
import { NumberField } from '../parts/NumberField.tsx';
import { localOf, momentOf } from '../parts/parseDay.ts';
import { Skeleton } from '../parts/Skeleton.tsx';
import { TextArea } from '../parts/TextArea.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import { useOptionPages } from '../parts/useOptionPages.ts';

// Loaded on demand, as few windows choose from a list.
const RecordsControl = lazyComponent(
  async () => (await import('./RecordsControl.tsx')).RecordsControl,
  <Skeleton look="rows" lines={8} />,
);

type Field = AskModel['fields'][number];
type Props = {
  readonly id: string;
  readonly field: Field;
  readonly value: unknown;
  /** All current answers, as choices may depend on another one. */
  readonly answers: DataRecord;
  readonly problem: string | undefined;
  /** For records: ids that were chosen earlier, and what the server refused, by id. */
  readonly taken: readonly string[];
  readonly refused: ReadonlyMap<string, string>;
  readonly onChange: (value: unknown) => void;
};

/** One question of an ask dialog, in the control of its kind. */
export function AskFieldView({ id, field, value, answers, problem, taken, refused, onChange }: Props) {
  const say = useMessage();
  const help = field.help ? say(field.help) : undefined;
  const Control = controls[field.kind];
  const { reason } = usePickOptions(field, answers);
  const texts = [problem, reason].flatMap((text) => text ?? []);
  return (
    <FieldShell
      id={id}
      name={field.name}
      label={say(field.label)}
      required={field.required}
      help={help}
      issues={texts.map((text) => ({ level: text === reason ? 'warning' : 'error', text }))}
    >
      <Control
        id={id}
        field={field}
        value={value}
        {...{ answers, taken, refused }}
        required={field.required}
        invalid={problem !== undefined}
        labelledBy={`${id}-label`}
        describedBy={fieldDescription(id, help)}
        onChange={onChange}
      />
    </FieldShell>
  );
}

type Own = 'field' | 'value' | 'answers' | 'taken' | 'refused' | 'onChange';
type AskControl = ControlProps & Pick<Props, Own>;

/** What a plain control is given. */
function plain({ field, value, answers, taken, refused, ...props }: AskControl) {
  return props;
}

const text = (value: unknown) => String(value ?? '');

function PickControl(props: AskControl) {
  const { field, value, answers, onChange } = props;
  const picked = value === undefined || value === null ? undefined : String(value);
  const { options, isWaiting, found } = usePickOptions(field, answers, picked);
  const pick = (id: string | undefined) => onChange(options.find((option) => option.id === id)?.value);
  const isOnly = field.single && options.length === 1 && !found.isLong && !found.isLoading;
  const only = isOnly && picked === undefined ? options[0] : undefined;
  useEffect(() => {
    if (only) onChange(only.value);
  }, [only, onChange]);
  const shown = options.find(({ id }) => id === picked)?.label;
  return (
    <ComboBox
      {...plain(props)}
      disabled={isWaiting}
      value={picked}
      options={options}
      loading={found.isLoading}
      {...(found.isLong
        ? { more: found.more, onSearch: (text: string) => found.search(text === shown ? '' : text) }
        : {})}
      onChange={pick}
    />
  );
}

type PickOption = Option & { readonly value: unknown };

function usePickOptions(field: Field, answers: DataRecord, picked?: string) {
  const { lookup, optionsFrom, optionLabel = 'Name', optionNote = [] } = field;
  const [model, say] = [useModel(), useMessage()];
  const isWaiting = askedIn(optionsFrom ?? '').some((name) => (answers[name] ?? '') === '');
  const isAsked = optionsFrom !== undefined && !isWaiting;
  const found = useOptionPages({
    path: isAsked ? fillPath(optionsFrom, { ask: answers }) : undefined,
    label: optionLabel,
    chosen: picked === undefined ? [] : [picked],
  });
  const items = (lookup && model.lookups.get(lookup)?.items) || [];
  const records = isAsked ? [...found.records, ...found.others] : [];
  const options: readonly PickOption[] = optionsFrom
    ? records.map((record) => ({
        ...optionOf(record, text(record[optionLabel])),
        note: optionNote.flatMap((name) => text(record[name]) || []).join(' · ') || undefined,
      }))
    : items.map((item) => optionOf(item, say(`lookup.${lookup}.${item.Name}`)));
  return { options, isWaiting, found, reason: isAsked ? found.reason : undefined };
}

function optionOf(record: DataRecord, label: string): PickOption {
  return { id: text(record.Id), label, value: record.Id };
}

const controls = {
  text: (given) => (
    <TextInput {...plain(given)} value={text(given.value)} maxLength={given.field.maxLength} />
  ),
  secret: (given) => (
    <TextInput
      {...plain(given)}
      type="password"
      autoComplete="off"
      value={text(given.value)}
      maxLength={given.field.maxLength}
    />
  ),
  multiline: (given) => (
    <TextArea {...plain(given)} value={text(given.value)} maxLength={given.field.maxLength} />
  ),
  integer: (given) => <NumberField {...plain(given)} value={given.value as number | undefined} scale={0} />,
  date: (given) => <DateField {...plain(given)} value={given.value as string | undefined} />,
  datetime: (given) => (
    <DateField
      {...plain(given)}
      withTime
      value={localOf(given.value)}
      // An unreadable text stays as it was typed.
      onChange={(typed) => given.onChange(typed && (momentOf(typed) ?? typed))}
    />
  ),
  boolean: (given) => <Checkbox {...plain(given)} checked={given.value === true} />,
  choice: PickControl,
  reference: PickControl,
  records: RecordsControl,
} satisfies Record<Field['kind'], ComponentType<AskControl>>;
