import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { SectionModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Button } from '../../parts/Button.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { findChange } from '../changes.ts';
import { KeepDialog } from '../KeepDialog.tsx';
import { type PartialTexts, TextsField, wholeTexts } from '../TextsField.tsx';
import { useWork } from '../work.tsx';

type Props = { readonly screen: string; readonly block: string; readonly section: SectionModel };

/** Edits the title of a section in both languages, and its number of columns. */
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
  const name = `section.${screen}.${block}.${section.id}`;
  const before = findChange(draft.Changes, 'adjust', name);
  const now = section.title && {
    'en-CA': text(section.title, 'en-CA'),
    'fr-CA': text(section.title, 'fr-CA'),
  };
  const [title, setTitle] = useState<PartialTexts>(now || {});
  const [columns, setColumns] = useState(section.columns);
  const kept = useKeptWork({
    key: `configure.${name}`,
    value: { title, columns },
    isChanged: columns !== section.columns || JSON.stringify(title) !== JSON.stringify(now || {}),
    restore: (work) => {
      setTitle(work.title);
      setColumns(work.columns);
    },
  });
  const whole = wholeTexts(title);
  const isEmpty = !title['en-CA'] && !title['fr-CA'];
  const isRetitled = whole !== undefined && JSON.stringify(whole) !== JSON.stringify(now || undefined);
  const words = {
    ...(isRetitled ? { title: whole } : {}),
    ...(columns === section.columns ? {} : { columns }),
  };
  return (
    <KeepDialog
      title={say('configure.section.rename')}
      change={Object.keys(words).length > 0 ? { ...before, kind: 'adjust', name, ...words } : undefined}
      refusal={whole || (isEmpty && !now) ? undefined : say('configure.texts.incomplete')}
      before={before}
      draft={kept}
      onClose={onClose}
    >
      <TextsField label={say('configure.title-of')} name="title" value={title} onChange={setTitle} required />
      <FieldShell id="section-columns" name="columns" label={say('configure.section.columns')} as="group">
        <RadioGroup
          id="section-columns"
          label={say('configure.section.columns')}
          value={String(columns)}
          options={(['1', '2', '3'] as const).map((id) => ({ id, label: id }))}
          onChange={(id) => setColumns(Number(id) as 1 | 2 | 3)}
        />
      </FieldShell>
    </KeepDialog>
  );
}
