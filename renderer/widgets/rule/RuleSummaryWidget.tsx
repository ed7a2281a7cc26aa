import { named } from '../rank.ts';
import { textOf } from '../textOf.ts';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import { outcomesOf } from './outcomesOf.ts';
import { RuleWords } from './RuleWords.tsx';
import styles from './rule.module.css';
import { addressOf } from './ruleAddress.ts';
import type { RuleValues } from './ruleTypes.ts';
import { useRuleCheck } from './useRuleCheck.ts';

/** A read-only rule: in words, with its text below. */
export function RuleSummaryWidget(props: WidgetProps) {
  const { view, form } = props;
  const text = textOf(view.value);
  const checked = useRuleCheck(props.checkRule, {
    entity: view.field.entity,
    field: view.field.name,
    record: addressOf(view.field, form.record()),
    text,
    cases: none,
  });
  return (
    <div id={props.inputId} className={styles.summary}>
      <RuleWords {...props} text={text} checked={checked} outcomes={outcomesOf(view.field)} />
      {text !== '' && <code className={styles.chip}>{text}</code>}
    </div>
  );
}

const none: readonly RuleValues[] = [];

export const ruleSummaryEntry: WidgetEntry = {
  name: 'rule-summary',
  tester: named('rule-summary'),
  component: RuleSummaryWidget,
  frame: 'group',
  showsReadOnly: true,
};
