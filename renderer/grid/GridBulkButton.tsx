import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { GridBlock, GridSnapshot } from '#engine';
import { fetched, withChecks } from '../data/fetched.tsx';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import type { BulkProps } from './BulkDialog.tsx';
import { useMayBulk } from './useMayBulk.ts';

// Loaded on demand, as most people only read lists.
const Window = fetched<BulkProps>(async (app) => {
  const { BulkDialog } = await withChecks(import('./BulkDialog.tsx'), app);
  return BulkDialog;
});

type Props = {
  readonly block: GridBlock;
  readonly snapshot: GridSnapshot;
  readonly list: string | undefined;
  readonly total: number;
  readonly address: string;
};

/** Opens the bulk edit, for people who may use it. */
export function GridBulkButton({ block, snapshot, list, total, address }: Props) {
  const say = useMessage();
  const [isOpen, setOpen] = useState(false);
  const may = useMayBulk(block);
  if (!may || !list) return null;
  return (
    <>
      <Button
        size="small"
        tone="quiet"
        icon={<Icon icon={ListChecks} size="small" />}
        onPress={() => setOpen(true)}
      >
        {say('ui.bulk.open')}
      </Button>
      {isOpen && (
        <Window
          {...{ block, list, total, address }}
          selected={snapshot.selected}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
