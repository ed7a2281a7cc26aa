import { type EntityModel, type FieldChange, hasSetting, kinds } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { Select } from '../../parts/Select.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';

type Settings = Pick<FieldChange, 'pixels' | 'alt'>;
type Props = {
  readonly type: string;
  readonly entity: string;
  readonly from: Settings;
  readonly onChange: (settings: Settings) => void;
};

const bounds = ['minWidth', 'minHeight', 'maxWidth', 'maxHeight'] as const;
/** What the engine accepts at most. */
const longestSide = 10_000;

/** The size of pictures, and the text that describes them. Files are pictures only if someone says so. */
export function PicturePart({ type, entity, from: { pixels, alt }, onChange }: Props) {
  const say = useMessage();
  const issuesAt = useIssuesAt('field');
  const isPicture = hasSetting(type, 'alt');
  return (
    <div className={styles.form}>
      {!isPicture && (
        <Checkbox
          id="field-pictures"
          checked={pixels !== undefined}
          onChange={(checked) =>
            onChange({ pixels: checked ? { maxWidth: longestSide, maxHeight: longestSide } : undefined })
          }
        >
          {say('configure.files.pictures')}
        </Checkbox>
      )}
      {(isPicture || pixels) && (
        <div className={styles.columns}>
          {bounds.map((bound) => (
            <FieldShell
              key={bound}
              id={`field-${bound}`}
              label={say(`configure.picture.${bound}`)}
              issues={issuesAt(`/pixels/${bound}`)}
            >
              <NumberField
                id={`field-${bound}`}
                minimum={1}
                maximum={longestSide}
                value={pixels?.[bound]}
                onChange={(value) => onChange({ alt, pixels: withBound(pixels, bound, value) })}
              />
            </FieldShell>
          ))}
        </div>
      )}
      {isPicture && <Described {...{ entity, alt }} onChange={(name) => onChange({ pixels, alt: name })} />}
    </div>
  );
}

type DescribedProps = {
  readonly entity: string;
  readonly alt: string | undefined;
  readonly onChange: (alt: string | undefined) => void;
};

/** The text field that describes the picture. */
function Described({ entity, alt, onChange }: DescribedProps) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const issuesAt = useIssuesAt('field');
  const help = say('configure.picture.alt.help');
  return (
    <FieldShell
      id="field-alt"
      label={say('configure.picture.alt')}
      help={help}
      as="group"
      issues={issuesAt('/alt')}
    >
      <Select
        id="field-alt"
        labelledBy="field-alt-label"
        describedBy={fieldDescription('field-alt', help)}
        value={alt}
        options={textsOf(model.entities.get(entity)).map((field) => ({
          id: field.name,
          label: label(field.label),
        }))}
        onChange={onChange}
      />
    </FieldShell>
  );
}

function withBound(
  pixels: Settings['pixels'],
  bound: (typeof bounds)[number],
  value: unknown,
): Settings['pixels'] {
  const all = Object.entries({ ...pixels, [bound]: typeof value === 'number' ? value : undefined });
  const given = all.filter(([, one]) => one !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

const textsOf = (entity: EntityModel | undefined) =>
  (entity?.fields ?? []).filter(({ kind, stored }) => stored && kinds[kind].normal !== undefined);
