import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';
import type { FieldPartProps } from './fieldForm.ts';

type Props = {
  readonly id: string;
  /** JSON pointer of the field in its change: '' or `/fields/0`. */
  readonly at: string;
  readonly reference: string | undefined;
  readonly onChange: (reference: string | undefined) => void;
};

/** The entity that a reference points to. */
export function ReferencePart({ id, at, reference, onChange }: Props) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const issues = useIssuesAt('field')(`${at}/reference`);
  const inputId = `${id}-reference`;
  const options = [...model.entities.values()]
    .filter(({ area }) => area !== 'system')
    .map(({ id: entity, plural }) => ({ id: entity, label: label(plural), note: entity }));
  return (
    <div className={styles.columns}>
      <FieldShell id={inputId} label={say('configure.reference')} required issues={issues}>
        <ComboBox
          id={inputId}
          required
          invalid={issues.length > 0}
          value={reference}
          options={options}
          onChange={onChange}
        />
      </FieldShell>
    </div>
  );
}

type OfferedProps = FieldPartProps & { readonly reference: string };

/** Which records the reference offers: judged again at each write. */
export function OfferedPart({ form, onChange, reference }: OfferedProps) {
  const say = useMessage();
  const issues = useIssuesAt('field')('/options');
  const { options } = form.facts;
  return (
    <div className={styles.group}>
      <p className={styles.legend}>{say('configure.offered')}</p>
      <p className={area.quiet}>{say('configure.offered.help')}</p>
      <ConditionEditor
        label={say('configure.offered')}
        entity={form.entity}
        of={reference}
        text={options?.where ?? ''}
        onChange={(where) => {
          const next = { ...options, where: where === '' ? undefined : where };
          const isEmpty = Object.values(next).every((value) => value === undefined);
          onChange({ ...form, facts: { ...form.facts, options: isEmpty ? undefined : next } });
        }}
      />
      <FieldIssues id="field-options-issues" issues={issues} />
    </div>
  );
}
