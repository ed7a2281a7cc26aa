import { Group as GroupIcon, ListChevronsDownUp, ListChevronsUpDown, Pencil, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { GridState } from '#engine';
import { useModel, useUser } from '../../data/App.tsx';
import { lazyComponent } from '../../data/fetched.tsx';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu, type MenuEntry } from '../../parts/Menu.tsx';
import { type Grouping, groupOffer } from './groupingOf.ts';
import type { Groups } from './useGroups.ts';

/** Loaded on demand. */
const GroupDialog = lazyComponent(async () => (await import('./GroupDialog.tsx')).GroupDialog);

type Props = {
  readonly grid: GridState;
  readonly grouping: Grouping | undefined;
  readonly groups: Groups | undefined;
};

/** Groups the list; once grouped, folds and unfolds all groups. */
export function GroupButton({ grid, grouping, groups }: Props) {
  const say = useMessage();
  const [model, { Features }] = [useModel(), useUser()];
  const [isOpen, setOpen] = useState(false);
  const offer = useMemo(() => groupOffer(model, grid.block, Features), [model, grid.block, Features]);
  if (offer.fields.length === 0) return null;
  const icon = <Icon icon={GroupIcon} size="small" />;
  const entry = (id: string, shown: MenuEntry['icon'], onAction: () => void): MenuEntry => ({
    ...{ id, icon: shown, onAction },
    label: say(`ui.groups.${id}`),
  });
  return (
    <>
      {grouping && groups ? (
        <Menu
          label={say('ui.groups.title')}
          trigger={<Button icon={icon}>{say('ui.groups.by', { field: say(grouping.field.label) })}</Button>}
          entries={[
            entry('change', Pencil, () => setOpen(true)),
            entry('unfold', ListChevronsUpDown, () => groups.setAll(true)),
            entry('fold', ListChevronsDownUp, () => groups.setAll(false)),
            ...(grid.snapshot().group ? [entry('remove', X, () => grid.look(noGroups))] : []),
          ]}
        />
      ) : (
        <Button icon={icon} onPress={() => setOpen(true)}>
          {say('ui.groups.open')}
        </Button>
      )}
      {isOpen && <GroupDialog {...{ grid, grouping, offer }} onClose={() => setOpen(false)} />}
    </>
  );
}

const noGroups = {
  ...{ group: undefined, per: undefined, totals: undefined, unfolded: undefined },
} as unknown as Parameters<GridState['look']>[0];
