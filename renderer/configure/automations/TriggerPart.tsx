import { type EntityModel, kinds } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { Select } from '../../parts/Select.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';
import { type AutomationTrigger, settable, triggers } from './automationForm.ts';
import { ButtonPart } from './ButtonPart.tsx';
import { WebhookPart } from './WebhookPart.tsx';

type Props = {
  readonly entity: EntityModel;
  readonly when: AutomationTrigger;
  readonly onChange: (when: AutomationTrigger) => void;
};

/** What starts an automation. */
export function TriggerPart({ entity, when, onChange }: Props) {
  const say = useMessage();
  const options = triggers
    .filter((on) => on !== 'transition' || entity.workflow)
    .filter((on) => on !== 'comment' || entity.activity?.comments)
    .map((id) => ({ id, label: say(`configure.automation.on.${id}`) }));
  return (
    <div className={styles.columns}>
      <FieldShell
        id="trigger-on"
        label={say('configure.automation.event')}
        as="group"
        help={say(`configure.automation.on.${when.on}.help`)}
      >
        <Select
          id="trigger-on"
          labelledBy="trigger-on-label"
          value={when.on}
          options={options}
          required
          onChange={(on) => on && onChange({ on: on as AutomationTrigger['on'] })}
        />
      </FieldShell>
      {(when.on === 'changed' || when.on === 'saved') && <FieldsChoice {...{ entity, when, onChange }} />}
      {when.on === 'transition' && <TransitionChoice {...{ entity, when, onChange }} />}
      {when.on === 'button' && <ButtonPart {...{ entity, when, onChange }} />}
      {when.on === 'webhook' && <WebhookPart {...{ entity, when, onChange }} />}
      {when.on === 'date' && <DateChoice {...{ entity, when, onChange }} />}
      {when.on === 'schedule' && <ScheduleChoice {...{ entity, when, onChange }} />}
      {(when.on === 'date' || when.on === 'schedule') && (
        <FieldShell id="trigger-at" label={say('configure.automation.at')}>
          <TextInput
            id="trigger-at"
            placeholder="08:00"
            value={when.at ?? ''}
            onChange={(at) => onChange(without({ ...when, at }, 'at', at === ''))}
          />
        </FieldShell>
      )}
    </div>
  );
}

const without = (
  when: AutomationTrigger,
  word: keyof AutomationTrigger,
  isGone: boolean,
): AutomationTrigger => {
  if (!isGone) return when;
  const { [word]: _gone, ...rest } = when;
  return rest as AutomationTrigger;
};

function FieldsChoice({ entity, when, onChange }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  return (
    <FieldShell
      id="trigger-fields"
      label={say('configure.automation.fields')}
      as="group"
      help={say('configure.automation.fields.help')}
    >
      <MultiSelect
        id="trigger-fields"
        labelledBy="trigger-fields-label"
        value={when.fields ?? []}
        options={settable(entity).map((field) => ({ id: field.name, label: label(field.label) }))}
        onChange={(fields) =>
          onChange(
            without({ ...when, fields: [...fields] } as AutomationTrigger, 'fields', fields.length === 0),
          )
        }
      />
    </FieldShell>
  );
}

function TransitionChoice({ entity, when, onChange }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const options = (entity.workflow?.transitions ?? []).map(({ id, label: title }) => ({
    id,
    label: title ? label(title) : id,
  }));
  return (
    <FieldShell id="trigger-transition" label={say('configure.automation.transition')} as="group">
      <Select
        id="trigger-transition"
        labelledBy="trigger-transition-label"
        value={when.transition}
        options={options}
        onChange={(transition) =>
          onChange(without({ ...when, transition } as AutomationTrigger, 'transition', !transition))
        }
      />
    </FieldShell>
  );
}

function DateChoice({ entity, when, onChange }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const options = entity.fields
    .filter(({ kind, stored }) => stored && kinds[kind].day !== undefined)
    .map((field) => ({ id: field.name, label: label(field.label) }));
  return (
    <>
      <FieldShell id="trigger-field" label={say('configure.automation.date-field')} as="group">
        <Select
          id="trigger-field"
          labelledBy="trigger-field-label"
          value={when.field}
          options={options}
          onChange={(field) => onChange(without({ ...when, field } as AutomationTrigger, 'field', !field))}
        />
      </FieldShell>
      <FieldShell
        id="trigger-days"
        label={say('configure.automation.days')}
        help={say('configure.automation.days.help')}
      >
        <NumberField
          id="trigger-days"
          value={when.days}
          onChange={(days) =>
            onChange(without({ ...when, days } as AutomationTrigger, 'days', days === undefined))
          }
        />
      </FieldShell>
    </>
  );
}

function ScheduleChoice({ when, onChange }: Props) {
  const say = useMessage();
  return (
    <>
      <FieldShell id="trigger-every" label={say('configure.automation.every')} as="group">
        <Select
          id="trigger-every"
          labelledBy="trigger-every-label"
          value={when.every}
          options={['day', 'week', 'month'].map((id) => ({
            id,
            label: say(`configure.automation.every.${id}`),
          }))}
          onChange={(every) => onChange(without({ ...when, every } as AutomationTrigger, 'every', !every))}
        />
      </FieldShell>
      {when.every && when.every !== 'day' && (
        <FieldShell
          id="trigger-day"
          label={say('configure.automation.day')}
          help={say(`configure.automation.day.${when.every}`)}
        >
          <NumberField
            id="trigger-day"
            value={when.day}
            minimum={1}
            onChange={(day) =>
              onChange(without({ ...when, day } as AutomationTrigger, 'day', day === undefined))
            }
          />
        </FieldShell>
      )}
    </>
  );
}
