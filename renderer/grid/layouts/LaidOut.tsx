import { lazyComponent } from '../../data/fetched.tsx';
import { BoardView } from '../board/BoardView.tsx';
import type { LayoutProps, OwnLayout } from './LayoutProps.ts';

const CalendarView = lazyComponent(async () => (await import('../calendar/CalendarView.tsx')).CalendarView);

const TimelineView = lazyComponent(async () => (await import('../timeline/TimelineView.tsx')).TimelineView);

/** The records of a list in the layout that the person chose. */
export function LaidOut({ layout, ...shared }: LayoutProps<OwnLayout>) {
  switch (layout.kind) {
    case 'board':
      return <BoardView layout={layout} {...shared} />;
    case 'calendar':
      return <CalendarView layout={layout} {...shared} />;
    case 'timeline':
      return <TimelineView layout={layout} {...shared} />;
  }
}
