import { type FieldChange, fileTypeMessage, formatBytes, knownFileTypes } from '#engine';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';

type Limits = Pick<FieldChange, 'accept' | 'maxBytes'>;
type Props = { readonly from: Limits; readonly onChange: (limits: Limits) => void };

const megabyte = 1024 * 1024;

/** What a file field accepts; without a choice, the settings of the application apply. */
export function FilePart({ from: { accept, maxBytes }, onChange }: Props) {
  const [say, locale] = [useMessage(), useLocale()];
  const { model } = useWork();
  const issuesAt = useIssuesAt('field');
  const { fileTypes, fileLimitBytes } = model.settings;
  const namesOf = (types: readonly string[]) => types.map((type) => say(fileTypeMessage(type))).join(', ');
  const [typesHelp, sizeHelp] = [
    say('configure.file.types.help', { types: namesOf(fileTypes) }),
    say('configure.file.size.help', { limit: formatBytes(fileLimitBytes, locale) }),
  ];
  return (
    <div className={styles.pair}>
      <FieldShell
        id="field-accept"
        label={say('configure.file.types')}
        help={typesHelp}
        as="group"
        issues={issuesAt('/accept')}
      >
        <MultiSelect
          id="field-accept"
          labelledBy="field-accept-label"
          describedBy={fieldDescription('field-accept', typesHelp)}
          value={accept ?? []}
          options={knownFileTypes.map((type) => ({ id: type, label: say(fileTypeMessage(type)) }))}
          onChange={([first, ...more]) =>
            onChange({ maxBytes, accept: first === undefined ? undefined : [first, ...more] })
          }
        />
      </FieldShell>
      <FieldShell
        id="field-maxBytes"
        label={say('configure.file.size')}
        help={sizeHelp}
        issues={issuesAt('/maxBytes')}
      >
        <NumberField
          id="field-maxBytes"
          minimum={0}
          value={maxBytes === undefined ? undefined : maxBytes / megabyte}
          onChange={(size) =>
            onChange({
              accept,
              maxBytes: typeof size === 'number' ? Math.max(1, Math.round(size * megabyte)) : undefined,
            })
          }
        />
      </FieldShell>
    </div>
  );
}
