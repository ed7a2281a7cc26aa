import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { Select } from '../../parts/Select.tsx';
import form from '../form.module.css';
import { useWork } from '../work.tsx';
import type { TransitionForm } from './transitionForm.ts';

type Props = {
  readonly entity: EntityModel;
  /** The field of the states. */
  readonly state: string;
  readonly typed: TransitionForm;
  readonly set: (more: Partial<TransitionForm>) => void;
};

/** The fields and the note that a step asks for. */
export function AsksPart({ entity, state, typed, set }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const fields = entity.fields.filter(
    ({ name, stored, readOnly, sequence, records }) =>
      stored && !readOnly && !sequence && !records && name !== state && name !== 'Id',
  );
  const options = fields.map(({ name, label: title }) => ({ id: name, label: label(title) }));
  return (
    <div className={form.columns}>
      <FieldShell id="step-asks" name="asks" label={say('configure.step.asks')} as="group">
        <MultiSelect
          id="step-asks"
          labelledBy="step-asks-label"
          value={typed.asks}
          options={options}
          onChange={(asks) => set({ asks, required: typed.required.filter((one) => asks.includes(one)) })}
        />
      </FieldShell>
      <FieldShell id="step-required" name="asks.required" label={say('configure.step.required')} as="group">
        <MultiSelect
          id="step-required"
          labelledBy="step-required-label"
          value={typed.required}
          options={options.filter(({ id }) => typed.asks.includes(id))}
          onChange={(required) => set({ required })}
        />
      </FieldShell>
      {entity.history && (
        <FieldShell id="step-note" name="note" label={say('ui.step.note')} as="group">
          <Select
            id="step-note"
            labelledBy="step-note-label"
            clearable={false}
            value={typed.note}
            options={(['none', 'optional', 'required'] as const).map((id) => ({
              id,
              label: say(`configure.step.note.${id}`),
            }))}
            onChange={(note) => set({ note: (note ?? 'none') as TransitionForm['note'] })}
          />
        </FieldShell>
      )}
    </div>
  );
}
