import { useMemo, useState } from 'react';
import { useFieldView } from '../../data/useFormState.ts';
import { Link } from '../../parts/Link.tsx';
import { named } from '../rank.ts';
import { textOf } from '../textOf.ts';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import { outcomesOf } from './outcomesOf.ts';
import { RuleImpact } from './RuleImpact.tsx';
import type { RuleParts } from './RuleParts.ts';
import { RuleTest } from './RuleTest.tsx';
import { RuleViews } from './RuleViews.tsx';
import { RuleWords } from './RuleWords.tsx';
import styles from './rule.module.css';
import { addressOf } from './ruleAddress.ts';
import type { RuleExample, RuleValues } from './ruleTypes.ts';
import { useRuleCheck } from './useRuleCheck.ts';
import { useTextHistory } from './useTextHistory.ts';

/** Edits a rule as conditions or text, explains it in words, and tries it on values. */
export function RuleWidget(props: WidgetProps) {
  const { view, message: say, form } = props;
  const text = textOf(view.value).replaceAll('\r\n', '\n');
  const [values, setValues] = useState<RuleValues>({});
  const history = useTextHistory(text, (next) => props.onChange(next === '' ? null : next));
  const path = view.field.rule?.examples;
  // Examples are in another field, to which the form does not subscribe this widget.
  const beside = useFieldView(form, path === undefined ? view.path : `/${path}`);
  const examples = examplesOf(path && beside.value);
  const cases = useMemo(() => [values, ...examples.map(({ Values = {} }) => Values)], [values, examples]);
  const checked = useRuleCheck(props.checkRule, {
    entity: view.field.entity,
    field: view.field.name,
    record: addressOf(view.field, form.record()),
    text,
    cases,
  });
  const parts: RuleParts = { ...props, text, checked, outcomes: outcomesOf(view.field) };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame and a legend
    <div role="group" aria-labelledby={props.labelledBy} className={styles.rule}>
      <RuleViews {...parts} history={history} />
      <section className={styles.panel} aria-label={say('ui.rule.words')}>
        <p className={styles.heading}>{say('ui.rule.words')}</p>
        <RuleWords {...parts} />
      </section>
      <RuleReads {...parts} />
      <RuleImpact {...parts} />
      <section className={styles.panel} aria-label={say('ui.rule.test')}>
        <p className={styles.heading}>{say('ui.rule.test')}</p>
        <RuleTest
          {...parts}
          values={values}
          onValues={setValues}
          examples={examples}
          onExamples={path === undefined ? undefined : (rows) => form.change(`/${path}`, rows)}
        />
      </section>
    </div>
  );
}

const none: readonly RuleExample[] = [];

function examplesOf(rows: unknown): readonly RuleExample[] {
  return Array.isArray(rows) && rows.length > 0 ? (rows as readonly RuleExample[]) : none;
}

export const ruleEntry: WidgetEntry = {
  name: 'rule',
  tester: named('rule'),
  component: RuleWidget,
  frame: 'group',
  showsReadOnly: true,
};

/** Lists the operands of the rule with links; nothing if there are none. */
function RuleReads({ checked, message: say }: RuleParts) {
  const { answer } = checked;
  const read = (answer?.Operands ?? []).filter(({ SourceName }) => answer?.Used.includes(SourceName));
  if (read.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={say('ui.rule.reads')}>
      <p className={styles.heading}>{say('ui.rule.reads')}</p>
      <ul className={styles.reads}>
        {read.map(({ SourceName, Name, Page }) => (
          <li key={SourceName}>
            {Page ? <Link to={Page}>{Name}</Link> : <span>{Name}</span>} <code>{SourceName}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
