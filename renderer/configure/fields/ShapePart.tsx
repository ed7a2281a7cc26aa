import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Select } from '../../parts/Select.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { type PartialTexts, TextsField } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import { fits, shapeNames, shapeOf, shapes, typedPattern, wholePattern } from './shapes.ts';

type Shape = {
  readonly pattern?: string | undefined;
  /** The message for an invalid text, in the languages typed so far. */
  readonly shape?: PartialTexts | undefined;
};

type Props = {
  readonly id: string;
  readonly kind: 'field' | 'adjust';
  /** JSON pointer of the field in its change: '' or `/fields/0`. */
  readonly at: string;
  readonly from: Shape;
  readonly onChange: (from: Shape) => void;
};

const any = ' any';
const own = ' own';

/** Edits the format of a text: a named format or a pattern, with an input to try it. */
export function ShapePart({ id, kind, at, from: { pattern, shape }, onChange }: Props) {
  const say = useMessage();
  const { text } = useWork();
  const [isOwn, setOwn] = useState(pattern !== undefined && !shapeOf(pattern));
  const known = isOwn ? undefined : shapeOf(pattern);
  const choose = (picked: string | undefined) => {
    const name = shapeNames.find((one) => one === picked);
    setOwn(picked === own);
    const sentence = `configure.shape.${name}.says`;
    const says = { 'en-CA': text(sentence, 'en-CA'), 'fr-CA': text(sentence, 'fr-CA') };
    onChange(name ? { pattern: shapes[name], shape: says } : { pattern: undefined, shape: undefined });
  };
  const help = known && say(`configure.shape.${known}.says`);
  return (
    <div className={styles.form}>
      <div className={styles.columns}>
        <FieldShell id={`${id}-shape`} label={say('configure.shape')} help={help} as="group">
          <Select
            id={`${id}-shape`}
            labelledBy={`${id}-shape-label`}
            describedBy={fieldDescription(`${id}-shape`, help)}
            clearable={false}
            value={isOwn ? own : (known ?? any)}
            options={[
              { id: any, label: say('configure.shape.any') },
              ...shapeNames.map((name) => ({ id: name, label: say(`configure.shape.${name}`) })),
              { id: own, label: say('configure.shape.own') },
            ]}
            onChange={choose}
          />
        </FieldShell>
        {pattern !== undefined && !isOwn && <Try id={id} pattern={pattern} />}
      </div>
      {isOwn && <OwnShape {...{ id, kind, at, onChange }} from={{ pattern, shape }} />}
    </div>
  );
}

function OwnShape({ id, kind, at, from: { pattern, shape }, onChange }: Props) {
  const say = useMessage();
  const issuesAt = useIssuesAt(kind);
  const issues = issuesAt(`${at}/pattern`);
  const inputId = `${id}-pattern`;
  const help = say('configure.shape.pattern.help');
  return (
    <>
      <div className={styles.columns}>
        <FieldShell id={inputId} label={say('configure.shape.pattern')} required help={help} issues={issues}>
          <TextInput
            id={inputId}
            required
            invalid={issues.some(({ level }) => level === 'error')}
            describedBy={fieldDescription(inputId, help)}
            value={typedPattern(pattern ?? '')}
            onChange={(typed) => onChange({ pattern: wholePattern(typed), shape })}
          />
        </FieldShell>
        {pattern !== undefined && <Try id={id} pattern={pattern} />}
      </div>
      <TextsField
        label={say('configure.shape.says')}
        help={say('configure.shape.says.help')}
        required
        value={shape}
        issuesAt={issuesAt}
        at={`${at}/shape`}
        onChange={(texts) => onChange({ pattern, shape: texts })}
      />
    </>
  );
}

/** Tries the pattern on a text, which is not stored. */
function Try({ id, pattern }: { id: string; pattern: string }) {
  const say = useMessage();
  const [typed, setTyped] = useState('');
  const isFit = typed === '' ? undefined : fits(pattern, typed);
  const inputId = `${id}-try`;
  return (
    <FieldShell id={inputId} label={say('configure.shape.try')}>
      <TextInput id={inputId} value={typed} onChange={setTyped} describedBy={`${inputId}-answer`} />
      <span id={`${inputId}-answer`} role="status" className={area.line}>
        {isFit !== undefined && (
          <>
            <Icon icon={isFit ? CircleCheck : CircleX} size="small" />
            {say(isFit ? 'configure.shape.fits' : 'configure.shape.misfits')}
          </>
        )}
      </span>
    </FieldShell>
  );
}
