import { useState } from 'react';
import type { ChoiceItem, FieldChange } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';
import form from '../form.module.css';
import { pascalName } from '../storedName.ts';
import { type PartialTexts, TextsField, wholeTexts } from '../TextsField.tsx';

type Choices = NonNullable<FieldChange['choices']>;
type Props = {
  /** Absent: a new state. */
  readonly choice: ChoiceItem | undefined;
  readonly choices: readonly ChoiceItem[];
  readonly onClose: () => void;
  readonly onKeep: (choices: Choices) => Promise<unknown>;
};

const tones = ['neutral', 'muted', 'accent', 'positive', 'warning', 'negative'] as const;

/** Names and colours a state; its stored name never changes. */
export function StateDialog({ choice, choices, onClose, onKeep }: Props) {
  const say = useMessage();
  const [title, setTitle] = useState<PartialTexts>(choice?.title ?? {});
  const [tone, setTone] = useState<string>(choice?.tone ?? 'neutral');
  const [start] = useState({ title, tone });
  const draft = useKeptWork({
    key: `configure.state.${location.pathname}.${choice?.name ?? ''}`,
    value: { title, tone },
    isChanged: JSON.stringify({ title, tone }) !== JSON.stringify(start),
    restore: (work) => {
      setTitle(work.title);
      setTone(work.tone);
    },
  });
  const texts = wholeTexts(title);
  const name = choice?.name ?? pascalName(texts?.['en-CA'] ?? '');
  const isTaken = !choice && choices.some((one) => one.name.toLowerCase() === name.toLowerCase());
  const refusal =
    !texts || name === ''
      ? say('configure.state.name-it')
      : isTaken
        ? say('configure.state.taken')
        : undefined;
  const keep = async () => {
    if (!texts) return;
    const next: ChoiceItem = { name, title: texts, tone: tone as (typeof tones)[number] };
    const all = choice ? choices.map((one) => (one.name === name ? next : one)) : [...choices, next];
    if (await onKeep(all as unknown as Choices)) onClose();
  };
  return (
    <Dialog
      title={say(choice ? 'configure.state.edit-title' : 'configure.state.add')}
      onClose={onClose}
      main={{ label: say('configure.field.keep'), refusal, onPress: keep }}
      cancel={say('ui.cancel')}
    >
      <div className={form.form}>
        <DraftBar draft={draft} />
        <TextsField label={say('configure.state')} name="title" value={title} required onChange={setTitle} />
        <FieldShell id="state-tone" name="tone" label={say('configure.state.tone')} as="group">
          <Select
            id="state-tone"
            labelledBy="state-tone-label"
            clearable={false}
            value={tone}
            options={tones.map((id) => ({ id, label: say(`configure.tone.${id}`) }))}
            onChange={(picked) => setTone(picked ?? 'neutral')}
          />
        </FieldShell>
      </div>
    </Dialog>
  );
}
