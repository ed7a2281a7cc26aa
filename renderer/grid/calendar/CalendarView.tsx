import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  addTo,
  type CalendarLayout,
  type CalendarSpan,
  calendarPeriod,
  type DataRecord,
  type DayPeriod,
  type GridState,
  startOf,
} from '#engine';
import { useVisibleActions } from '../../actions/ActionButton.tsx';
import { linkOf } from '../../actions/linkOf.ts';
import { today } from '../../data/clock.ts';
import { fillPath } from '../../data/fillPath.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import type { ScreenScope } from '../../data/screenScope.ts';
import { useIsNarrow } from '../../data/useIsNarrow.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import hidden from '../../parts/hidden.module.css';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Toolbar } from '../../parts/Toolbar.tsx';
import { cellText } from '../CellValue.tsx';
import type { CellTools } from '../cellTools.ts';
import { colourOf } from '../layouts/colourOf.ts';
import { readPath } from '../readPath.ts';
import { useGridSnapshot } from '../useGridState.ts';
import { useOpening } from '../useRowTools.tsx';
import { CalendarAgenda } from './CalendarAgenda.tsx';
import { CalendarTable } from './CalendarTable.tsx';
import styles from './calendar.module.css';
import { calendarDates } from './calendarDates.ts';
import type { CalendarTools } from './calendarTools.ts';
import { DateDialog } from './DateDialog.tsx';
import { useDates } from './useDates.ts';
import { useEntries } from './useEntries.ts';

type Props = {
  readonly grid: GridState;
  readonly layout: CalendarLayout;
  readonly scope: ScreenScope;
  readonly tools: CellTools;
  /** The query of the list. */
  readonly address: string;
  readonly label: string;
};

/** How many of a day are read when a period is too full to be read whole. */
const perDay = { month: 4, week: 20 } as const;

/** The records of a period on their days; on a phone as a list of days. */
export function CalendarView(props: Props) {
  const { grid, layout, address, label } = props;
  const say = useMessage();
  const isNarrow = useIsNarrow();
  const snapshot = useGridSnapshot(grid);
  const { span = layout.span, day = today() } = snapshot;
  const isAgenda = isNarrow || span === 'day';
  const period = isNarrow ? plainPeriod(span, day) : calendarPeriod(span, day);
  const tools = useTools(props, period);
  const { changes } = tools.dates;
  const entries = useEntries(grid, layout, {
    ...{ address, period, changes },
    ...(!isAgenda && { perDay: perDay[span as 'month' | 'week'] }),
  });
  const title = tools.words.title(span, period.from, addTo(period.to, 'day', -1), day);
  return (
    <section className={styles.calendar} aria-label={say('ui.calendar.of', { name: label })}>
      <CalendarBar {...{ span, day, title, tools }} />
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
    </section>
  );
}

function plainPeriod(span: CalendarSpan, day: string): DayPeriod {
  const from = startOf(day, span);
  return { from, to: addTo(from, span, 1) };
}

function useTools({ grid, layout, scope, tools }: Props, period: DayPeriod): CalendarTools {
  const [say, locale] = [useMessage(), useLocale()];
  const { route, data, user } = scope;
  const to = useOpening(grid.block, user.Features);
  const [create] = useVisibleActions(layout.create ? [layout.create] : [], scope);
  const nameOf = (record: DataRecord) =>
    cellText(readPath(record, layout.title.shows ?? layout.title.path), layout.title, tools) ||
    say('ui.board.unnamed');
  const dates = useDates(grid.block, layout, scope, nameOf);
  const show: CalendarTools['show'] = (day, span) => grid.look({ day, ...(span && { span }) });
  return {
    ...{ layout, dates, nameOf, show },
    cells: tools,
    words: calendarDates(locale),
    colourOf: (record) => colourOf(grid.block, record, scope),
    hrefOf: (record) => to && fillPath(to, { root: record, route, data, user }),
    createOn: (day, hour) => create && createAddress(linkOf(create, scope), layout, day, hour),
    moveByKey: async (entry, days) => {
      dates.focus.current = entry.id;
      const on = await dates.move(entry, days);
      if (on !== undefined && (on < period.from || on >= period.to)) show(on);
    },
    renderDialog: (entry, onClose) => (
      <DateDialog {...{ entry, layout, dates, onClose }} name={nameOf(entry.record)} />
    ),
  };
}

function createAddress(address: string, { start }: CalendarLayout, day: string, hour = 9): string {
  const at = start.day === 'day' ? day : new Date(`${day}T${String(hour).padStart(2, '0')}:00`).toISOString();
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ [start.path]: at })}`;
}

type BarProps = {
  readonly span: CalendarSpan;
  readonly day: string;
  readonly title: string;
  readonly tools: CalendarTools;
};

/** Moves through time, and chooses how much of it is shown. */
function CalendarBar({ span, day, title, tools: { show } }: BarProps) {
  const say = useMessage();
  const step = (count: number) => show(addTo(span === 'month' ? startOf(day, 'month') : day, span, count));
  return (
    <div className={styles.bar}>
      <Toolbar label={say('ui.calendar.period')}>
        <Button size="small" onPress={() => show(today())}>
          {say('ui.period.today')}
        </Button>
        <IconButton
          size="small"
          tone="quiet"
          icon={ChevronLeft}
          label={say(`ui.calendar.previous.${span}`)}
          onPress={() => step(-1)}
        />
        <IconButton
          size="small"
          tone="quiet"
          icon={ChevronRight}
          label={say(`ui.calendar.next.${span}`)}
          onPress={() => step(1)}
        />
      </Toolbar>
      <h2 className={styles.title} aria-live="polite">
        {title}
      </h2>
      <div className={styles.span}>
        <Select
          id="calendar-span"
          size="small"
          label={say('ui.calendar.span')}
          value={span}
          clearable={false}
          options={(['month', 'week', 'day'] as const).map((id) => ({ id, label: say(`ui.calendar.${id}`) }))}
          onChange={(picked) => show(day, picked as CalendarSpan)}
        />
      </div>
    </div>
  );
}
