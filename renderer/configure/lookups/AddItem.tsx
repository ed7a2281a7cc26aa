import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { type LookupModel, numberOfNewItem } from '#engine';
import { useGuard } from '../../data/guard.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import styles from '../form.module.css';
import { pascalName } from '../storedName.ts';
import { type PartialTexts, TextsField, wholeTexts } from '../TextsField.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';

/** Adds an item to a list. */
export function AddItem({ lookup }: { lookup: LookupModel }) {
  const say = useMessage();
  const box = useRef<HTMLFormElement>(null);
  const [title, setTitle] = useState<PartialTexts>({});
  const { put, isBusy } = useSaveDraft();
  const whole = wholeTexts(title);
  const name = pascalName(title['en-CA'] ?? '');
  const isTaken = lookup.items.some((item) => item.Name.toLowerCase() === name.toLowerCase());
  useGuard(Object.values(title).some(Boolean));
  const refusal = isTaken
    ? say('configure.lookup.taken', { name })
    : whole && name
      ? undefined
      : say('configure.texts.incomplete');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (refusal || !whole) return;
    const id = numberOfNewItem(lookup.items);
    const draft = await put([{ kind: 'lookup', name: `${lookup.id}.${name}`, id, title: whole }]);
    if (!draft) return;
    setTitle({});
    // Ready for the next item.
    box.current?.querySelector('input')?.focus();
  };
  return (
    <form ref={box} className={styles.form} onSubmit={submit} noValidate>
      <TextsField label={say('configure.title-of')} value={title} onChange={setTitle} required />
      <div>
        <Button type="submit" busy={isBusy} refusal={refusal} icon={<Icon icon={Plus} />}>
          {say('configure.lookup.add')}
        </Button>
      </div>
    </form>
  );
}
