import { Plus, Trash2 } from 'lucide-react';
import { operatorsOf } from '#engine';
import {
  Button,
  ComboBox,
  FieldShell,
  IconButton,
  Select,
  TextInput,
  useMessage,
  useModel,
  useRowFocus,
} from '#renderer';
import styles from './building.module.css';
import { useChoices } from './useChoices.ts';
import { fieldAt, useFields } from './useFields.ts';

type Narrowed = { readonly Path: string; readonly Operator: string; readonly Value?: string | null };

type Props = {
  readonly id: string;
  readonly entity: string | null | undefined;
  readonly rows: readonly Narrowed[];
  readonly change: (rows: readonly Narrowed[]) => void;
};

/** Edits conditions on records, one per line; all must hold. */
export function NarrowingRows({ id, entity, rows, change }: Props) {
  const say = useMessage();
  const replace = (at: number, row: Narrowed) =>
    change(rows.map((each, place) => (place === at ? row : each)));
  const model = useModel();
  const fields = useFields(entity);
  const list = useRowFocus<HTMLDivElement, Narrowed>({
    rows,
    onChange: change,
    limit: most,
    create: () => blank,
    columns: [
      {
        name: 'path',
        put: (row, text) => {
          const found = fields.find(({ label }) => isSameText(label, text));
          return found && { ...row, Path: found.id, Operator: 'eq' };
        },
      },
      {
        name: 'operator',
        put: (row, text) => {
          const field = fieldAt(model, entity, row.Path);
          const found =
            field &&
            operatorsOf(field.kind).find((one) => isSameText(say(`configure.operator.${one}`), text));
          return found && { ...row, Operator: found };
        },
      },
      { name: 'value', put: (row, Value) => ({ ...row, Value }) },
    ],
  });
  return (
    <FieldShell id={id} label={say('building.only')} as="group">
      <div className={styles.lines} {...list}>
        {rows.map((row, at) => (
          <NarrowingRow
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key than their position
            key={at}
            id={`${id}-${at}`}
            place={at}
            entity={entity}
            row={row}
            change={(next) => replace(at, next)}
            remove={() => change(rows.filter((_, place) => place !== at))}
          />
        ))}
        <div data-row-add>
          <Button size="small" onPress={() => change([...rows, blank])} disabled={rows.length >= most}>
            <Plus size={14} aria-hidden="true" /> {say('building.only.add')}
          </Button>
        </div>
      </div>
    </FieldShell>
  );
}

const most = 10;

const blank: Narrowed = { Path: '', Operator: 'eq', Value: '' };

const isSameText = (one: string, other: string): boolean =>
  one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0;

type RowProps = {
  readonly id: string;
  readonly entity: string | null | undefined;
  readonly row: Narrowed;
  readonly place: number;
  readonly change: (row: Narrowed) => void;
  readonly remove: () => void;
};

function NarrowingRow({ id, entity, row, place, change, remove }: RowProps) {
  const say = useMessage();
  const model = useModel();
  const fields = useFields(entity);
  const field = fieldAt(model, entity, row.Path);
  const operators = field ? operatorsOf(field.kind) : (['eq'] as const);
  const choices = useChoices(field);
  return (
    <div className={styles.line} data-row={place}>
      <div data-name="path">
        <ComboBox
          id={`${id}-path`}
          label={say('building.field')}
          value={row.Path || undefined}
          options={fields}
          onChange={(Path) => change({ Path: Path ?? '', Operator: 'eq', Value: '' })}
        />
      </div>
      <div data-name="operator">
        <Select
          id={`${id}-operator`}
          label={say('building.operator')}
          required
          value={row.Operator}
          options={operators.map((one) => ({ id: one, label: say(`configure.operator.${one}`) }))}
          onChange={(Operator) => change({ ...row, Operator: Operator ?? 'eq' })}
        />
      </div>
      <div data-name="value">
        {choices ? (
          <Select
            id={`${id}-value`}
            label={say('building.value')}
            value={row.Value || undefined}
            options={choices}
            onChange={(Value) => change({ ...row, Value: Value ?? '' })}
          />
        ) : (
          <TextInput
            id={`${id}-value`}
            label={say('building.value')}
            value={row.Value ?? ''}
            onChange={(Value) => change({ ...row, Value })}
            maxLength={2000}
          />
        )}
      </div>
      <IconButton icon={Trash2} size="small" label={say('building.only.remove')} onPress={remove} />
    </div>
  );
}
