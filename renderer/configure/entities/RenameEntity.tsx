import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Change, EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { findChange } from '../changes.ts';
import { KeepDialog } from '../KeepDialog.tsx';
import { type PartialTexts, TextsField, wholeTexts } from '../TextsField.tsx';
import { useWork } from '../work.tsx';

type Props = { readonly entity: EntityModel };

/** Changes the singular and plural title of an entity. */
export function RenameEntity({ entity }: Props) {
  const say = useMessage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon icon={Pencil} />} onPress={() => setOpen(true)}>
        {say('configure.entity.rename')}
      </Button>
      {isOpen && <RenameDialog entity={entity} onClose={() => setOpen(false)} />}
    </>
  );
}

function RenameDialog({ entity, onClose }: Props & { onClose: () => void }) {
  const say = useMessage();
  const { draft, text } = useWork();
  const textsAt = (key: string): PartialTexts => ({
    'en-CA': text(key, 'en-CA'),
    'fr-CA': text(key, 'fr-CA'),
  });
  const [start] = useState(() => ({ title: textsAt(entity.title), plural: textsAt(entity.plural) }));
  const [form, setForm] = useState(start);
  const kept = useKeptWork({
    key: `configure.entity.${entity.id}`,
    value: form,
    isChanged: JSON.stringify(form) !== JSON.stringify(start),
    restore: setForm,
  });
  const own = findChange(draft.Changes, 'entity', entity.id);
  const adjusted = findChange(draft.Changes, 'adjust', `entity.${entity.id}`);
  const words = {
    ...wordOf('title', form.title, start.title),
    ...wordOf('plural', form.plural, start.plural),
  };
  const base = own ?? adjusted ?? { kind: 'adjust', name: `entity.${entity.id}` };
  const isWhole = wholeTexts(form.title) && wholeTexts(form.plural);
  return (
    <KeepDialog
      title={say('configure.entity.rename')}
      change={Object.keys(words).length > 0 ? ({ ...base, ...words } as Change) : undefined}
      refusal={isWhole ? undefined : say('configure.entity.incomplete')}
      before={adjusted}
      draft={kept}
      onClose={onClose}
    >
      <TextsField
        label={say('configure.entity.one')}
        name="title"
        required
        value={form.title}
        onChange={(title) => setForm({ ...form, title })}
      />
      <TextsField
        label={say('configure.entity.many')}
        name="plural"
        required
        value={form.plural}
        onChange={(plural) => setForm({ ...form, plural })}
      />
    </KeepDialog>
  );
}

function wordOf(name: string, next: PartialTexts, start: PartialTexts): object {
  const whole = wholeTexts(next);
  return whole && JSON.stringify(whole) !== JSON.stringify(wholeTexts(start)) ? { [name]: whole } : {};
}
