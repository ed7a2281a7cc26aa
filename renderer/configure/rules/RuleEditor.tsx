import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { FieldIssues } from '../../parts/FieldShell.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { ChangeEditor, useTyped } from '../ChangeEditor.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { usedIn } from '../conditions/usedIn.ts';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';
import { ExamplesPart } from './ExamplesPart.tsx';
import { type RuleForm, type RulePartProps, ruleChangeOf, withCheck } from './ruleForm.ts';
import { SayingPart } from './SayingPart.tsx';

type Props = {
  readonly title: string;
  readonly entity: EntityModel;
  readonly start: RuleForm;
  readonly isNew?: boolean;
};

/** Edits a rule: its check, condition, message and examples. */
export function RuleEditor({ title, entity, start: given, isNew = false }: Props) {
  const say = useMessage();
  const { model } = useWork();
  const { start, form, setForm, builder } = useTyped(
    `rule.${entity.id}.${isNew ? '' : given.shortName}`,
    () => given,
  );
  const change = ruleChangeOf(form);
  const old = ruleChangeOf(start);
  const back = `/configure/entities/${entity.id}`;
  const keeping = {
    changes: change ? [change] : [],
    own: old ? [old] : [],
    back: `${back}?tab=rules`,
    here: isNew && change ? `${back}/rules/${change.name}` : undefined,
  };
  const part: RulePartProps = { form, onChange: setForm };
  // The draft may have fields that this page's entity lacks.
  const fields = (model.entities.get(entity.id) ?? entity).fields;
  return (
    <ChangeEditor
      {...{ title, entity, keeping, builder, isNew }}
      refusal={change ? undefined : say('configure.rule.incomplete')}
      drop={isNew ? undefined : say('configure.rule.remove')}
      preview={{
        entity: entity.id,
        fields: [...form.at, ...usedIn(form.check)],
        places: [],
        nowhere: say('configure.preview.no-rule'),
      }}
    >
      <Card title={say('configure.rule.check')} id="rule-check">
        <ConditionEditor
          label={say('configure.rule.check')}
          entity={entity.id}
          text={form.check}
          onChange={(check) => setForm((before) => withCheck(before, check, fields))}
        />
        <RuleIssues at="/check" />
      </Card>
      <Card title={say('configure.rule.when')} id="rule-when">
        <WhenPart {...part} />
        <RuleIssues at="/when" />
      </Card>
      <Card title={say('configure.rule.saying')} id="rule-saying">
        <SayingPart {...part} entity={entity} isNew={isNew} />
      </Card>
      <Card title={say('configure.rule.examples')} id="rule-examples">
        <ExamplesPart {...part} />
      </Card>
    </ChangeEditor>
  );
}

/** Findings about a part of the rule without its own input. */
function RuleIssues({ at }: { at: string }) {
  return <FieldIssues id={`rule${at.replace('/', '-')}-issues`} issues={useIssuesAt('rule')(at)} />;
}

/** When to check: once all compared fields are filled in, always, or under a condition. */
function WhenPart({ form, onChange }: RulePartProps) {
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
