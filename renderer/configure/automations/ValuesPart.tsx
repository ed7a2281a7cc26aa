import { Trash2 } from 'lucide-react';
import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { useWork } from '../work.tsx';
import { type AutomationStepForm, settable } from './automationForm.ts';
import type { StepProps } from './stepProps.ts';

/** The fields that a step sets, each to an expression. */
export function ValuesPart({
  entity,
  step,
  at,
  onChange,
  target,
}: StepProps & { readonly target: EntityModel }) {
  const say = useMessage();
  const { say: label } = useWork();
  const fields = (step.fields ?? {}) as Readonly<Record<string, string>>;
  const id = `step${at.replaceAll('/', '-')}-field`;
  const put = (next: Readonly<Record<string, string>>) =>
    onChange({ ...step, fields: next } as AutomationStepForm);
  const left = settable(target).filter(({ name }) => !(name in fields));
  return (
    <>
      {Object.entries(fields).map(([name, text]) => (
        <Card
          key={name}
          level={3}
          title={label(target.fieldByPath.get(name)?.label ?? name)}
          actions={
            <IconButton
              icon={Trash2}
              label={say('configure.automation.field.remove', { field: name })}
              onPress={() => put(Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name)))}
            />
          }
        >
          <ConditionEditor
            label={label(target.fieldByPath.get(name)?.label ?? name)}
            entity={entity.id}
            text={text}
            wants="any"
            onChange={(value) => put({ ...fields, [name]: value })}
          />
        </Card>
      ))}
      <FieldShell id={id} label={say('configure.automation.field.add')} as="group">
        <Select
          key={Object.keys(fields).length}
          id={id}
          labelledBy={`${id}-label`}
          value={undefined}
          options={left.map((field) => ({ id: field.name, label: label(field.label) }))}
          onChange={(name) => name && put({ ...fields, [name]: 'null' })}
        />
      </FieldShell>
    </>
  );
}
