import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { TextsField } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import type { RulePartProps } from './ruleForm.ts';
import { type RuleForm, shortNameOf } from './ruleForm.ts';

type Props = RulePartProps & { readonly entity: EntityModel; readonly isNew: boolean };

/** The message, its level, and the fields that show it. */
export function SayingPart({ form, onChange, entity, isNew }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const issuesAt = useIssuesAt('rule');
  const atHelp = say('configure.rule.at.help');
  return (
    <div className={styles.form}>
      <TextsField
        label={say('configure.rule.message')}
        required
        multiline
        value={form.message}
        issuesAt={issuesAt}
        at="/message"
        onChange={(message) => onChange({ ...form, message })}
      />
      <FieldShell id="rule-level" label={say('configure.rule.level')} as="group">
        <RadioGroup
          id="rule-level"
          labelledBy="rule-level-label"
          value={form.level}
          options={(['error', 'warning', 'confirm'] as const).map((id) => ({
            id,
            label: say(`configure.level.${id}`),
          }))}
          onChange={(level) => onChange({ ...form, level: level as RuleForm['level'] })}
        />
      </FieldShell>
      <FieldShell
        id="rule-at"
        label={say('configure.rule.at')}
        help={atHelp}
        as="group"
        issues={issuesAt('/at')}
      >
        <MultiSelect
          id="rule-at"
          labelledBy="rule-at-label"
          describedBy={fieldDescription('rule-at', atHelp)}
          value={form.at}
          options={entity.fields
            .filter(({ kind }) => kind !== 'id')
            .map((field) => ({ id: field.path, label: label(field.label) }))}
          onChange={(at) => onChange({ ...form, at })}
        />
      </FieldShell>
      <RuleName form={form} onChange={onChange} isNew={isNew} />
    </div>
  );
}

function RuleName({ form, onChange, isNew }: Pick<Props, 'form' | 'onChange' | 'isNew'>) {
  const say = useMessage();
  const issuesAt = useIssuesAt('rule');
  return (
    <FieldShell
      id="rule-name"
      label={say('configure.stored-name')}
      help={say('configure.stored-name.help')}
      issues={issuesAt('/name')}
    >
      <TextInput
        id="rule-name"
        readOnly={!isNew}
        describedBy={fieldDescription('rule-name', 'help')}
        value={shortNameOf(form)}
        onChange={(shortName) => onChange({ ...form, shortName })}
      />
    </FieldShell>
  );
}
