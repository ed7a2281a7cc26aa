import { CalendarDays, ChartNoAxesGantt, Columns3, LayoutGrid, List } from 'lucide-react';
import type { GridSnapshot, GridState, LayoutKind } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Menu } from '../parts/Menu.tsx';

const icons = {
  board: Columns3,
  calendar: CalendarDays,
  gallery: LayoutGrid,
  timeline: ChartNoAxesGantt,
} as const satisfies Record<LayoutKind, unknown>;

type Props = { readonly grid: GridState; readonly snapshot: GridSnapshot };

/** Chooses between the list and its declared layouts. */
export function LayoutSwitch({ grid, snapshot }: Props) {
  const say = useMessage();
  const { layouts } = grid.block;
  if (!layouts) return null;
  const kinds = [undefined, ...layouts.map(({ kind }) => kind)];
  const nameOf = (kind: LayoutKind | undefined) => say(`ui.layout.${kind ?? 'list'}`);
  const iconOf = (kind: LayoutKind | undefined) => (kind ? icons[kind] : List);
  const current = nameOf(snapshot.layout);
  return (
    <Menu
      label={say('ui.layout.layouts')}
      trigger={
        <Button
          label={say('ui.layout.of', { name: current })}
          icon={<Icon icon={iconOf(snapshot.layout)} size="small" />}
        >
          {current}
        </Button>
      }
      entries={kinds.map((kind) => ({
        id: kind ?? 'list',
        label: nameOf(kind),
        icon: iconOf(kind),
        section: '',
        checked: kind === snapshot.layout,
        onAction: () => grid.look({ layout: kind } as Parameters<GridState['look']>[0]),
      }))}
    />
  );
}
