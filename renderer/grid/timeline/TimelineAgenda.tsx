import { addTo, startOf, type TimelineLayout } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import hidden from '../../parts/hidden.module.css';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { CalendarAgenda } from '../calendar/CalendarAgenda.tsx';
import { useCalendarTools } from '../calendar/useCalendarTools.tsx';
import { useEntries } from '../calendar/useEntries.ts';
import type { LayoutProps } from '../layouts/LayoutProps.ts';
import { PeriodBar } from '../layouts/PeriodBar.tsx';
import { PartialNote } from '../PartialNote.tsx';
import styles from './timeline.module.css';

type Props = LayoutProps<TimelineLayout> & { readonly day: string };

const spans = ['month'] as const;

/** On a phone: the days of a month, each with the records that start on it. */
export function TimelineAgenda(props: Props) {
  const { grid, layout, address, label, day } = props;
  const say = useMessage();
  const from = startOf(day, 'month');
  const period = { from, to: addTo(from, 'month', 1) };
  const tools = useCalendarTools(props, period);
  const entries = useEntries(grid, layout, { address, period, changes: tools.dates.changes });
  return (
    <section className={styles.timeline} aria-label={say('ui.timeline.of', { name: label })}>
      <PeriodBar
        {...{ spans, day }}
        span="month"
        title={tools.words.title('month', period.from, period.to, day)}
        label={say('ui.timeline.span')}
        names={{ previous: say('ui.calendar.previous.month'), next: say('ui.calendar.next.month') }}
        stepTo={(count) => addTo(from, 'month', count)}
        show={(on) => tools.show(on)}
      />
      <p className={hidden.hidden} role="status">
        {tools.dates.said}
      </p>
      {entries.error && <ErrorState text={entries.error.message} onRetry={entries.retry} />}
      {!entries.error && entries.isPending && <Skeleton look="rows" lines={6} />}
      {!entries.error && !entries.isPending && <CalendarAgenda {...{ entries, tools, period, day }} />}
      {entries.hasMore && (
        <Button size="small" tone="quiet" busy={entries.isLoadingMore} onPress={entries.more}>
          {say('ui.board.more', { shown: entries.all.length, count: entries.total })}
        </Button>
      )}
      <PartialNote isPartial={entries.isPartial} />
    </section>
  );
}
