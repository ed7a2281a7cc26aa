import { Trash2 } from 'lucide-react';
import { type FieldKind, kinds } from '#engine';
import { Button, DateField, IconButton, Select, TextInput, useMessage, useRowFocus } from '#renderer';
import { useChoices } from '../../building/useChoices.ts';
import styles from './builder.module.css';
import type { ColumnColour } from './definition.ts';
import type { ReportField } from './useReportSource.ts';

type Props = {
  readonly id: string;
  readonly title: string;
  /** Of a computed column none: its values are numbers. */
  readonly field: ReportField | undefined;
  readonly rows: readonly ColumnColour[];
  readonly change: (rows: readonly ColumnColour[]) => void;
};

const most = 6;

/** Edits the colours of a column by its values. */
export function ColumnColours({ id, title, field, rows, change }: Props) {
  const say = useMessage();
  const list = useRowFocus();
  const isText = comparedOf(field) === 'text';
  const added = { Operator: isText ? 'eq' : 'ge', Value: '', Meaning: 'good' };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as part of the line
    <div
      {...list}
      className={styles.colours}
      role="group"
      aria-label={say('building.report.colour.rows', { title })}
    >
      {rows.map((row, at) => (
        <ColourLine
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key than their position
          key={at}
          {...{ title, field, row, id: `${id}-${at}`, number: at + 1 }}
          change={(more) => change(rows.map((each, place) => (place === at ? { ...each, ...more } : each)))}
          remove={() => change(rows.filter((_, place) => place !== at))}
        />
      ))}
      <div data-row-add>
        <Button
          size="small"
          label={say('building.report.colour.add-to', { title })}
          disabled={rows.length >= most}
          onPress={() => change([...rows, added])}
        >
          {say('building.report.colour.add')}
        </Button>
      </div>
    </div>
  );
}

type LineProps = Pick<Props, 'id' | 'title' | 'field'> & {
  readonly row: ColumnColour;
  readonly number: number;
  readonly change: (more: Partial<ColumnColour>) => void;
  readonly remove: () => void;
};

function ColourLine({ id, title, field, row, number, change, remove }: LineProps) {
  const say = useMessage();
  const compared = comparedOf(field);
  const of = compared === 'day' ? 'configure.operator.day' : 'configure.operator';
  const word = (operator: string) =>
    say(`${operator === 'eq' || operator === 'ne' ? 'configure.operator' : of}.${operator}`);
  const named = { title, number };
  return (
    <div className={styles.colour} data-row={number - 1}>
      <Select
        id={`${id}-when`}
        label={say('building.report.colour.when', named)}
        required
        value={row.Operator}
        options={operators[compared].map((one) => ({ id: one, label: word(one) }))}
        onChange={(Operator) => change({ Operator: Operator ?? 'eq' })}
      />
      <ColourValue {...{ id, title, field, row, number, change }} />
      <Select
        id={`${id}-meaning`}
        label={say('building.report.colour.meaning', named)}
        required
        value={row.Meaning}
        options={meanings.map((one) => ({ id: one, label: say(`lookup.report-meaning.${one}`) }))}
        onChange={(Meaning) => change({ Meaning: Meaning ?? 'good' })}
      />
      <IconButton
        icon={Trash2}
        size="small"
        label={say('building.report.colour.remove', named)}
        onPress={remove}
      />
    </div>
  );
}

function ColourValue({ id, title, field, row, number, change }: Omit<LineProps, 'remove'>) {
  const say = useMessage();
  const label = say('building.report.colour.value', { title, number });
  const choices = useChoices(field);
  const isWhole = row.Operator === 'eq' || row.Operator === 'ne';
  if (choices && isWhole)
    return (
      <Select
        id={`${id}-value`}
        label={label}
        required
        value={row.Value || undefined}
        options={choices}
        onChange={(Value) => change({ Value: Value ?? '' })}
      />
    );
  if (comparedOf(field) === 'day')
    return (
      <DateField
        id={`${id}-value`}
        label={label}
        value={row.Value || null}
        onChange={(Value) => change({ Value: Value ?? '' })}
      />
    );
  return (
    <TextInput
      id={`${id}-value`}
      label={label}
      value={row.Value}
      onChange={(Value) => change({ Value })}
      maxLength={256}
    />
  );
}

const meanings = ['good', 'attention', 'bad', 'neutral'];

type Compared = 'number' | 'day' | 'text';

const ordered = ['ge', 'gt', 'le', 'lt', 'eq', 'ne'];
const operators: Readonly<Record<Compared, readonly string[]>> = {
  ...{ number: ordered, day: ordered },
  text: ['eq', 'ne', 'contains', 'startsWith'],
};

function comparedOf(field: ReportField | undefined): Compared {
  if (!field) return 'number';
  if (field.lookup) return 'text';
  const format = kinds[field.kind satisfies FieldKind].sheet?.format ?? 'text';
  if (format === 'date' || format === 'moment') return 'day';
  return format === 'integer' || format === 'number' || format === 'money' ? 'number' : 'text';
}
