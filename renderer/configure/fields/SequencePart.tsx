import { numberIn, readSequence, sequenceFrame } from '#engine';
import { today } from '../../data/clock.ts';
import { useMessage } from '../../data/messages.tsx';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import type { FieldPartProps } from './fieldForm.ts';

const id = 'field-sequence';

/** The pattern of a number sequence, with the number it would give. */
export function SequencePart({ form, onChange }: FieldPartProps) {
  const say = useMessage();
  const issues = useIssuesAt('field')('/sequence');
  const pattern = form.facts.sequence ?? '';
  const help = say('configure.sequence.help', {
    ...{ counter: '{number:5}', year: '{year}', month: '{month}', field: '{Field}' },
  });
  const example = exampleOf(pattern);
  return (
    <div className={styles.form}>
      <FieldShell id={id} label={say('configure.sequence')} required help={help} issues={issues}>
        <TextInput
          id={id}
          describedBy={fieldDescription(id, help)}
          invalid={issues.length > 0}
          maxLength={100}
          value={pattern}
          onChange={(text) => onChange({ ...form, facts: { ...form.facts, sequence: text || undefined } })}
        />
      </FieldShell>
      {example !== undefined && <p role="status">{say('configure.sequence.example', { text: example })}</p>}
    </div>
  );
}

/** Undefined while the pattern has a mistake, which its issue says. */
function exampleOf(pattern: string): string | undefined {
  const { parts } = pattern === '' ? {} : ({ parts: undefined, ...readSequence(pattern) } as const);
  return parts && numberIn(sequenceFrame(parts, { today: today(), textOf: (name) => name }), 1);
}
