import type { FieldModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { TextsField } from '../TextsField.tsx';
import { type Adjusting, adjustableLimits } from './adjusting.ts';
import { ShapePart } from './ShapePart.tsx';

type Props = {
  readonly field: FieldModel;
  readonly form: Adjusting;
  readonly hasShape: boolean;
  readonly onChange: (form: Adjusting) => void;
};

/** Edits texts, narrower limits, required and hidden. */
export function AdjustFacts({ field, form, hasShape, onChange }: Props) {
  const say = useMessage();
  const issuesAt = useIssuesAt('adjust');
  return (
    <div className={styles.form}>
      <TextsField
        label={say('configure.label')}
        required
        value={form.title}
        issuesAt={issuesAt}
        at="/title"
        onChange={(title) => onChange({ ...form, title })}
      />
      <TextsField
        label={say('configure.help')}
        value={form.help}
        issuesAt={issuesAt}
        at="/help"
        onChange={(help) => onChange({ ...form, help })}
      />
      <Limits field={field} form={form} onChange={onChange} />
      {hasShape && (
        <ShapePart
          id="adjust"
          kind="adjust"
          at=""
          from={form}
          onChange={(from) => onChange({ ...form, ...from })}
        />
      )}
      <Checkbox
        id="adjust-required"
        readOnly={field.required}
        checked={form.required}
        onChange={(required) => onChange({ ...form, required })}
      >
        {say('configure.adjust.required')}
      </Checkbox>
      <FieldIssues id="adjust-required-issues" issues={issuesAt('/required')} />
      <Checkbox id="adjust-hidden" checked={form.hidden} onChange={(hidden) => onChange({ ...form, hidden })}>
        {say('configure.adjust.hidden')}
      </Checkbox>
      <FieldIssues id="adjust-hidden-issues" issues={issuesAt('/hidden')} />
    </div>
  );
}

/** Limits that the field has, or may get for its kind. */
function Limits({ field, form, onChange }: Omit<Props, 'hasShape'>) {
  const say = useMessage();
  const issuesAt = useIssuesAt('adjust');
  const limits = adjustableLimits.filter(
    (name) => field.limits[name] !== undefined || fits[name]?.includes(field.kind),
  );
  return (
    <div className={styles.columns}>
      {limits.map((name) => (
        <FieldShell
          key={name}
          id={`adjust-${name}`}
          label={say(`configure.limit.${name}`)}
          issues={issuesAt(`/${name}`)}
        >
          <NumberField
            id={`adjust-${name}`}
            value={form.limits[name]}
            onChange={(value) =>
              onChange({
                ...form,
                limits: { ...form.limits, [name]: typeof value === 'number' ? value : undefined },
              })
            }
          />
        </FieldShell>
      ))}
    </div>
  );
}

const fits: Readonly<Partial<Record<(typeof adjustableLimits)[number], readonly string[]>>> = {
  maxLength: ['text', 'multiline'],
  minimum: ['integer', 'decimal', 'money', 'percent'],
  maximum: ['integer', 'decimal', 'money', 'percent'],
};
