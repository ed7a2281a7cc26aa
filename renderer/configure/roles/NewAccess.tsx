import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Change } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Button } from '../../parts/Button.tsx';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { KeepDialog } from '../KeepDialog.tsx';
import { kebabName, pascalName } from '../storedName.ts';
import { type PartialTexts, TextsField, wholeTexts } from '../TextsField.tsx';
import { useWork } from '../work.tsx';

type Kind = 'role' | 'feature';

/** Adds a role or a permission. */
export function NewAccess({ kind }: { kind: Kind }) {
  const say = useMessage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon icon={Plus} />} onPress={() => setOpen(true)}>
        {say(`configure.${kind}.new`)}
      </Button>
      {isOpen && <NewDialog kind={kind} onClose={() => setOpen(false)} />}
    </>
  );
}

const nameMade: Readonly<Record<Kind, (title: string) => string>> = { role: kebabName, feature: pascalName };

function NewDialog({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const say = useMessage();
  const { model } = useWork();
  const [title, setTitle] = useState<PartialTexts>({});
  const [typed, setTyped] = useState('');
  const draft = useKeptWork({
    key: `configure.new.${kind}`,
    value: { title, typed },
    isChanged: typed !== '' || Object.values(title).some(Boolean),
    restore: (work) => {
      setTitle(work.title);
      setTyped(work.typed);
    },
  });
  const name = typed || nameMade[kind](title['en-CA'] ?? '');
  const known = kind === 'role' ? model.roles : model.features;
  const isTaken = [...known.keys()].some((id) => id.toLowerCase() === name.toLowerCase());
  const whole = wholeTexts(title);
  const taken = isTaken ? say('configure.stored-name.taken', { name }) : undefined;
  const help = say('configure.stored-name.help');
  const words = kind === 'role' ? { add: [] } : {};
  return (
    <KeepDialog
      title={say(`configure.${kind}.new`)}
      change={whole && name ? ({ kind, name, title: whole, ...words } as Change) : undefined}
      refusal={taken ?? (whole && name ? undefined : say('configure.texts.incomplete'))}
      draft={draft}
      onClose={onClose}
    >
      <TextsField label={say('configure.title-of')} name="title" required value={title} onChange={setTitle} />
      <FieldShell
        id="access-name"
        name="name"
        label={say('configure.stored-name')}
        help={help}
        issues={taken ? [{ level: 'error', text: taken }] : []}
      >
        <TextInput
          id="access-name"
          value={name}
          invalid={isTaken}
          describedBy={fieldDescription('access-name', help)}
          onChange={setTyped}
        />
      </FieldShell>
    </KeepDialog>
  );
}
