import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Card } from '../../parts/Card.tsx';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import { useRowFocus } from '../../parts/useRowFocus.ts';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { type AutomationStepForm, newStep, type StepKind, stepKinds } from './automationForm.ts';
import { StepFields } from './StepFields.tsx';

type Props = {
  readonly entity: EntityModel;
  readonly steps: readonly AutomationStepForm[];
  /** JSON pointer of the list in the change. */
  readonly at: string;
  readonly onChange: (steps: readonly AutomationStepForm[]) => void;
  readonly isNested?: boolean;
};

/** The steps of an automation, one below the other. */
export function StepsPart({ entity, steps, at, onChange, isNested = false }: Props) {
  const say = useMessage();
  const issuesAt = useIssuesAt('automation');
  const list = useRowFocus();
  const id = `steps${at.replaceAll('/', '-')}`;
  const offered = stepKinds.filter(
    (kind) =>
      !(isNested && (kind === 'each' || kind === 'wait' || kind === 'call')) &&
      (kind !== 'transition' || entity.workflow),
  );
  const replace = (index: number, step: AutomationStepForm) =>
    onChange(steps.map((one, place) => (place === index ? step : one)));
  const move = (index: number, by: number) => {
    const next = [...steps];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    onChange(next);
  };
  return (
    <div className={styles.form} tabIndex={-1} {...list}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity
        <div key={`${at}/${index}`} data-row={index}>
          <Card
            level={3}
            id={`${id}-${index}`}
            title={`${index + 1}. ${say(`configure.automation.do.${step.do}`)}`}
            actions={
              <StepActions
                {...{ index, count: steps.length, move }}
                remove={() => onChange(steps.filter((_, place) => place !== index))}
              />
            }
          >
            <StepFields
              {...{ entity, step, at: `${at}/${index}` }}
              onChange={(next) => replace(index, next)}
              nested={(target, inner, change) => (
                <StepsPart
                  entity={target}
                  steps={inner}
                  at={`${at}/${index}/then`}
                  onChange={change}
                  isNested
                />
              )}
            />
            <FieldIssues id={`${id}-${index}-issues`} issues={ofStep(issuesAt, `${at}/${index}`, step)} />
          </Card>
        </div>
      ))}
      <AddStep
        {...{ id, offered }}
        key={steps.length}
        onAdd={(kind) => onChange([...steps, newStep(kind, entity)])}
      />
    </div>
  );
}

/** The issues of a step that no field of it shows. */
function ofStep(issuesAt: ReturnType<typeof useIssuesAt>, at: string, { template }: AutomationStepForm) {
  const texts = template === undefined ? ['subject', 'text', 'html'] : [];
  const shown = new Set(['then', 'url', ...texts].flatMap((word) => issuesAt(`${at}/${word}`)));
  return issuesAt(at).filter((issue) => !shown.has(issue));
}

type ActionsProps = {
  readonly index: number;
  readonly count: number;
  readonly move: (index: number, by: number) => void;
  readonly remove: () => void;
};

function StepActions({ index, count, move, remove }: ActionsProps) {
  const say = useMessage();
  return (
    <span className={area.line}>
      <IconButton
        icon={ArrowUp}
        label={say('configure.automation.step.up', { step: index + 1 })}
        disabled={index === 0}
        onPress={() => move(index, -1)}
      />
      <IconButton
        icon={ArrowDown}
        label={say('configure.automation.step.down', { step: index + 1 })}
        disabled={index === count - 1}
        onPress={() => move(index, 1)}
      />
      <IconButton
        icon={Trash2}
        label={say('configure.automation.step.remove', { step: index + 1 })}
        onPress={remove}
      />
    </span>
  );
}

type AddProps = {
  readonly id: string;
  readonly offered: readonly StepKind[];
  readonly onAdd: (kind: StepKind) => void;
};

function AddStep({ id, offered, onAdd }: AddProps) {
  const say = useMessage();
  return (
    <div data-row-add>
      <FieldShell id={`${id}-add`} label={say('configure.automation.step.add')} as="group">
        <Select
          id={`${id}-add`}
          labelledBy={`${id}-add-label`}
          value={undefined}
          options={offered.map((kind) => ({ id: kind, label: say(`configure.automation.do.${kind}`) }))}
          onChange={(kind) => kind && onAdd(kind as StepKind)}
        />
      </FieldShell>
    </div>
  );
}
