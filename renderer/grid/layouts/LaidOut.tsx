import type { LayoutModel } from '#engine';
import { lazyComponent } from '../../data/fetched.tsx';
import { BoardView } from '../board/BoardView.tsx';
import type { LayoutProps } from './LayoutProps.ts';

const CalendarView = lazyComponent(async () => (await import('../calendar/CalendarView.tsx')).CalendarView);

const TimelineView = lazyComponent(async () => (await import('../timeline/TimelineView.tsx')).TimelineView);

/** Layouts that load their own records; lists and galleries show those of the page. */
export type OwnLayout = Exclude<LayoutModel, { readonly kind: 'gallery' | 'list' }>;

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
