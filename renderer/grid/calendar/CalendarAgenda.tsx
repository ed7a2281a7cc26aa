import { Plus } from 'lucide-react';
import { type DayPeriod, daysIn } from '#engine';
import { today } from '../../data/clock.ts';
import { useMessage } from '../../data/messages.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import { CalendarEntry } from './CalendarEntry.tsx';
import styles from './calendar.module.css';
import type { CalendarTools } from './calendarTools.ts';
import type { Entries } from './useEntries.ts';

type Props = {
  readonly entries: Entries;
  readonly tools: CalendarTools;
  readonly period: DayPeriod;
  readonly day: string;
};

/** The days of a period that have records, one below the other; a record over several days is on its first. */
export function CalendarAgenda({ entries, tools, period, day }: Props) {
  const say = useMessage();
  const { words } = tools;
  const dayOf = (from: string) => (from < period.from ? period.from : from);
  const days = daysIn(period).filter((one) => entries.all.some(({ from }) => dayOf(from) === one));
  const create = tools.createOn(day);
  return (
    <div className={styles.agenda}>
      {create && (
        <Link to={create} look="action">
          <Icon icon={Plus} size="small" />
          {say('ui.calendar.create', { date: words.long(day) })}
        </Link>
      )}
      {days.length === 0 && <EmptyState title={say('ui.calendar.empty')} />}
      {days.map((one) => (
        <section key={one} className={styles.agendaDay}>
          <h3 data-today={one === today() || undefined}>{words.long(one)}</h3>
          <ul className={styles.entries}>
            {entries.all
              .filter(({ from }) => dayOf(from) === one)
              .map((entry) => (
                <CalendarEntry key={entry.id} {...{ entry, tools }} day={one} isFull isReachable />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
