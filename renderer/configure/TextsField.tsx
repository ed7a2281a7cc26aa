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
export function TextsField(props: Props) {
  const { issuesAt = none, at = '' } = props;
  const id = useId().replace(/[^\w-]/g, '');
  // Issues of the whole text show at the first language.
  const [first, ...others] = locales.map((locale) => ({ locale, own: issuesAt(`${at}/${locale}`) }));
  const elsewhere = others.flatMap(({ own }) => own);
  const whole = issuesAt(at).filter(({ text }) => !elsewhere.some((one) => one.text === text));
  return (
    <div className={styles.pair}>
      {first && <TextIn {...props} id={`${id}-${first.locale}`} locale={first.locale} issues={whole} />}
      {others.map(({ locale, own }) => (
        <TextIn
          key={locale}
          {...props}
          id={`${id}-${locale}`}
          locale={locale}
          issues={own}
          help={undefined}
        />
      ))}
    </div>
  );
}

type TextInProps = Props & {
  readonly id: string;
  readonly locale: Locale;
  readonly issues: readonly FieldIssue[];
};

function TextIn({ id, locale, issues, value = {}, ...props }: TextInProps) {
  const { name, onChange, onBlur, required, help, multiline, about } = props;
  const say = useMessage();
  const wasThere = useRef(false);
  const Control = multiline ? TextArea : TextInput;
  const language = say(`configure.language.${locale}`);
  const label = say('configure.in-language', { label: props.label, language });
  return (
    <FieldShell {...{ id, label, required, help, issues }} name={name && `${name}.${locale}`}>
      <Control
        id={id}
        required={required}
        invalid={issues.length > 0}
        describedBy={fieldDescription(id, help)}
        value={value[locale] ?? ''}
        onBlur={() => {
          wasThere.current = true;
          onBlur?.();
        }}
        onChange={(text) => onChange({ ...value, [locale]: text === '' ? undefined : text })}
      />
      {about && (
        <InsertDraftField inputId={id} label={label} entity={about} hasCursor={() => wasThere.current} />
      )}
    </FieldShell>
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
