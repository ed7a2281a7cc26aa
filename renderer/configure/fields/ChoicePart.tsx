import { Plus, Trash2 } from 'lucide-react';
import type { ChoiceItem } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { lookupTitle } from '../lookups/lookupTitle.ts';
import { pascalName } from '../storedName.ts';
import { TextsField } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import type { FieldPartProps } from './FieldEditor.tsx';

/** A list of its own, or one that is there. */
export function ChoicePart({ form, onChange }: FieldPartProps) {
  const say = useMessage();
  const { model } = useWork();
  const { lookup } = form.facts;
  const issuesAt = useIssuesAt('field');
  const own = '';
  return (
    <div className={styles.form}>
      <div className={styles.columns}>
        <FieldShell
          id="field-lookup"
          label={say('configure.choices.from')}
          as="group"
          issues={issuesAt('/lookup')}
        >
          <Select
            id="field-lookup"
            labelledBy="field-lookup-label"
            clearable={false}
            value={lookup ?? own}
            options={[
              { id: own, label: say('configure.choices.own') },
              ...[...model.lookups.keys()].map((id) => ({ id, label: lookupTitle(id) })),
            ]}
            onChange={(picked) =>
              onChange({
                ...form,
                facts: {
                  ...form.facts,
                  lookup: picked || undefined,
                  choices: picked ? undefined : form.facts.choices,
                },
              })
            }
          />
        </FieldShell>
      </div>
      {lookup === undefined && <OwnChoices form={form} onChange={onChange} />}
      {lookup === undefined && <FieldIssues id="field-choices-issues" issues={issuesAt('/choices')} />}
    </div>
  );
}

function OwnChoices({ form, onChange }: FieldPartProps) {
  const say = useMessage();
  const choices: readonly ChoiceItem[] = form.facts.choices ?? [];
  const set = (next: readonly ChoiceItem[]) =>
    onChange({
      ...form,
      facts: {
        ...form.facts,
        choices: next.length > 0 ? ([...next] as [ChoiceItem, ...ChoiceItem[]]) : undefined,
      },
    });
  const add = () =>
    set([...choices, { name: `Choice${choices.length + 1}`, title: { 'en-CA': '', 'fr-CA': '' } }]);
  return (
    <>
      {choices.map((choice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: choices are known by their place while they are typed
        <div key={index} className={styles.withTool}>
          <TextsField
            label={say('configure.choice', { number: index + 1 })}
            value={choice.title}
            required
            onChange={(title) => set(choices.map((one, at) => (at === index ? named(one, title) : one)))}
          />
          <IconButton
            icon={Trash2}
            label={say('ui.remove-item', {
              item: choice.title['en-CA'] || say('configure.choice', { number: index + 1 }),
            })}
            onPress={() => set(choices.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button size="small" icon={<Icon icon={Plus} size="small" />} onPress={add}>
          {say('configure.choice.add')}
        </Button>
      </div>
    </>
  );
}

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
