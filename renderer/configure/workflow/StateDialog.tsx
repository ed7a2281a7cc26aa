import { useState } from 'react';
import type { ChoiceItem, FieldChange } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
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
      main={{ label: say('configure.field.keep'), refusal, onPress: () => void keep() }}
      cancel={say('ui.cancel')}
    >
      <div className={form.form}>
        <TextsField label={say('configure.state')} value={title} required onChange={setTitle} />
        <FieldShell id="state-tone" label={say('configure.state.tone')} as="group">
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
