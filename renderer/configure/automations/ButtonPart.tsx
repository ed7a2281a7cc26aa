import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { Select } from '../../parts/Select.tsx';
import { useWork } from '../work.tsx';
import { type AutomationTrigger, buttonIcons, settable } from './automationForm.ts';

type Props = {
  readonly entity: EntityModel;
  readonly when: AutomationTrigger;
  readonly onChange: (when: AutomationTrigger) => void;
};

type Ask = { readonly field: string; readonly required?: boolean };

/** The button that starts an automation: its icon, who may press it, and what it asks for. */
export function ButtonPart({ entity, when, onChange }: Props) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const asks: readonly Ask[] = when.asks ?? [];
  const put = (words: object) => {
    const next = Object.entries({ ...when, ...words }).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    );
    onChange(Object.fromEntries(next) as unknown as AutomationTrigger);
  };
  const fields = settable(entity).map((field) => ({ id: field.name, label: label(field.label) }));
  const known = new Map(asks.map((one) => [one.field, one]));
  const required = asks.flatMap((one) => (one.required ? [one.field] : []));
  return (
    <>
      <FieldShell id="trigger-icon" label={say('configure.automation.button.icon')} as="group">
        <Select
          id="trigger-icon"
          labelledBy="trigger-icon-label"
          value={when.icon ?? 'zap'}
          options={buttonIcons.map((id) => ({ id, label: say(`configure.icon.${id}`) }))}
          required
          onChange={(icon) => put({ icon: icon === 'zap' ? undefined : icon })}
        />
      </FieldShell>
      <Choices
        id="trigger-roles"
        word="roles"
        value={when.roles ?? []}
        options={[...model.roles.values()].map(({ id }) => ({ id, label: label(`role.${id}`) }))}
        onChange={(roles) => put({ roles })}
      />
      <Choices
        id="trigger-asks"
        word="asks"
        value={asks.map(({ field }) => field)}
        options={fields}
        onChange={(names) => put({ asks: names.map((field) => known.get(field) ?? { field }) })}
      />
      {asks.length > 0 && (
        <FieldShell id="trigger-required" label={say('configure.automation.button.required')} as="group">
          <MultiSelect
            id="trigger-required"
            labelledBy="trigger-required-label"
            value={required}
            options={fields.filter(({ id }) => known.has(id))}
            onChange={(names) =>
              put({
                asks: asks.map(({ field }) => ({ field, ...(names.includes(field) && { required: true }) })),
              })
            }
          />
        </FieldShell>
      )}
    </>
  );
}

type ChoicesProps = {
  readonly id: string;
  readonly word: 'roles' | 'asks';
  readonly value: readonly string[];
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (ids: readonly string[]) => void;
};

function Choices({ id, word, value, options, onChange }: ChoicesProps) {
  const say = useMessage();
  return (
    <FieldShell
      id={id}
      label={say(`configure.automation.button.${word}`)}
      as="group"
      help={say(`configure.automation.button.${word}.help`)}
    >
      <MultiSelect id={id} labelledBy={`${id}-label`} value={value} options={options} onChange={onChange} />
    </FieldShell>
  );
}
