import {
  addTo,
  type CalendarLayout,
  type CalendarSpan,
  calendarPeriod,
  type DayPeriod,
  startOf,
} from '#engine';
import { today } from '../../data/clock.ts';
import { useMessage } from '../../data/messages.tsx';
import { useIsNarrow } from '../../data/useIsNarrow.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import hidden from '../../parts/hidden.module.css';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { LayoutProps } from '../layouts/LayoutProps.ts';
import { PeriodBar } from '../layouts/PeriodBar.tsx';
import { PartialNote } from '../PartialNote.tsx';
import { useGridSnapshot } from '../useGridState.ts';
import { CalendarAgenda } from './CalendarAgenda.tsx';
import { CalendarTable } from './CalendarTable.tsx';
import styles from './calendar.module.css';
import { useCalendarTools } from './useCalendarTools.tsx';
import { useEntries } from './useEntries.ts';

const spans: readonly CalendarSpan[] = ['month', 'week', 'day'];

/** How many of a day are read when a period is too full to be read whole. */
const perDay = { month: 4, week: 20 } as const;

/** The records of a period on their days; on a phone as a list of days. */
export function CalendarView(props: LayoutProps<CalendarLayout>) {
  const { grid, layout, address, label } = props;
  const say = useMessage();
  const isNarrow = useIsNarrow();
  const snapshot = useGridSnapshot(grid);
  const { day = today() } = snapshot;
  const span = snapshot.span === 'quarter' ? layout.span : (snapshot.span ?? layout.span);
  const isAgenda = isNarrow || span === 'day';
  const period = isNarrow ? plainPeriod(span, day) : calendarPeriod(span, day);
  const tools = useCalendarTools(props, period);
  const { changes } = tools.dates;
  const entries = useEntries(grid, layout, {
    ...{ address, period, changes },
    ...(!isAgenda && { perDay: perDay[span as 'month' | 'week'] }),
  });
  const title = tools.words.title(span, period.from, addTo(period.to, 'day', -1), day);
  return (
    <section className={styles.calendar} aria-label={say('ui.calendar.of', { name: label })}>
      <PeriodBar<CalendarSpan>
        {...{ span, day, title }}
        spans={spans}
        label={say('ui.calendar.span')}
        names={{ previous: say(`ui.calendar.previous.${span}`), next: say(`ui.calendar.next.${span}`) }}
        stepTo={(count) => addTo(span === 'month' ? startOf(day, 'month') : day, span, count)}
        show={tools.show}
      />
      <p className={hidden.hidden} role="status">
        {tools.dates.said}
      </p>
      {entries.error && <ErrorState text={entries.error.message} onRetry={entries.retry} />}
      {!entries.error && entries.isPending && <Skeleton look="rows" lines={6} />}
      {!entries.error &&
        !entries.isPending &&
        (isNarrow ? (
          <CalendarAgenda {...{ entries, tools, period, day }} />
        ) : (
          <CalendarTable {...{ entries, tools, period, span, day, title }} />
        ))}
      {entries.hasMore && (
        <Button size="small" tone="quiet" busy={entries.isLoadingMore} onPress={entries.more}>
          {say('ui.board.more', { shown: entries.all.length, count: entries.total })}
        </Button>
      )}
      <PartialNote isPartial={entries.isPartial} />
    </section>
  );
}

/** A span without the days around it. */
function plainPeriod(span: CalendarSpan, day: string): DayPeriod {
  const from = startOf(day, span);
  return { from, to: addTo(from, span, 1) };
}
