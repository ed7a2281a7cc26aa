import { useMessage } from '../../data/messages.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';
import type { FieldPartProps } from './FieldEditor.tsx';

/** Which records it refers to. */
export function ReferencePart({ form, onChange }: FieldPartProps) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const issues = useIssuesAt('field')('/reference');
  const options = [...model.entities.values()]
    .filter(({ area }) => area !== 'system')
    .map(({ id, plural }) => ({ id, label: label(plural), note: id }));
  return (
    <div className={styles.columns}>
      <FieldShell id="field-reference" label={say('configure.reference')} required issues={issues}>
        <ComboBox
          id="field-reference"
          required
          invalid={issues.length > 0}
          value={form.facts.reference}
          options={options}
          onChange={(reference) => onChange({ ...form, facts: { ...form.facts, reference } })}
        />
      </FieldShell>
    </div>
  );
}
