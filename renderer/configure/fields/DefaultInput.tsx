import type { FieldType } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { DateField } from '../../parts/DateField.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { Select } from '../../parts/Select.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import type { FieldPartProps } from './fieldForm.ts';

const withDefault: readonly FieldType[] = [
  'text',
  'multiline',
  'integer',
  'decimal',
  'money',
  'percent',
  'boolean',
  'date',
];

/** Edits the default value, in the control of the field type. */
export function DefaultInput({ form, onChange }: FieldPartProps) {
  const say = useMessage();
  const issues = useIssuesAt('field')('/default');
  if (!withDefault.includes(form.type)) return null;
  return (
    <FieldShell
      id="field-default"
      label={say('configure.default')}
      help={say('configure.default.help')}
      issues={issues}
      as={form.type === 'boolean' || form.type === 'date' ? 'group' : 'label'}
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
  const shared = { id: 'field-default', labelledBy: 'field-default-label' };
  if (form.type === 'boolean')
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
  if (form.type === 'date')
    return <DateField {...shared} value={value as string | undefined} onChange={(day) => onChange(day)} />;
  if (form.type === 'text' || form.type === 'multiline')
    return (
      <TextInput
        id="field-default"
        value={String(value ?? '')}
        onChange={(text) => onChange(text || undefined)}
      />
    );
  return (
    <NumberField
      id="field-default"
      unit={form.type === 'money' || form.type === 'percent' ? form.type : undefined}
      value={value as number | undefined}
      onChange={(number) => onChange(typeof number === 'number' ? number : undefined)}
    />
  );
}
