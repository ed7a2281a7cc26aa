import { Upload } from 'lucide-react';
import { useState } from 'react';
import type { GridBlock } from '#engine';
import { useModel, useUser } from '../../data/App.tsx';
import { allows } from '../../data/allows.ts';
import { lazyComponent } from '../../data/fetched.tsx';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { ImportProps } from './ImportDialog.tsx';

// Loaded on demand, as most people only read lists.
const Window = lazyComponent<ImportProps>(async () => (await import('./ImportDialog.tsx')).ImportDialog);

/** Opens the import of a list's records, for people who may use it. */
export function GridImportButton({ block }: { block: GridBlock }) {
  const say = useMessage();
  const model = useModel();
  const { Features } = useUser();
  const [isOpen, setOpen] = useState(false);
  const policy = model.entities.get(block.entity)?.policy;
  const isOffered = policy?.import !== undefined && allows(policy.import, Features);
  const mayWrite = [policy?.create, policy?.update].some((access) => access && allows(access, Features));
  // A list of one owner's records would need the owner in its file.
  if (!isOffered || !mayWrite || /[{:]/.test(block.find ?? '{')) return null;
  return (
    <>
      <Button icon={<Icon icon={Upload} />} onPress={() => setOpen(true)}>
        {say('ui.import')}
      </Button>
      {isOpen && <Window entity={block.entity} onClose={() => setOpen(false)} />}
    </>
  );
}
