import { Plus } from 'lucide-react';
import type { DragEvent, KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { CalendarSpan } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import hidden from '../../parts/hidden.module.css';
import { Icon } from '../../parts/Icon.tsx';
import { CalendarEntry } from './CalendarEntry.tsx';
import styles from './calendar.module.css';
import type { CalendarTools } from './calendarTools.ts';
import type { Cell, CellPlace } from './cellsOf.ts';

type Props = {
  readonly cell: Cell;
  readonly place: CellPlace;
  readonly tools: CalendarTools;
  readonly span: CalendarSpan;
  readonly isActive: boolean;
  readonly isToday: boolean;
  readonly isOutside: boolean;
  readonly press: (event: KeyboardEvent, place: CellPlace) => void;
  readonly enter: (place: CellPlace) => void;
};

/** A day, or an hour of it: its records, how many more there are, and a way to create one. */
export function CalendarCell(props: Props) {
  const { cell, place, tools, span, isActive, isToday, isOutside, press, enter } = props;
  const say = useMessage();
  const { day, hour } = place;
  const date = tools.words.long(day);
  const at = hour === undefined ? date : say('ui.calendar.at', { date, hour: tools.words.hour(hour) });
  const create = tools.createOn(day, hour);
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the table is a grid
      role="gridcell"
      className={styles.cell}
      tabIndex={isActive ? 0 : -1}
      aria-current={isToday && hour === undefined ? true : undefined}
      data-active={isActive || undefined}
      data-day={day}
      data-outside={isOutside || undefined}
      onKeyDown={(event) => press(event, place)}
      onFocus={() => !isActive && enter(place)}
      {...dropOn(tools, place)}
    >
      {hour === undefined && (
        <div className={styles.dayHead}>
          <button
            type="button"
            className={styles.number}
            tabIndex={isActive ? 0 : -1}
            onClick={() => tools.show(day, 'day')}
          >
            {tools.words.number(day)}
            <span className={hidden.hidden}>
              {`, ${say('ui.calendar.cell', { date, count: cell.count })}`}
            </span>
          </button>
        </div>
      )}
      {create && (
        <CreateLink to={create} label={say('ui.calendar.create', { date: at })} isActive={isActive} />
      )}
      <Slots {...{ cell, place, tools, span, isActive }} />
      {cell.hidden > 0 && (
        <button
          type="button"
          className={styles.more}
          tabIndex={isActive ? 0 : -1}
          aria-label={say('ui.calendar.more-on', { count: cell.hidden, date })}
          onClick={() => tools.show(day, 'day')}
        >
          {say('ui.calendar.more', { count: cell.hidden })}
        </button>
      )}
    </td>
  );
}

type CreateProps = Pick<Props, 'isActive'> & { readonly to: string; readonly label: string };

function CreateLink({ to, label, isActive }: CreateProps) {
  return (
    <Link to={to} className={styles.create} tabIndex={isActive ? 0 : -1} aria-label={label} title={label}>
      <Icon icon={Plus} size="small" />
    </Link>
  );
}

function Slots({
  cell,
  place,
  tools,
  span,
  isActive,
}: Pick<Props, 'cell' | 'place' | 'tools' | 'span' | 'isActive'>) {
  if (cell.slots.length === 0) return null;
  return (
    <ul className={styles.entries}>
      {cell.slots.map((entry, lane) =>
        entry ? (
          <CalendarEntry
            key={entry.id}
            {...{ entry, tools }}
            day={place.day}
            isFull={span !== 'month'}
            isReachable={isActive}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty lane is its number
          <li key={lane} className={styles.empty} aria-hidden="true" />
        ),
      )}
    </ul>
  );
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** Takes the entry dragged over it; what is dragged from elsewhere is left alone. */
function dropOn({ dates }: CalendarTools, { day, hour }: CellPlace) {
  return {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!dates.dragged.current) return;
      event.preventDefault();
      event.currentTarget.dataset.over = 'true';
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => delete event.currentTarget.dataset.over,
    onDrop: (event: DragEvent<HTMLElement>) => {
      delete event.currentTarget.dataset.over;
      const { current } = dates.dragged;
      if (!current) return;
      event.preventDefault();
      dates.dragged.current = undefined;
      void dates.move(current.entry, daysBetween(current.day, day), hour);
    },
  };
}
