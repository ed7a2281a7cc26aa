import type { GridState, LayoutModel } from '#engine';
import { lazyComponent } from '../../data/fetched.tsx';
import type { ScreenScope } from '../../data/screenScope.ts';
import { BoardView } from '../board/BoardView.tsx';
import type { CellTools } from '../cellTools.ts';

const CalendarView = lazyComponent(async () => (await import('../calendar/CalendarView.tsx')).CalendarView);

type Props = {
  readonly grid: GridState;
  readonly layout: LayoutModel;
  readonly scope: ScreenScope;
  readonly tools: CellTools;
  /** The query of the list. */
  readonly address: string;
  readonly label: string;
};

/** The records of a list in the layout that the person chose. */
export function LaidOut({ layout, ...shared }: Props) {
  switch (layout.kind) {
    case 'board':
      return <BoardView layout={layout} {...shared} />;
    case 'calendar':
      return <CalendarView layout={layout} {...shared} />;
  }
}
