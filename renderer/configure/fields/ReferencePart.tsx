import { useMessage } from '../../data/messages.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';

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
