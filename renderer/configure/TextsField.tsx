import { type ComponentProps, useId, useRef } from 'react';
import { type EntityModel, type Locale, locales } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { type FieldIssue, FieldShell, fieldDescription } from '../parts/FieldShell.tsx';
import { TextArea } from '../parts/TextArea.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import { InsertField } from '../widgets/html/InsertField.tsx';
import styles from './form.module.css';
import { useWork } from './work.tsx';

export type PartialTexts = { readonly [Language in Locale]?: string };

type Props = {
  /** Label for both languages. */
  readonly label: string;
  /** In a window: the path of the text in the body that is sent. */
  readonly name?: string;
  readonly value: PartialTexts | undefined;
  readonly onChange: (texts: PartialTexts) => void;
  readonly onBlur?: () => void;
  readonly required?: boolean;
  readonly help?: string;
  /** Issues by JSON pointer: '/title', '/title/fr-CA'. */
  readonly issuesAt?: (at: string) => readonly FieldIssue[];
  readonly at?: string;
  readonly multiline?: boolean;
  /** Of the draft: what the text may name in placeholders, offered beside it. */
  readonly about?: EntityModel;
};

/** Edits a text in all languages, side by side. */
export function TextsField({
  label,
  name,
  value = {},
  onChange,
  onBlur,
  required,
  help,
  issuesAt = none,
  at = '',
  multiline,
  about,
}: Props) {
  const say = useMessage();
  const id = useId().replace(/[^\w-]/g, '');
  const visited = useRef(new Set<string>());
  const Control = multiline ? TextArea : TextInput;
  return (
    <div className={styles.pair}>
      {locales.map((locale) => {
        const fieldId = `${id}-${locale}`;
        // Issues of the whole text show at the first language.
        const others = locales.slice(1).flatMap((other) => issuesAt(`${at}/${other}`));
        const issues =
          locale === locales[0]
            ? issuesAt(at).filter(({ text }) => !others.some((one) => one.text === text))
            : issuesAt(`${at}/${locale}`);
        return (
          <FieldShell
            key={locale}
            id={fieldId}
            name={name && `${name}.${locale}`}
            label={say('configure.in-language', { label, language: say(`configure.language.${locale}`) })}
            required={required}
            help={locale === locales[0] ? help : undefined}
            issues={issues}
          >
            <Control
              id={fieldId}
              required={required}
              invalid={issues.length > 0}
              describedBy={fieldDescription(fieldId, locale === locales[0] ? help : undefined)}
              value={value[locale] ?? ''}
              onBlur={() => {
                visited.current.add(fieldId);
                onBlur?.();
              }}
              onChange={(text) => onChange({ ...value, [locale]: text === '' ? undefined : text })}
            />
            {about && (
              <InsertDraftField
                inputId={fieldId}
                label={say('configure.in-language', { label, language: say(`configure.language.${locale}`) })}
                entity={about}
                hasCursor={() => visited.current.has(fieldId)}
              />
            )}
          </FieldShell>
        );
      })}
    </div>
  );
}

type InsertProps = Pick<ComponentProps<typeof InsertField>, 'inputId' | 'label' | 'entity' | 'hasCursor'>;

/** Inserts fields of an entity of the draft. */
function InsertDraftField(props: InsertProps) {
  const { model, say } = useWork();
  return <InsertField {...props} model={model} say={say} />;
}

const none = (): readonly FieldIssue[] => [];

/** Both texts, or undefined if one is missing. */
export function wholeTexts(texts: PartialTexts | undefined) {
  const [english, french] = [texts?.['en-CA']?.trim(), texts?.['fr-CA']?.trim()];
  return english && french ? { 'en-CA': english, 'fr-CA': french } : undefined;
}
