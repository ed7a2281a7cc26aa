import { useId } from 'react';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { Select } from '../../parts/Select.tsx';
import type { FileColumn, ImportForm, ImportMode, ImportOffer } from './useImport.ts';

type Props = {
  readonly offer: ImportOffer;
  readonly form: ImportForm;
  readonly onChange: (words: Partial<ImportForm>) => void;
};

/** The field of each column, the key, and what may happen to the records. */
export function ImportMapping({ offer, form, onChange }: Props) {
  const say = useMessage();
  const map = (at: number, field: string | undefined) => {
    const others = Object.entries(form.fields).filter(([one, name]) => Number(one) !== at && name !== field);
    const fields = Object.fromEntries(field ? [...others, [at, field]] : others);
    const isLost = !form.key.every((name) => Object.values(fields).includes(name));
    onChange({ fields, ...(isLost ? keyWords(offer, []) : {}) });
  };
  return (
    <>
      <div className={area.tableBox}>
        <table className={area.table} aria-label={say('ui.import.columns')}>
          <thead>
            <tr>
              {['column', 'sample', 'field'].map((name) => (
                <th key={name} scope="col">
                  {say(`ui.import.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {form.file.Columns.map((column) => (
              <ColumnRow key={column.At} {...{ column, offer, form }} onMap={map} />
            ))}
          </tbody>
        </table>
      </div>
      <ImportKey offer={offer} form={form} onChange={onChange} />
    </>
  );
}

/** Without a key, rows can only be new records. */
function keyWords({ Modes }: ImportOffer, key: readonly string[]): Partial<ImportForm> {
  return { key, mode: key.length === 0 ? 'create' : (Modes[0] ?? 'update') };
}

type RowProps = {
  readonly column: FileColumn;
  readonly offer: ImportOffer;
  readonly form: ImportForm;
  readonly onMap: (at: number, field: string | undefined) => void;
};

function ColumnRow({ column: { At, Title, Samples }, offer, form, onMap }: RowProps) {
  const say = useMessage();
  const id = useId();
  return (
    <tr>
      <th scope="row">{Title || '–'}</th>
      <td>{Samples.filter(Boolean).join(' · ')}</td>
      <td>
        <Select
          id={`${id}-field`}
          size="small"
          label={`${say('ui.import.field')}: ${Title}`}
          value={form.fields[At]}
          placeholder={say('ui.import.ignore')}
          options={offer.Fields.map(({ Name, Label }) => ({ id: Name, label: Label, note: Name }))}
          onChange={(field) => onMap(At, field)}
        />
      </td>
    </tr>
  );
}

function ImportKey({ offer, form, onChange }: Props) {
  const say = useMessage();
  const id = useId();
  const labelOf = (name: string) => offer.Fields.find(({ Name }) => Name === name)?.Label ?? name;
  const mapped = Object.values(form.fields);
  const keys = offer.Keys.filter((key) => key.every((name) => mapped.includes(name)));
  const modes = form.key.length > 0 ? offer.Modes : [];
  const none = offer.Modes.includes('create') ? [{ id: '', label: say('ui.import.key.none') }] : [];
  return (
    <>
      {keys.length > 0 && (
        <FieldShell id={`${id}-key`} name="Key" label={say('ui.import.key')} as="group">
          <Select
            id={`${id}-key`}
            labelledBy={`${id}-key-label`}
            clearable={false}
            value={form.key.join()}
            options={[
              ...none,
              ...keys.map((key) => ({ id: key.join(), label: key.map(labelOf).join(', ') })),
            ]}
            onChange={(key) => onChange(keyWords(offer, key ? key.split(',') : []))}
          />
        </FieldShell>
      )}
      {modes.length > 1 && (
        <FieldShell id={`${id}-mode`} name="Mode" label={say('ui.import.mode')} as="group">
          <RadioGroup
            id={`${id}-mode`}
            labelledBy={`${id}-mode-label`}
            direction="column"
            value={form.mode}
            options={modes.map((mode) => ({ id: mode, label: say(`ui.import.mode.${mode}`) }))}
            onChange={(mode) => onChange({ mode: mode as ImportMode })}
          />
        </FieldShell>
      )}
    </>
  );
}
