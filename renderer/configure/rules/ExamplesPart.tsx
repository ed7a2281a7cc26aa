import { CircleCheck, CircleX, Plus, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { DataRecord, RuleExample } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { OperandInput } from '../../widgets/rule/OperandInput.tsx';
import { operandsOf } from '../conditions/operandsOf.ts';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { useTrial } from '../preview/trial.tsx';
import { judge } from './judge.ts';
import type { RulePartProps } from './ruleForm.ts';
import { exampleReads, type RuleForm, valueAtName, withValue } from './ruleForm.ts';

/** Records that must pass or fail the rule; publication checks them. */
export function ExamplesPart({ form, onChange }: RulePartProps) {
  const say = useMessage();
  const set = (examples: readonly RuleExample[]) => onChange({ ...form, examples });
  const add = () => {
    const number = form.examples.length + 1;
    set([...form.examples, { title: say('configure.example', { number }), record: {}, holds: true }]);
  };
  return (
    <div className={styles.form}>
      <p className={area.quiet}>{say('configure.examples.note')}</p>
      {form.examples.map((example, index) => (
        <Example
          // biome-ignore lint/suspicious/noArrayIndexKey: examples have no other key than their position
          key={index}
          form={form}
          example={example}
          place={index}
          onChange={(next) =>
            set(form.examples.flatMap((one, at) => (at === index ? (next ? [next] : []) : [one])))
          }
        />
      ))}
      <div>
        <Button
          size="small"
          icon={<Icon icon={Plus} size="small" />}
          refusal={form.check === '' ? say('configure.example.rule-first') : undefined}
          onPress={add}
        >
          {say('configure.example.add')}
        </Button>
      </div>
    </div>
  );
}

type ExampleProps = {
  readonly form: RuleForm;
  readonly example: RuleExample;
  readonly place: number;
  readonly onChange: (example: RuleExample | undefined) => void;
};

function Example({ form, example, place, onChange }: ExampleProps) {
  const say = useMessage();
  const operands = useExampleOperands(form);
  const id = `example-${place}`;
  const issues = useIssuesAt('rule')(`/examples/${place}`);
  const record = example.record as DataRecord;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{example.title}</legend>
      <div className={styles.columns}>
        <FieldShell id={`${id}-title`} label={say('configure.example.title')}>
          <TextInput
            id={`${id}-title`}
            value={example.title}
            onChange={(title) => onChange({ ...example, title })}
          />
        </FieldShell>
        {operands.map((operand) => (
          <FieldShell key={operand.SourceName} id={`${id}-${operand.SourceName}`} label={operand.Name}>
            <OperandInput
              id={`${id}-${operand.SourceName}`}
              label={operand.Name}
              operand={operand}
              say={say}
              value={valueAtName(record, operand.SourceName)}
              onChange={(value) =>
                onChange({ ...example, record: withValue(record, operand.SourceName, value) })
              }
            />
          </FieldShell>
        ))}
        <FieldShell id={`${id}-holds`} label={say('configure.example.holds')} as="group">
          <Select
            id={`${id}-holds`}
            labelledBy={`${id}-holds-label`}
            clearable={false}
            value={String(example.holds)}
            options={[
              { id: 'true', label: say('configure.example.content') },
              { id: 'false', label: say('configure.example.refuses') },
            ]}
            onChange={(picked) => onChange({ ...example, holds: picked === 'true' })}
          />
        </FieldShell>
      </div>
      <p className={area.line}>
        <Verdict form={form} example={example} />
        <IconButton
          icon={Trash2}
          size="small"
          label={say('ui.remove-item', { item: example.title })}
          onPress={() => onChange(undefined)}
        />
      </p>
      <FieldIssues id={`${id}-issues`} issues={issues} />
    </fieldset>
  );
}

/**
 * Fields that affect the verdict: those of the rule, and those that decide whether they are visible or what
 * they contain.
 */
function useExampleOperands(form: RuleForm) {
  const { model, say: label } = useTrial();
  return useMemo(() => {
    const entity = model.entities.get(form.entity);
    const reads = new Set(entity ? exampleReads(form, entity) : []);
    return operandsOf(model, form.entity, label).filter(({ SourceName }) => reads.has(SourceName));
  }, [form, model, label]);
}

function Verdict({ form, example }: Pick<ExampleProps, 'form' | 'example'>) {
  const say = useMessage();
  const { model } = useTrial();
  const holds = judge(form, example.record as DataRecord, model);
  if (holds === undefined) return <span className={area.quiet}>{say('configure.example.unread')}</span>;
  const isRight = holds === example.holds;
  return (
    <span className={area.line} data-state={isRight ? 'right' : 'wrong'}>
      <Icon icon={isRight ? CircleCheck : CircleX} size="small" />
      {say(isRight ? 'configure.example.right' : 'configure.example.wrong')}
    </span>
  );
}
