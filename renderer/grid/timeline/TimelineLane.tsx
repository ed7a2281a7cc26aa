import { addTo, type DayPeriod, type GridState, type TimelineLayout, type WhereGroup } from '#engine';
import { today } from '../../data/clock.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { CalendarTools } from '../calendar/calendarTools.ts';
import { useEntries } from '../calendar/useEntries.ts';
import { PartialNote } from '../PartialNote.tsx';
import { TimelineBar } from './TimelineBar.tsx';
import styles from './timeline.module.css';
import { placeIn } from './timelineScale.ts';

type Props = {
  readonly grid: GridState;
  readonly layout: TimelineLayout;
  readonly address: string;
  readonly tools: CalendarTools;
  readonly period: DayPeriod;
  readonly columns: readonly DayPeriod[];
  /** What the records of the lane have in common; absent with its name for all records. */
  readonly where: WhereGroup | undefined;
  readonly name?: string;
  readonly count?: number;
};

const pageSize = 50;

/** The records of one lane in the period, a page at a time. */
export function TimelineLane(props: Props) {
  const { grid, layout, address, tools, period, columns, where, name, count } = props;
  const say = useMessage();
  const { changes } = tools.dates;
  const entries = useEntries(grid, layout, { address, period, pageSize, changes, ...(where && { where }) });
  const shown = { shown: entries.all.length, count: entries.total };
  return (
    <div className={styles.lane}>
      {name !== undefined && (
        <h3 className={styles.laneName}>
          {name} <span className={styles.count}>{say('ui.groups.count', { count: count ?? 0 })}</span>
        </h3>
      )}
      {entries.isPending && <Skeleton look="rows" lines={2} />}
      {entries.error && <ErrorState text={entries.error.message} onRetry={entries.retry} />}
      {!entries.isPending && !entries.error && entries.all.length === 0 && (
        <p className={styles.note}>{say('ui.calendar.empty')}</p>
      )}
      {entries.all.length > 0 && (
        <div className={styles.rows}>
          <Lines columns={columns} period={period} />
          <ul className={styles.list} aria-label={name}>
            {entries.all.map((entry) => (
              <TimelineBar key={entry.id} {...{ entry, tools, period }} />
            ))}
          </ul>
        </div>
      )}
      {entries.hasMore && (
        <Button
          size="small"
          tone="quiet"
          busy={entries.isLoadingMore}
          label={
            name === undefined ? say('ui.board.more', shown) : say('ui.board.more-of', { name, ...shown })
          }
          onPress={entries.more}
        >
          {say('ui.board.more', shown)}
        </Button>
      )}
      {/* Named lanes share one note below them. */}
      <PartialNote isPartial={name === undefined && entries.isPartial} />
    </div>
  );
}

/** The columns behind the bars, and today. */
function Lines({ columns, period }: Pick<Props, 'columns' | 'period'>) {
  const now = today();
  const isIn = now >= period.from && now < period.to;
  return (
    <div className={styles.lines} aria-hidden="true">
      <span />
      <div className={styles.track}>
        {columns.map((column) => (
          <span key={column.from} className={styles.column} style={placeIn(period, column)} />
        ))}
        {isIn && (
          <span className={styles.today} style={placeIn(period, { from: now, to: addTo(now, 'day', 1) })} />
        )}
      </div>
    </div>
  );
}
