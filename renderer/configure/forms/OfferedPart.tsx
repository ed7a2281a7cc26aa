import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type EntityModel, type FieldModel, isOfferable, offersRecords } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Card } from '../../parts/Card.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { TextsField } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import own from './forms.module.css';
import type { PartProps } from './partProps.ts';
import type { OfferedField } from './publicFormForm.ts';

/** The fields in their order, which of them are required, and what references offer. */
export function OfferedPart({ entity, form, put }: PartProps) {
  const say = useMessage();
  const issuesAt = useIssuesAt('publicForm');
  const { say: label } = useWork();
  const { fields } = form;
  const set = (at: number, next: OfferedField) => put({ fields: fields.with(at, next) });
  const move = (at: number, by: number) => {
    const one = fields[at];
    if (one) put({ fields: fields.toSpliced(at, 1).toSpliced(at + by, 0, one) });
  };
  const left = entity.fields.filter(
    (field) => isOfferable(field, entity.workflow?.field) && !fields.some((one) => one.field === field.name),
  );
  return (
    <Card title={say('configure.form.fields')} id="form-fields">
      <div className={styles.form}>
        <FieldIssues id="form-fields-issues" issues={issuesAt('/fields')} />
        {fields.map((one, at) => (
          <Offered
            key={one.field}
            {...{ entity, one, at, last: fields.length - 1 }}
            onChange={(next) => set(at, next)}
            onMove={(by) => move(at, by)}
            onRemove={() => put({ fields: fields.toSpliced(at, 1) })}
          />
        ))}
        <AddField
          key={fields.length}
          id="form-add"
          text={say('configure.form.add')}
          options={left.map(({ name, label: title }) => ({ id: name, label: label(title) }))}
          onAdd={(field) => put({ fields: [...fields, { field }] })}
        />
      </div>
    </Card>
  );
}

type OfferedProps = {
  readonly entity: EntityModel;
  readonly one: OfferedField;
  readonly at: number;
  readonly last: number;
  readonly onChange: (next: OfferedField) => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
};

function Offered({ entity, one, at, last, onChange, onMove, onRemove }: OfferedProps) {
  const say = useMessage();
  const issuesAt = useIssuesAt('publicForm');
  const { say: label } = useWork();
  const field = entity.fieldByPath.get(one.field);
  const name = field ? label(field.label) : one.field;
  const target = targetOf(field);
  const { required: _, ...free } = one;
  return (
    <fieldset className={own.field}>
      <legend className={own.legend}>{name}</legend>
      <div className={area.line}>
        <Checkbox
          id={`form-required-${one.field}`}
          checked={one.required === true || field?.required === true}
          readOnly={field?.required === true}
          onChange={(on) => onChange(on ? { ...one, required: true } : free)}
        >
          {say('configure.form.required')}
        </Checkbox>
        <IconButton
          icon={ArrowUp}
          size="small"
          disabled={at === 0}
          label={say('configure.form.up', { field: name })}
          onPress={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          size="small"
          disabled={at === last}
          label={say('configure.form.down', { field: name })}
          onPress={() => onMove(1)}
        />
        <IconButton
          icon={Trash2}
          size="small"
          label={say('configure.form.take', { field: name })}
          onPress={onRemove}
        />
      </div>
      <FieldIssues
        id={`form-field-${one.field}-issues`}
        issues={issuesAt(`/fields/${at}`).filter((one) => !one.at.startsWith(`/fields/${at}/section`))}
      />
      <SectionStart {...{ one, at, name, onChange }} />
      {target && (
        <ConditionEditor
          label={say('configure.form.where', { field: name })}
          entity={target}
          text={one.where ?? ''}
          onChange={(where) => onChange(where.trim() === '' ? withoutWhere(one) : { ...one, where })}
        />
      )}
    </fieldset>
  );
}

/** Whether a section begins with the field, and its title. */
function SectionStart({
  one,
  at,
  name,
  onChange,
}: Pick<OfferedProps, 'one' | 'at' | 'onChange'> & { readonly name: string }) {
  const say = useMessage();
  const issuesAt = useIssuesAt('publicForm');
  const { section, ...flat } = one;
  return (
    <>
      <Switch
        id={`form-section-${one.field}`}
        checked={section !== undefined}
        onChange={(on) => onChange(on ? { ...flat, section: {} } : flat)}
      >
        {say('configure.form.section', { field: name })}
      </Switch>
      {section && (
        <TextsField
          label={say('configure.form.section.title')}
          value={section}
          required
          issuesAt={issuesAt}
          at={`/fields/${at}/section`}
          onChange={(next) => onChange({ ...flat, section: next })}
        />
      )}
    </>
  );
}

/** The entity whose records a field may offer. */
function targetOf(field: FieldModel | undefined): string | undefined {
  return field && offersRecords(field) ? field.ref?.entity : undefined;
}

function withoutWhere({ where: _, ...rest }: OfferedField): OfferedField {
  return rest;
}

/** What the form writes besides the answer. */
export function SetPart({ entity, form, put }: PartProps) {
  const say = useMessage();
  const issuesAt = useIssuesAt('publicForm');
  const { say: label } = useWork();
  const { set, fields } = form;
  const state = entity.workflow?.field;
  const left = entity.fields.filter(
    ({ name, stored, readOnly }) =>
      stored && !readOnly && name !== state && !(name in set) && !fields.some((one) => one.field === name),
  );
  const nameOf = (name: string) => label(entity.fieldByPath.get(name)?.label ?? name);
  return (
    <Card title={say('configure.form.set')} id="form-set">
      <div className={styles.form}>
        <p className={area.quiet}>{say('configure.form.set.help')}</p>
        {Object.entries(set).map(([name, text]) => (
          <Card
            key={name}
            level={3}
            title={nameOf(name)}
            actions={
              <IconButton
                icon={Trash2}
                label={say('configure.form.take', { field: nameOf(name) })}
                onPress={() =>
                  put({ set: Object.fromEntries(Object.entries(set).filter(([one]) => one !== name)) })
                }
              />
            }
          >
            <ConditionEditor
              label={nameOf(name)}
              entity={entity.id}
              text={text}
              wants="any"
              onChange={(value) => put({ set: { ...set, [name]: value } })}
            />
            <FieldIssues id={`form-set-${name}-issues`} issues={issuesAt(`/set/${name}`)} />
          </Card>
        ))}
        <AddField
          key={Object.keys(set).length}
          id="form-add-set"
          text={say('configure.form.set.add')}
          options={left.map(({ name, label: title }) => ({ id: name, label: label(title) }))}
          onAdd={(name) => put({ set: { ...set, [name]: 'null' } })}
        />
      </div>
    </Card>
  );
}

type AddProps = {
  readonly id: string;
  readonly text: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onAdd: (name: string) => void;
};

function AddField({ id, text, options, onAdd }: AddProps) {
  return (
    <FieldShell id={id} label={text} as="group">
      <Select
        id={id}
        labelledBy={`${id}-label`}
        value={undefined}
        options={[...options]}
        onChange={(name) => name && onAdd(name)}
      />
    </FieldShell>
  );
}
