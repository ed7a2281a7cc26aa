import { useMessage } from '../../data/messages.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import styles from '../form.module.css';
import type { RuleForm, RulePartProps } from './ruleForm.ts';

/** Once everything it compares is filled in, always, or under a condition of its own. */
export function WhenPart({ form, onChange }: RulePartProps) {
  const say = useMessage();
  return (
    <div className={styles.form}>
      <RadioGroup
        id="rule-when-choice"
        label={say('configure.rule.when')}
        direction="column"
        value={form.looked}
        options={(['filled', 'always', 'own'] as const).map((id) => ({
          id,
          label: say(`configure.rule.when.${id}`),
        }))}
        onChange={(looked) => onChange({ ...form, looked: looked as RuleForm['looked'] })}
      />
      {form.looked === 'own' && (
        <ConditionEditor
          label={say('configure.rule.when')}
          entity={form.entity}
          text={form.when}
          onChange={(when) => onChange({ ...form, when })}
        />
      )}
    </div>
  );
}
