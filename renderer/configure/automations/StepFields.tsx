import { type ReactNode, useState } from 'react';
import { type EntityModel, namesRecord } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { Select } from '../../parts/Select.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';
import type { AutomationStepForm } from './automationForm.ts';
import { CallPart } from './CallPart.tsx';
import type { StepProps } from './stepProps.ts';
import { TellPart } from './TellPart.tsx';
import { ValuesPart } from './ValuesPart.tsx';

type Nested = (
  entity: EntityModel,
  steps: readonly AutomationStepForm[],
  onChange: (steps: readonly AutomationStepForm[]) => void,
) => ReactNode;

/** What one step says. */
export function StepFields(props: StepProps & { readonly nested: Nested }) {
  const { step, entity } = props;
  const { model } = useWork();
  const target = targetOf(model.entities, entity, step);
  return (
    <div className={styles.form}>
      {(step.do === 'mail' || step.do === 'notify') && <TellPart {...props} />}
      {(step.do === 'create' || step.do === 'each') && <EntityChoice {...props} />}
      {(step.do === 'change' || step.do === 'each') && <ThroughChoice {...props} />}
      {step.do === 'transition' && <TransitionChoice {...props} />}
      {step.do === 'call' && <CallPart {...props} />}
      {step.do === 'wait' && <WaitPart {...props} />}
      {(step.do === 'set' || step.do === 'create' || step.do === 'change') && target && (
        <ValuesPart {...props} target={target} />
      )}
      {step.do === 'each' &&
        target &&
        props.nested(target, step.then ?? [], (then) =>
          props.onChange({ ...step, then } as AutomationStepForm),
        )}
      <IfPart {...props} />
    </div>
  );
}

function targetOf(entities: ReadonlyMap<string, EntityModel>, entity: EntityModel, step: AutomationStepForm) {
  if (step.do === 'set') return entity;
  if (step.do !== 'change') return entities.get(step.entity ?? '');
  return entities.get(entity.fieldByPath.get(step.through ?? '')?.ref?.entity ?? '');
}

/** A step is taken always, or under a condition. */
function IfPart({ entity, step, onChange }: StepProps) {
  const say = useMessage();
  const [isOpen, setOpen] = useState(step.if !== undefined || step.do === 'stop');
  if (!isOpen)
    return (
      <span>
        <Button tone="link" size="small" onPress={() => setOpen(true)}>
          {say('configure.automation.step.if')}
        </Button>
      </span>
    );
  const change = (text: string) => {
    const { if: _gone, ...rest } = step;
    onChange((text.trim() === '' ? rest : { ...step, if: text }) as AutomationStepForm);
  };
  return (
    <ConditionEditor
      label={say('configure.automation.step.if')}
      entity={entity.id}
      text={step.if ?? ''}
      onChange={change}
    />
  );
}

const idOf = (at: string, word: string): string => `step${at.replaceAll('/', '-')}-${word}`;

function EntityChoice({ step, at, onChange }: StepProps) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const id = idOf(at, 'entity');
  const options = [...model.entities.values()]
    .filter(({ area }) => area !== 'system')
    .map((one) => ({ id: one.id, label: label(one.plural) }));
  return (
    <FieldShell id={id} label={say(`configure.automation.${step.do}.entity`)} as="group">
      <Select
        id={id}
        labelledBy={`${id}-label`}
        value={step.entity}
        options={options}
        onChange={(entity) => onChange({ ...step, entity: entity ?? '' } as AutomationStepForm)}
      />
    </FieldShell>
  );
}

function ThroughChoice({ entity, step, at, onChange }: StepProps) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const id = idOf(at, 'through');
  const fields =
    step.do === 'each'
      ? (model.entities.get(step.entity ?? '')?.fields ?? []).filter(({ ref }) => ref?.entity === entity.id)
      : entity.fields.filter((field) => field.ref && namesRecord(field));
  return (
    <FieldShell id={id} label={say('configure.automation.through')} as="group">
      <Select
        id={id}
        labelledBy={`${id}-label`}
        value={step.through}
        options={fields.map((field) => ({ id: field.name, label: label(field.label) }))}
        onChange={(through) => onChange({ ...step, through: through ?? '' } as AutomationStepForm)}
      />
    </FieldShell>
  );
}

function TransitionChoice({ entity, step, at, onChange }: StepProps) {
  const say = useMessage();
  const { say: label } = useWork();
  const id = idOf(at, 'transition');
  const options = (entity.workflow?.transitions ?? []).map((one) => ({
    id: one.id,
    label: one.label ? label(one.label) : one.id,
  }));
  return (
    <FieldShell id={id} label={say('configure.automation.transition')} as="group">
      <Select
        id={id}
        labelledBy={`${id}-label`}
        value={step.transition}
        options={options}
        onChange={(transition) => onChange({ ...step, transition: transition ?? '' } as AutomationStepForm)}
      />
    </FieldShell>
  );
}

function WaitPart({ step, at, onChange }: StepProps) {
  const say = useMessage();
  return (
    <div className={styles.columns}>
      {(['days', 'hours', 'minutes'] as const).map((word) => {
        const id = idOf(at, word);
        return (
          <FieldShell key={word} id={id} label={say(`configure.automation.wait.${word}`)}>
            <NumberField
              id={id}
              minimum={0}
              value={step[word]}
              onChange={(value) => {
                const { [word]: _gone, ...rest } = step;
                onChange((value === undefined ? rest : { ...step, [word]: value }) as AutomationStepForm);
              }}
            />
          </FieldShell>
        );
      })}
    </div>
  );
}
