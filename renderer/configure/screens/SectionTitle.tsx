import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { SectionModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { findChange } from '../changes.ts';
import { type PartialTexts, TextsField, wholeTexts } from '../TextsField.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';

type Props = { readonly screen: string; readonly block: string; readonly section: SectionModel };

/** Another title for a section, in both languages. */
export function SectionTitle(props: Props) {
  const say = useMessage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        tone="quiet"
        icon={<Icon icon={Pencil} size="small" />}
        onPress={() => setOpen(true)}
      >
        {say('configure.section.rename')}
      </Button>
      {isOpen && <TitleDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function TitleDialog({ screen, block, section, onClose }: Props & { onClose: () => void }) {
  const say = useMessage();
  const { draft, text } = useWork();
  const { put, isBusy } = useSaveDraft();
  const name = `section.${screen}.${block}.${section.id}`;
  const before = findChange(draft.Changes, 'adjust', name);
  const now = section.title && {
    'en-CA': text(section.title, 'en-CA'),
    'fr-CA': text(section.title, 'fr-CA'),
  };
  const [title, setTitle] = useState<PartialTexts>(now || {});
  const whole = wholeTexts(title);
  const save = async () => {
    if (!whole) return;
    if (await put([{ ...before, kind: 'adjust', name, title: whole }])) onClose();
  };
  return (
    <Dialog
      title={say('configure.section.rename')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('ui.cancel')}</Button>
          <Button
            tone="primary"
            busy={isBusy}
            refusal={whole ? undefined : say('configure.texts.incomplete')}
            onPress={() => void save()}
          >
            {say('configure.field.keep')}
          </Button>
        </>
      }
    >
      <TextsField label={say('configure.title-of')} value={title} onChange={setTitle} required />
    </Dialog>
  );
}
