import { CalendarDays, ChartNoAxesGantt, Columns3, LayoutGrid, List } from 'lucide-react';
import { type GridSnapshot, type GridState, type LayoutKind, type LayoutModel, layoutOf } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Menu } from '../parts/Menu.tsx';

const icons = {
  board: Columns3,
  calendar: CalendarDays,
  gallery: LayoutGrid,
  list: List,
  timeline: ChartNoAxesGantt,
} as const satisfies Record<LayoutKind, unknown>;

type Look = Parameters<GridState['look']>[0];

type Props = { readonly grid: GridState; readonly snapshot: GridSnapshot };

/** Chooses between the list and its declared layouts. */
export function LayoutSwitch({ grid, snapshot }: Props) {
  const say = useMessage();
  const { layouts } = grid.block;
  if (!layouts) return null;
  const opensOtherwise = layouts.some(({ opens }) => opens);
  const current = layoutOf(grid.block, snapshot.layout);
  const nameOf = (layout: LayoutModel | undefined) => say(layout?.label ?? 'ui.layout.list');
  const iconOf = (layout: LayoutModel | undefined) => icons[layout?.kind ?? 'list'];
  return (
    <Menu
      label={say('ui.layout.layouts')}
      trigger={
        <Button
          label={say('ui.layout.of', { name: nameOf(current) })}
          icon={<Icon icon={iconOf(current)} size="small" />}
        >
          {nameOf(current)}
        </Button>
      }
      entries={[undefined, ...layouts].map((layout) => ({
        id: layout?.id ?? 'list',
        label: nameOf(layout),
        icon: iconOf(layout),
        section: '',
        checked: layout === current,
        onAction: () => grid.look({ layout: layout?.id ?? (opensOtherwise ? 'list' : undefined) } as Look),
      }))}
    />
  );
}
