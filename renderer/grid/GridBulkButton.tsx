import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { GridBlock, GridSnapshot } from '#engine';
import { fetched, withChecks } from '../data/fetched.tsx';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import type { BulkProps } from './BulkDialog.tsx';
import { useMayBulk } from './useMayBulk.ts';

// Most people only read a list: what changes it comes when it is asked for.
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

/** The way to change one field of many rows, for who may change one. */
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
