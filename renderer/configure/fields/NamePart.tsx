import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { type FieldIssue, FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { TextsField } from '../TextsField.tsx';
import type { FieldPartProps } from './fieldForm.ts';
import { storedNameOf } from './fieldForm.ts';

type Props = FieldPartProps & { readonly entity: EntityModel; readonly isNew: boolean };

/** Titles in both languages, and the stored name. */
export function NamePart({ form, onChange, entity, isNew }: Props) {
  const say = useMessage();
  const name = storedNameOf(form);
  const issuesAt = useIssuesAt('field');
  const isTaken =
    isNew && entity.fields.some((field) => field.name.toLowerCase() === name.toLowerCase() && name !== '');
  const issues: readonly FieldIssue[] = isTaken
    ? [{ level: 'error', text: say('configure.stored-name.taken', { name }) }]
    : issuesAt('/name');
  const help = say(isNew ? 'configure.stored-name.help' : 'configure.stored-name.fixed');
  return (
    <div className={styles.form}>
      <TextsField
        label={say('configure.label')}
        value={form.title}
        issuesAt={issuesAt}
        at="/title"
        required
        onChange={(title) => onChange({ ...form, title })}
      />
      <TextsField
        label={say('configure.help')}
        value={form.help}
        issuesAt={issuesAt}
        at="/help"
        onChange={(texts) => onChange({ ...form, help: texts })}
      />
      <FieldShell id="field-stored-name" label={say('configure.stored-name')} help={help} issues={issues}>
        <TextInput
          id="field-stored-name"
          value={name}
          readOnly={!isNew}
          invalid={issues.length > 0}
          describedBy={fieldDescription('field-stored-name', help)}
          onChange={(storedName) => onChange({ ...form, storedName })}
        />
      </FieldShell>
    </div>
  );
}
