import { Filter } from 'lucide-react';
import { useState } from 'react';
import { type GridSnapshot, type GridState, isGroup, partsOf, type WherePart } from '#engine';
import { lazyComponent } from '../../data/fetched.tsx';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';

/** Loaded on demand. */
const WhereDialog = lazyComponent(async () => (await import('./WhereDialog.tsx')).WhereDialog);

type Props = { readonly grid: GridState; readonly snapshot: GridSnapshot };

/** Opens the conditions that the person builds; says how many apply. */
export function WhereButton({ grid, snapshot }: Props) {
  const say = useMessage();
  const [isOpen, setOpen] = useState(false);
  const count = snapshot.where ? countOf(snapshot.where) : 0;
  return (
    <>
      <Button icon={<Icon icon={Filter} size="small" />} onPress={() => setOpen(true)}>
        {count > 0 ? say('ui.where.count', { count }) : say('ui.where.open')}
      </Button>
      {isOpen && <WhereDialog grid={grid} where={snapshot.where} onClose={() => setOpen(false)} />}
    </>
  );
}

const countOf = (part: WherePart): number =>
  isGroup(part) ? partsOf(part).reduce((sum, one) => sum + countOf(one), 0) : 1;
