import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { OperandInput } from './OperandInput.tsx';
import { RuleExamples } from './RuleExamples.tsx';
import type { RuleTestProps } from './RuleParts.ts';
import styles from './rule.module.css';
import type { RuleOperand, RuleResult } from './ruleTypes.ts';
import { TracedText } from './TracedText.tsx';

/** Tries the rule on values: shows the verdict with its trace, and the saved examples. */
export function RuleTest(props: RuleTestProps) {
  const { checked, message: say, text, onValues, inputId } = props;
  const { answer } = checked;
  const operands = (answer?.Operands ?? []).filter(({ SourceName }) => answer?.Used.includes(SourceName));
  const [result] = answer?.Results ?? [];
  if (text.trim() !== '' && answer && !answer.Tree)
    return <p className={styles.note}>{say('ui.rule.words.later')}</p>;
  if (operands.length === 0) return <p className={styles.note}>{say('ui.rule.test.none')}</p>;
  return (
    <div className={styles.test}>
      <div className={styles.values}>
        {operands.map((operand) => (
          <TestValue key={operand.SourceName} {...props} operand={operand} />
        ))}
      </div>
      {result && checked.text === text && <Verdict result={result} {...props} operands={operands} />}
      {props.onExamples && !props.isReadOnly && result && (
        <SaveExample {...props} result={result} onClear={() => onValues({})} />
      )}
      <RuleExamples {...props} idPrefix={`${inputId}-examples`} />
    </div>
  );
}

function TestValue({
  operand,
  values,
  onValues,
  inputId,
  message: say,
}: RuleTestProps & { operand: RuleOperand }) {
  const id = `${inputId}-test-${operand.SourceName}`;
  return (
    <div className={styles.value}>
      <span className={styles.valueLabel}>
        {operand.Name} <code>{operand.SourceName}</code>
      </span>
      <OperandInput
        id={id}
        operand={operand}
        label={say('ui.rule.test.value', { name: operand.Name })}
        value={values[operand.SourceName]}
        say={say}
        onChange={(value) => onValues({ ...values, [operand.SourceName]: value })}
      />
    </div>
  );
}

const icons = { true: CircleCheck, false: CircleX, unknown: CircleHelp } as const;

export function outcomeOf(value: boolean | null): keyof typeof icons {
  return value === null ? 'unknown' : value ? 'true' : 'false';
}

type VerdictProps = RuleTestProps & {
  readonly result: RuleResult;
  readonly operands: readonly RuleOperand[];
};

function Verdict({ result, text, operands, outcomes, message: say }: VerdictProps) {
  const outcome = outcomeOf(result.IsEligible);
  const missing = result.Missing.map(
    (name) => operands.find(({ SourceName }) => SourceName === name)?.Name ?? name,
  );
  return (
    <div className={styles.verdict} data-outcome={outcome}>
      <p role="status" className={styles.outcome}>
        <Icon icon={icons[outcome]} />
        <strong>{say(outcomes[outcome])}</strong>
        {missing.length > 0 && <span>{say('ui.rule.missing', { names: missing.join(', ') })}</span>}
        {result.Error && <span>{result.Error}</span>}
      </p>
      <TracedText text={text} result={result} say={say} />
    </div>
  );
}

function SaveExample(props: RuleTestProps & { result: RuleResult; onClear: () => void }) {
  const { examples, onExamples, values, result, message: say, onClear } = props;
  const keep = () => {
    const kept = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
    const title = say('ui.rule.example.title', { number: examples.length + 1 });
    onExamples?.([
      ...examples,
      { Title: title, Values: Object.fromEntries(kept), Expected: result.IsEligible === true },
    ]);
  };
  return (
    <div className={styles.tools}>
      <Button size="small" onPress={keep}>
        {say('ui.rule.example.keep')}
      </Button>
      <Button size="small" tone="quiet" onPress={onClear}>
        {say('ui.rule.test.clear')}
      </Button>
    </div>
  );
}
