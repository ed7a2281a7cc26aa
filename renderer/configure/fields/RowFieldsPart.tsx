import { Plus, Trash2 } from 'lucide-react';
import { type FieldType, fieldTypes, hasSetting, locales, type RowFieldChange } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import { useRowFocus } from '../../parts/useRowFocus.ts';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { pascalName } from '../storedName.ts';
import { type PartialTexts, TextsField } from '../TextsField.tsx';
import { AccountPart } from './AccountPart.tsx';
import { ChoicePart } from './ChoicePart.tsx';
import { type FieldPartProps, storedNameOf } from './fieldForm.ts';
import { ReferencePart } from './ReferencePart.tsx';
import { RowComputed } from './RowComputed.tsx';
import { ShapePart } from './ShapePart.tsx';

/** Members whose inputs show their own issues. */
const saidAtInput = /\/(reference|pattern|shape)(\/|$)/;

/** Edits the fields of each row. */
export function RowFieldsPart({ form, onChange }: FieldPartProps) {
  const say = useMessage();
  const issues = useIssuesAt('field')('/fields').filter(({ at }) => !saidAtInput.test(at));
  const rows: readonly RowFieldChange[] = form.facts.fields ?? [];
  const set = (next: readonly RowFieldChange[]) => {
    const fields = next.length > 0 ? ([...next] as [RowFieldChange, ...RowFieldChange[]]) : undefined;
    onChange({ ...form, facts: { ...form.facts, fields } });
  };
  const create = (all: readonly RowFieldChange[]): RowFieldChange => ({
    name: `Field${all.length + 1}`,
    type: 'text',
    title: { 'en-CA': '', 'fr-CA': '' },
  });
  const list = useRowFocus<HTMLDivElement, RowFieldChange>({
    rows,
    onChange: set,
    create,
    columns: locales.map((locale) => ({
      name: `title.${locale}`,
      put: (row: RowFieldChange, text: string) => titled(row, { ...row.title, [locale]: text }),
    })),
  });
  return (
    <div className={styles.form} {...list}>
      {rows.map((row, index) => (
        <RowField
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the key while a name is typed
          key={index}
          row={row}
          place={index}
          entity={form.entity}
          list={storedNameOf(form)}
          onChange={(next) => set(rows.flatMap((one, at) => (at === index ? (next ? [next] : []) : [one])))}
        />
      ))}
      <FieldIssues id="row-fields-issues" issues={issues} />
      <div data-row-add>
        <Button
          size="small"
          icon={<Icon icon={Plus} size="small" />}
          onPress={() => set([...rows, create(rows)])}
        >
          {say('configure.row-field.add')}
        </Button>
      </div>
    </div>
  );
}

/** A row field is named after its English title. */
function titled(row: RowFieldChange, title: PartialTexts): RowFieldChange {
  const [english = '', french = ''] = [title['en-CA'], title['fr-CA']];
  return { ...row, name: pascalName(english) || row.name, title: { 'en-CA': english, 'fr-CA': french } };
}

type RowProps = {
  readonly row: RowFieldChange;
  readonly place: number;
  readonly entity: string;
  readonly list: string;
  readonly onChange: (row: RowFieldChange | undefined) => void;
};

function RowField({ row, place, entity, list, onChange }: RowProps) {
  const say = useMessage();
  const id = `row-field-${place}`;
  const number = place + 1;
  return (
    <fieldset className={styles.group} data-row={place}>
      <legend className={styles.legend}>{say('configure.row-field', { number })}</legend>
      <TextsField
        label={say('configure.label')}
        name="title"
        value={row.title}
        required
        onChange={(title) => onChange(titled(row, title))}
      />
      <div className={styles.row}>
        <FieldShell id={`${id}-type`} label={say('configure.field.type')} as="group">
          <Select
            id={`${id}-type`}
            labelledBy={`${id}-type-label`}
            clearable={false}
            value={row.type}
            options={fieldTypes({ inRows: true }).map((type) => ({
              id: type,
              label: say(`configure.type.${type}`),
            }))}
            onChange={(type) => type && onChange(withRowType(row, type))}
          />
        </FieldShell>
        <Checkbox
          id={`${id}-required`}
          checked={row.required ?? false}
          onChange={(required) => onChange({ ...row, required: required || undefined })}
        >
          {say('configure.field.required')}
        </Checkbox>
        <IconButton
          icon={Trash2}
          label={say('ui.remove-item', {
            item: row.title['en-CA'] || say('configure.row-field', { number }),
          })}
          onPress={() => onChange(undefined)}
        />
      </div>
      <TypePart id={id} row={row} place={place} onChange={onChange} />
      <RowComputed {...{ id, entity, list, row, onChange }} />
    </fieldset>
  );
}

/** Settings of the row field's type. */
function TypePart({ id, row, place, onChange }: Omit<RowProps, 'entity' | 'list'> & { readonly id: string }) {
  return (
    <>
      {hasSetting(row.type, 'pattern') && (
        <ShapePart
          id={id}
          kind="field"
          at={`/fields/${place}`}
          from={row}
          onChange={(from) => onChange({ ...row, ...from } as RowFieldChange)}
        />
      )}
      {hasSetting(row.type, 'choices') && (
        <ChoicePart
          id={id}
          at={`/fields/${place}`}
          from={row}
          onChange={({ lookup, choices }) => onChange({ ...row, lookup, choices })}
        />
      )}
      {hasSetting(row.type, 'account') && (
        <AccountPart
          id={id}
          at={`/fields/${place}`}
          account={row.account}
          onChange={(account) => onChange({ ...row, account })}
        />
      )}
      {hasSetting(row.type, 'reference') && (
        <ReferencePart
          id={id}
          at={`/fields/${place}`}
          reference={row.reference}
          onChange={(reference) => onChange({ ...row, reference })}
        />
      )}
    </>
  );
}

/** Drops settings that belong to the old type. */
function withRowType({ name, title, help, required }: RowFieldChange, type: FieldType): RowFieldChange {
  return { name, type, title, help, required };
}
