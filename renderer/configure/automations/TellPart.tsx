import { useMessage } from '../../data/messages.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { TextsField } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import { type AutomationStepForm, recipientsIn } from './automationForm.ts';
import type { StepProps } from './stepProps.ts';

type Recipient = { readonly field?: string; readonly role?: string; readonly address?: string };

/** Who is told, and what. */
export function TellPart({ entity, step, at, onChange }: StepProps) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const id = `step${at.replaceAll('/', '-')}-to`;
  const to = (step.to ?? []) as readonly Recipient[];
  const address = to.find((one) => one.address !== undefined)?.address ?? '';
  const fields = recipientsIn(entity, step.do).map((name) => ({
    id: `field:${name}`,
    label: label(entity.fieldByPath.get(name)?.label ?? name),
  }));
  const roles = [...model.roles.values()].map(({ id: role }) => ({
    id: `role:${role}`,
    label: say('configure.automation.role', { role: label(`role.${role}`) }),
  }));
  const people = to.flatMap(({ field, role }) => (field ? [`field:${field}`] : role ? [`role:${role}`] : []));
  const put = (ids: readonly string[], mail: string) => {
    const chosen = ids.map((one) => {
      const [kind = '', name = ''] = one.split(/:(.*)/);
      return { [kind]: name };
    });
    onChange({
      ...step,
      to: [...chosen, ...(mail === '' ? [] : [{ address: mail }])],
    } as unknown as AutomationStepForm);
  };
  const texts = (word: 'subject' | 'text') => ({
    label: say(`configure.automation.${word}`),
    value: step[word],
    onChange: (value: object) => onChange({ ...step, [word]: value } as AutomationStepForm),
  });
  return (
    <>
      <FieldShell id={id} label={say('configure.automation.to')} as="group">
        <MultiSelect
          id={id}
          labelledBy={`${id}-label`}
          value={people}
          options={[...fields, ...roles]}
          onChange={(ids) => put(ids, address)}
        />
      </FieldShell>
      {step.do === 'mail' && (
        <>
          <FieldShell id={`${id}-address`} label={say('configure.automation.address')}>
            <TextInput id={`${id}-address`} value={address} onChange={(mail) => put(people, mail)} />
          </FieldShell>
          <TextsField {...texts('subject')} />
        </>
      )}
      <TextsField {...texts('text')} multiline help={say('configure.automation.text.help')} />
    </>
  );
}
