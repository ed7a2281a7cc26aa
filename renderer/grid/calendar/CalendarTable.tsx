import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { CalendarSpan, DayPeriod } from '#engine';
import { today } from '../../data/clock.ts';
import { CalendarCell } from './CalendarCell.tsx';
import styles from './calendar.module.css';
import type { CalendarTools } from './calendarTools.ts';
import { type CalendarRow, type CellPlace, cellsOf, nextCell, rowsOf } from './cellsOf.ts';
import type { Entries } from './useEntries.ts';

type Props = {
  readonly entries: Entries;
  readonly tools: CalendarTools;
  readonly period: DayPeriod;
  readonly span: CalendarSpan;
  /** The day that the period was chosen by. */
  readonly day: string;
  readonly title: string;
};

const limits = { month: 3, week: 20, day: Number.POSITIVE_INFINITY } as const;
/** The hour that is in sight first. */
const morning = 7;

/** Days in rows: one tab stop; arrow keys lead from day to day, and Tab into the records of the day. */
export function CalendarTable({ entries, tools, period, span, day, title }: Props) {
  const hasHours = span !== 'month' && tools.layout.start.day === 'moment';
  const rows = rowsOf(span, period, hasHours);
  const { active, press, enter, box } = useActiveCell({ tools, period, span, day, rows: rows.length });
  const head = rows[0]?.days ?? [];
  return (
    <div ref={box} className={styles.scroller} data-hours={hasHours || undefined}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys lead from cell to cell
        role="grid"
        className={styles.table}
        aria-label={title}
        data-span={span}
      >
        <thead>
          <tr>
            {hasHours && <td className={styles.corner} />}
            {head.map((one) => (
              <th key={one} scope="col" abbr={tools.words.weekday(one)} className={styles.weekday}>
                {span === 'month' ? tools.words.shortWeekday(one) : tools.words.weekday(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={`${row.hour ?? row.days[0]}`}
              {...{ row, entries, tools, span, hasHours, active, press, enter, day }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Pick<Props, 'entries' | 'tools' | 'span' | 'day'> & {
  readonly row: CalendarRow;
  readonly hasHours: boolean;
  readonly active: CellPlace;
  readonly press: (event: KeyboardEvent, place: CellPlace) => void;
  readonly enter: (place: CellPlace) => void;
};

function Row({ row, entries, tools, span, hasHours, active, press, enter, day }: RowProps) {
  const { hour } = row;
  const cells = cellsOf({ entries, row, hasHours, limit: limits[span] });
  return (
    <tr data-hour={hour}>
      {hasHours && (
        <th scope="row" className={styles.hour}>
          {hour !== undefined && tools.words.hour(hour)}
        </th>
      )}
      {row.days.map((one, at) => {
        const place = { day: one, ...(hour !== undefined && { hour }) };
        return (
          <CalendarCell
            key={one}
            cell={cells[at] ?? nothing}
            {...{ place, tools, span, press, enter }}
            isActive={active.day === one && active.hour === hour}
            isToday={one === today()}
            isOutside={span === 'month' && one.slice(0, 7) !== day.slice(0, 7)}
          />
        );
      })}
    </tr>
  );
}

const nothing = { slots: [], count: 0, hidden: 0 };

type Moving = Pick<Props, 'tools' | 'period' | 'span' | 'day'> & { readonly rows: number };

/** The cell that the keyboard is on; a key that leads out of the period shows the next one. */
function useActiveCell({ tools, period, span, day, rows }: Moving) {
  const [chosen, choose] = useState<CellPlace>({ day });
  const isShown = chosen.day >= period.from && chosen.day < period.to;
  const isHour = chosen.hour === undefined || rows > 1;
  const active = isShown && isHour ? chosen : { day };
  const box = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>(`[data-hour="${morning}"]`);
    const head = box.current?.querySelector('thead');
    if (box.current && row) box.current.scrollTop = row.offsetTop - (head?.offsetHeight ?? 0);
  }, []);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    box.current?.querySelector<HTMLElement>('[data-active]')?.focus();
  });
  const press = (event: KeyboardEvent, place: CellPlace) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') return tools.show(place.day, 'day');
    const next = nextCell(event.key, place, { span, rows });
    if (!next) return;
    event.preventDefault();
    wantsFocus.current = true;
    choose(next);
    if (next.day < period.from || next.day >= period.to) tools.show(next.day);
  };
  return { active, press, enter: choose, box };
}
