import { Plus, Trash2 } from 'lucide-react';
import { type ChoiceItem, locales } from '#engine';
import { type Say, useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import { useRowFocus } from '../../parts/useRowFocus.ts';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { lookupTitle } from '../lookups/lookupTitle.ts';
import { pascalName } from '../storedName.ts';
import { TextsField } from '../TextsField.tsx';
import { useWork } from '../work.tsx';

type From = { readonly lookup?: string; readonly choices?: [ChoiceItem, ...ChoiceItem[]] };

type Props = {
  readonly id: string;
  /** JSON pointer of the field in its change: '' or `/fields/0`. */
  readonly at: string;
  readonly from: From;
  readonly onChange: (from: From) => void;
};

/** Choices: a new list or an existing lookup. */
export function ChoicePart({ id, at, from: { lookup, choices }, onChange }: Props) {
  const say = useMessage();
  const { model } = useWork();
  const issuesAt = useIssuesAt('field');
  const own = '';
  return (
    <div className={styles.form}>
      <div className={styles.columns}>
        <FieldShell
          id={`${id}-lookup`}
          label={say('configure.choices.from')}
          as="group"
          issues={issuesAt(`${at}/lookup`)}
        >
          <Select
            id={`${id}-lookup`}
            labelledBy={`${id}-lookup-label`}
            clearable={false}
            value={lookup ?? own}
            options={[
              { id: own, label: say('configure.choices.own') },
              ...[...model.lookups.keys()].map((key) => ({ id: key, label: lookupTitle(key) })),
            ]}
            onChange={(picked) =>
              onChange({ lookup: picked || undefined, choices: picked ? undefined : choices })
            }
          />
        </FieldShell>
      </div>
      {lookup === undefined && (
        <>
          <OwnChoices
            choices={choices ?? []}
            onChange={([first, ...rest]) => onChange({ lookup, choices: first && [first, ...rest] })}
          />
          <FieldIssues id={`${id}-choices-issues`} issues={issuesAt(`${at}/choices`)} />
        </>
      )}
    </div>
  );
}

/** Colours of the theme, so that they suit light and dark. */
const tones = ['neutral', 'muted', 'accent', 'positive', 'warning', 'negative'] as const;

type OwnProps = {
  readonly choices: readonly ChoiceItem[];
  readonly onChange: (choices: readonly ChoiceItem[]) => void;
};

function OwnChoices({ choices, onChange }: OwnProps) {
  const say = useMessage();
  const list = useRowFocus<HTMLDivElement, ChoiceItem>(pasteOf({ choices, onChange }, say));
  return (
    <div className={styles.form} {...list}>
      {choices.map((choice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is the key while a choice is typed
        <div key={index} data-row={index} className={styles.withColour}>
          <TextsField
            label={say('configure.choice', { number: index + 1 })}
            name="title"
            value={choice.title}
            required
            onChange={(title) => onChange(choices.map((one, at) => (at === index ? named(one, title) : one)))}
          />
          <FieldShell id={`choice-tone-${index}`} name="tone" label={say('configure.choice.tone')} as="group">
            <Select
              id={`choice-tone-${index}`}
              labelledBy={`choice-tone-${index}-label`}
              value={choice.tone}
              options={tones.map((tone) => ({ id: tone, label: say(`configure.tone.${tone}`) }))}
              onChange={(tone) =>
                onChange(
                  choices.map((one, at) =>
                    at === index ? { ...one, tone: tone as ChoiceItem['tone'] } : one,
                  ),
                )
              }
            />
          </FieldShell>
          <IconButton
            icon={Trash2}
            label={say('ui.remove-item', {
              item: choice.title['en-CA'] || say('configure.choice', { number: index + 1 }),
            })}
            onPress={() => onChange(choices.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div data-row-add>
        <Button
          size="small"
          icon={<Icon icon={Plus} size="small" />}
          onPress={() => onChange([...choices, create(choices)])}
        >
          {say('configure.choice.add')}
        </Button>
      </div>
    </div>
  );
}

const create = (all: readonly ChoiceItem[]): ChoiceItem => ({
  name: `Choice${all.length + 1}`,
  title: { 'en-CA': '', 'fr-CA': '' },
});

/** The columns that a pasted block fills. */
function pasteOf({ choices, onChange }: OwnProps, say: Say) {
  const toneOf = (text: string) => tones.find((tone) => isSameText(say(`configure.tone.${tone}`), text));
  return {
    rows: choices,
    onChange,
    create,
    columns: [
      ...locales.map((locale) => ({
        name: `title.${locale}`,
        put: (one: ChoiceItem, text: string) => named(one, { ...one.title, [locale]: text }),
      })),
      {
        name: 'tone',
        put: (one: ChoiceItem, text: string) => {
          const tone = toneOf(text);
          return tone && { ...one, tone };
        },
      },
    ],
  };
}

/** Whether two texts are the same to a reader. */
const isSameText = (one: string, other: string): boolean =>
  one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0;

function named(
  choice: ChoiceItem,
  title: { readonly 'en-CA'?: string; readonly 'fr-CA'?: string },
): ChoiceItem {
  const [english = '', french = ''] = [title['en-CA'], title['fr-CA']];
  return {
    ...choice,
    name: pascalName(english) || choice.name,
    title: { 'en-CA': english, 'fr-CA': french },
  };
}
