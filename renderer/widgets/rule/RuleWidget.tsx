import { Redo2, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { named } from '../rank.ts';
import { textOf } from '../TextWidget.tsx';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import { RuleBuilder } from './RuleBuilder.tsx';
import type { RuleParts } from './RuleParts.ts';
import { RuleTest } from './RuleTest.tsx';
import { RuleText } from './RuleText.tsx';
import { RuleWords } from './RuleWords.tsx';
import styles from './rule.module.css';
import { addressOf } from './ruleAddress.ts';
import type { RuleExample, RuleValues } from './ruleTypes.ts';
import { useRuleCheck } from './useRuleCheck.ts';
import { useTextHistory } from './useTextHistory.ts';

/** A rule: built of conditions or written as text, said in plain words, tried on values. */
export function RuleWidget(props: WidgetProps) {
  const { view, message: say, isReadOnly, form } = props;
  const text = textOf(view.value).replaceAll('\r\n', '\n');
  const [values, setValues] = useState<RuleValues>({});
  const [shown, setShown] = useState('builder');
  const history = useTextHistory(text, (next) => props.onChange(next === '' ? null : next));
  const path = view.field.rule?.examples;
  const examples = examplesOf(path && form.record()[path]);
  const cases = useMemo(() => [values, ...examples.map(({ Values = {} }) => Values)], [values, examples]);
  const checked = useRuleCheck(props.checkRule, {
    entity: view.field.entity,
    field: view.field.name,
    record: addressOf(view.field, form.record()),
    text,
    cases,
  });
  const parts: RuleParts = { ...props, text, checked };
  const [problem] = checked.text === text ? (checked.answer?.Problems ?? []) : [];
  const builder = <RuleBuilder {...parts} onText={history.change} />;
  const written = <RuleText {...parts} history={history} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend of its own
    <div role="group" aria-labelledby={props.labelledBy} className={styles.rule}>
      <div className={styles.views}>
        <Tabs
          label={say('ui.rule.views')}
          selected={shown}
          onSelect={setShown}
          items={[
            { id: 'builder', label: say('ui.rule.builder'), content: builder },
            { id: 'text', label: say('ui.rule.text'), content: written },
          ]}
        />
        {!isReadOnly && (
          <div className={styles.history}>
            <IconButton
              icon={Undo2}
              label={say('ui.rule.undo')}
              size="small"
              disabled={!history.canUndo}
              onPress={history.undo}
            />
            <IconButton
              icon={Redo2}
              label={say('ui.rule.redo')}
              size="small"
              disabled={!history.canRedo}
              onPress={history.redo}
            />
          </div>
        )}
      </div>
      <p role="status" className={styles.problem} data-level={problem?.Level ?? 'none'}>
        {checked.isFailed ? say('ui.rule.failed') : (problem?.Message ?? '')}
        {problem && shown === 'builder' && (
          <Button tone="link" size="small" onPress={() => setShown('text')}>
            {say('ui.rule.show-text')}
          </Button>
        )}
      </p>
      <section className={styles.panel} aria-label={say('ui.rule.words')}>
        <h4 className={styles.heading}>{say('ui.rule.words')}</h4>
        <RuleWords {...parts} />
      </section>
      <section className={styles.panel} aria-label={say('ui.rule.test')}>
        <h4 className={styles.heading}>{say('ui.rule.test')}</h4>
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
  tester: named('rule', 'rule'),
  component: RuleWidget,
  frame: 'group',
  showsReadOnly: true,
};
