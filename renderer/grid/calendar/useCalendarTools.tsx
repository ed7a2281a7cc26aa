import type { Dated, DayPeriod } from '#engine';
import { useVisibleActions } from '../../actions/ActionButton.tsx';
import { linkOf } from '../../actions/linkOf.ts';
import { useLocale } from '../../data/messages.tsx';
import type { LayoutProps } from '../layouts/LayoutProps.ts';
import { useRecordLook } from '../layouts/useRecordLook.ts';
import { calendarDates } from './calendarDates.ts';
import type { CalendarTools } from './calendarTools.ts';
import { DateDialog } from './DateDialog.tsx';
import { useDates } from './useDates.ts';

/** What the parts of a calendar or timeline share; moving an entry out of the period moves the period. */
export function useCalendarTools(props: LayoutProps<Dated>, period: DayPeriod): CalendarTools {
  const { grid, layout, scope, tools } = props;
  const locale = useLocale();
  const look = useRecordLook(props);
  const [create] = useVisibleActions(layout.create ? [layout.create] : [], scope);
  const dates = useDates(grid.block, layout, scope, look.nameOf);
  const show: CalendarTools['show'] = (day, span) => grid.look({ day, ...(span && { span }) });
  return {
    ...{ layout, dates, show, ...look },
    cells: tools,
    words: calendarDates(locale),
    createOn: (day, hour) => create && createAddress(linkOf(create, scope), layout, day, hour),
    moveByKey: async (entry, days) => {
      dates.focus.current = entry.id;
      const on = await dates.move(entry, days);
      if (on !== undefined && (on < period.from || on >= period.to)) show(on);
    },
    renderDialog: (entry, onClose) => (
      <DateDialog {...{ entry, layout, dates, onClose }} name={look.nameOf(entry.record)} />
    ),
  };
}

function createAddress(address: string, { start }: Dated, day: string, hour = 9): string {
  const at = start.day === 'day' ? day : new Date(`${day}T${String(hour).padStart(2, '0')}:00`).toISOString();
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ [start.path]: at })}`;
}
