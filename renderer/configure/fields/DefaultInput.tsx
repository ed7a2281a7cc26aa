import { useState } from 'react';
import { type FilterInput, hasSetting, isKind, kinds } from '#engine';
import { useLocale, useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { DateField } from '../../parts/DateField.tsx';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';
import { AmountInput } from './AmountInput.tsx';
import type { FieldFacts, FieldPartProps } from './fieldForm.ts';

/** Controls that consist of several elements. */
const asGroup: readonly FilterInput[] = ['truth', 'day', 'id'];

/** The control of a type is the one of its filters. */
const inputOf = (type: string): FilterInput => (isKind(type) ? kinds[type].filter.input : 'text');

/** Edits the default value, in the control of the field type. */
export function DefaultInput({ form, onChange }: FieldPartProps) {
  const say = useMessage();
  const issues = useIssuesAt('field')('/default');
  if (!hasSetting(form.type, 'default')) return null;
  return (
    <FieldShell
      id="field-default"
      label={say('configure.default')}
      help={say('configure.default.help')}
      issues={issues}
      as={asGroup.includes(inputOf(form.type)) ? 'group' : 'label'}
    >
      <Control
        form={form}
        onChange={(value) => onChange({ ...form, facts: { ...form.facts, default: value } })}
      />
    </FieldShell>
  );
}

function Control({ form, onChange }: { form: FieldPartProps['form']; onChange: (value: unknown) => void }) {
  const say = useMessage();
  const value = form.facts.default;
  const choices = useChoices(form.facts);
  const shared = { id: 'field-default', labelledBy: 'field-default-label' };
  const input = inputOf(form.type);
  if (input === 'truth')
    return (
      <Select
        {...shared}
        value={value === undefined ? undefined : String(value)}
        options={[
          { id: 'true', label: say('ui.yes') },
          { id: 'false', label: say('ui.no') },
        ]}
        onChange={(picked) => onChange(picked === undefined ? undefined : picked === 'true')}
      />
    );
  if (input === 'id')
    return (
      <Select
        {...shared}
        value={value === undefined ? undefined : String(value)}
        options={choices.map(({ id, label }) => ({ id: String(id), label }))}
        onChange={(picked) => onChange(choices.find(({ id }) => String(id) === picked)?.id)}
      />
    );
  if (input === 'day')
    return <DateField {...shared} value={value as string | undefined} onChange={(day) => onChange(day)} />;
  if (input === 'text')
    return (
      <TextInput
        id="field-default"
        value={String(value ?? '')}
        onChange={(text) => onChange(text || undefined)}
      />
    );
  return (
    <AmountInput
      id="field-default"
      type={form.type}
      value={value}
      onChange={(amount) => onChange(amount ?? undefined)}
    />
  );
}

/** The choices of the field itself, or of the list it takes them from. */
function useChoices({ choices, lookup }: FieldFacts): readonly { id: string | number; label: string }[] {
  const { model, say: label } = useWork();
  const locale = useLocale();
  if (choices) return choices.map(({ name, title }) => ({ id: name, label: title[locale] || name }));
  const items = model.lookups.get(lookup ?? '')?.items ?? [];
  return items.map(({ Id, Name }) => ({ id: Id, label: label(`lookup.${lookup}.${Name}`) }));
}

/** Rows, files and assigned numbers do not start with a computed value. */
const isComputable = (type: string): boolean =>
  isKind(type) &&
  kinds[type].refersTo !== 'file' &&
  !hasSetting(type, 'fields') &&
  !hasSetting(type, 'sequence');

/** What a new record starts with, computed when it is created. */
export function DefaultByInput({ form, onChange }: FieldPartProps) {
  const say = useMessage();
  const { defaultBy } = form.facts;
  const issues = useIssuesAt('field')('/defaultBy');
  const [isOpen, setOpen] = useState(defaultBy !== undefined);
  if (!isComputable(form.type)) return null;
  const set = (next: string | undefined) =>
    onChange({ ...form, facts: { ...form.facts, defaultBy: next, ...(next && { default: undefined }) } });
  return (
    <div className={styles.form}>
      <Checkbox
        id="field-default-by"
        checked={isOpen}
        onChange={(checked) => {
          setOpen(checked);
          if (!checked) set(undefined);
        }}
      >
        {say('configure.default-by')}
      </Checkbox>
      {isOpen && (
        <>
          <p className={area.quiet}>{say('configure.default-by.help')}</p>
          <ConditionEditor
            label={say('configure.default-by')}
            entity={form.entity}
            text={defaultBy ?? ''}
            wants={inputOf(form.type) === 'truth' ? 'boolean' : 'any'}
            onChange={(text) => set(text === '' ? undefined : text)}
          />
        </>
      )}
      <FieldIssues id="field-default-by-issues" issues={issues} />
    </div>
  );
}
