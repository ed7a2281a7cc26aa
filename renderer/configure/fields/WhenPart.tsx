import { useState } from 'react';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { FieldIssues } from '../../parts/FieldShell.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import type { FieldPartProps } from './fieldForm.ts';
import { type FieldFacts, withVisible } from './fieldForm.ts';

type Slot = 'required' | 'visible' | 'editable';

/** When a field is visible, required and editable, and whether it is computed. */
export function WhenPart(props: FieldPartProps) {
  const say = useMessage();
  const { form, onChange } = props;
  const { unique } = form.facts;
  const issues = useIssuesAt('field')('/unique');
  return (
    <div className={styles.form}>
      <When {...props} slot="visible" />
      <When {...props} slot="required" />
      <When {...props} slot="editable" />
      <Computed {...props} />
      <Checkbox
        id="field-unique"
        checked={unique !== undefined && unique !== false}
        onChange={(checked) =>
          onChange({ ...form, facts: { ...form.facts, unique: checked ? true : undefined } })
        }
      >
        {say('configure.unique')}
      </Checkbox>
      <FieldIssues id="field-unique-issues" issues={issues} />
    </div>
  );
}

/** Always, never, or under a condition. */
function When({ form, onChange, slot }: FieldPartProps & { slot: Slot }) {
  const say = useMessage();
  const value = form.facts[slot];
  const issues = useIssuesAt('field')(`/${slot}`);
  const { visible } = form.facts;
  // A conditionally visible field can be required whenever it is visible.
  const canFollow = slot === 'required' && typeof visible === 'string';
  const [isChosen, setChosen] = useState(typeof value === 'string' && !(canFollow && value === visible));
  const text = typeof value === 'string' ? value : '';
  const chosen = isChosen
    ? 'when'
    : canFollow && value === visible
      ? 'shown'
      : value === true
        ? 'always'
        : 'usual';
  const set = (next: FieldFacts[Slot]) => {
    const { facts } = form;
    const isText = typeof next === 'string' || next === undefined;
    onChange({
      ...form,
      facts: slot === 'visible' && isText ? withVisible(facts, next) : { ...facts, [slot]: next },
    });
  };
  const pick = (picked: string | undefined) => {
    setChosen(picked === 'when');
    set(picked === 'always' ? true : picked === 'shown' ? visible : undefined);
  };
  const id = `field-${slot}`;
  const usual = { id: 'usual', label: say(`configure.when.${slot}.usual`) };
  const always = { id: 'always', label: say('configure.when.always') };
  const shown = canFollow ? [{ id: 'shown', label: say('configure.when.shown') }] : [];
  const when = { id: 'when', label: say('configure.when.when') };
  return (
    <div className={styles.group}>
      <p id={`${id}-label`} className={styles.legend}>
        {say(`configure.when.${slot}`)}
      </p>
      <RadioGroup
        id={id}
        labelledBy={`${id}-label`}
        value={chosen}
        options={slot === 'required' ? [usual, ...shown, always, when] : [usual, when]}
        onChange={pick}
      />
      {isChosen && (
        <ConditionEditor
          label={say(`configure.when.${slot}`)}
          entity={form.entity}
          text={text}
          onChange={(typed) => set(typed === '' ? undefined : typed)}
        />
      )}
      <FieldIssues id={`${id}-issues`} issues={issues} />
    </div>
  );
}

/** Whether a value depends on when or by whom it is read. */
const isFleeting = (value: string): boolean => /\$(today|now|user)\b/.test(value);

function Computed({ form, onChange }: FieldPartProps) {
  const say = useMessage();
  const { computed } = form.facts;
  const issues = useIssuesAt('field')('/computed');
  const [isOpen, setOpen] = useState(computed !== undefined);
  const [isDecided, setDecided] = useState(computed !== undefined);
  // Stored unless the person says otherwise, so that it sorts, filters and adds up like any other value.
  const stored = (value: string) => (isDecided ? {} : { stored: !isFleeting(value) || undefined });
  const set = (next: FieldFacts['computed']) =>
    onChange({ ...form, facts: { ...form.facts, computed: next } });
  return (
    <div className={styles.form}>
      <Checkbox
        id="field-computed"
        checked={isOpen}
        onChange={(checked) => {
          setOpen(checked);
          if (!checked) set(undefined);
        }}
      >
        {say('configure.computed')}
      </Checkbox>
      <FieldIssues id="field-computed-issues" issues={issues} />
      {isOpen && (
        <>
          <ConditionEditor
            label={say('configure.computed.value')}
            entity={form.entity}
            text={computed?.value ?? ''}
            wants={form.type === 'boolean' ? 'boolean' : 'any'}
            onChange={(value) => set(value === '' ? undefined : { ...computed, ...stored(value), value })}
          />
          {computed && <ComputedChoices {...{ computed, set }} onDecide={() => setDecided(true)} />}
        </>
      )}
    </div>
  );
}

type ComputedFacts = NonNullable<FieldFacts['computed']>;
type ChoicesProps = {
  readonly computed: ComputedFacts;
  readonly set: (next: ComputedFacts) => void;
  readonly onDecide: () => void;
};

/** Whether the value is stored, and whether people can override it. */
function ComputedChoices({ computed, set, onDecide }: ChoicesProps) {
  const say = useMessage();
  return (
    <>
      <Checkbox
        id="field-stored"
        checked={computed.stored === true || computed.override === true}
        disabled={computed.override === true}
        onChange={(wanted) => {
          onDecide();
          set({ ...computed, stored: wanted || undefined });
        }}
      >
        {say('configure.computed.stored')}
      </Checkbox>
      <p className={area.quiet}>{say('configure.computed.stored.help')}</p>
      <Checkbox
        id="field-override"
        checked={computed.override ?? false}
        onChange={(override) => set({ ...computed, override: override || undefined })}
      >
        {say('configure.computed.override')}
      </Checkbox>
    </>
  );
}
