import { CalendarClock } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useMessage } from '../../data/messages.tsx';
import hidden from '../../parts/hidden.module.css';
import { Icon } from '../../parts/Icon.tsx';
import { CellValue } from '../CellValue.tsx';
import { readPath } from '../readPath.ts';
import type { CalendarTools } from './calendarTools.ts';
import styles from './entry.module.css';
import type { Placed } from './placing.ts';

type Props = {
  readonly entry: Placed;
  readonly tools: CalendarTools;
  /** The day it is drawn on. */
  readonly day: string;
  /** Shows the declared fields too. */
  readonly isFull: boolean;
  /** Whether Tab reaches it. */
  readonly isReachable: boolean;
};

/** The days that Alt and an arrow key move an entry by. */
export const entrySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** A record on a day: it opens the record; dragging, Alt and arrow keys, or a dialog change its date. */
export function CalendarEntry({ entry, tools, day, isFull, isReachable }: Props) {
  const say = useMessage();
  const { dates, words } = tools;
  const [isAsking, ask] = useState(false);
  const box = useRef<HTMLLIElement>(null);
  const name = tools.nameOf(entry.record);
  const colour = tools.colourOf(entry.record);
  useFocusBack(tools, entry, box);
  const press = (event: KeyboardEvent) => {
    const step = event.altKey && dates.canMove ? entrySteps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void tools.moveByKey(entry, step);
  };
  const pickUp = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', name);
    dates.dragged.current = { entry, day };
  };
  return (
    <li
      ref={box}
      className={styles.entry}
      data-entry={entry.id}
      data-tone={colour?.tone}
      data-from={entry.from < day || undefined}
      data-to={entry.to > day || undefined}
      data-full={isFull || undefined}
      draggable={dates.canMove}
      onDragStart={pickUp}
      onDragEnd={() => {
        dates.dragged.current = undefined;
      }}
      onKeyDown={press}
    >
      <span className={styles.line}>
        {entry.time && <span className={styles.time}>{words.time(entry.time)}</span>}
        <EntryName {...{ entry, tools, name, isReachable }} />
        {colour && <span className={hidden.hidden}>{say(colour.label)}</span>}
        {dates.canMove && <ChangeButton {...{ name, isReachable }} onPress={() => ask(true)} />}
      </span>
      {isFull && <EntryFields entry={entry} tools={tools} />}
      {isAsking && tools.renderDialog(entry, () => ask(false))}
    </li>
  );
}

/** Focuses the entry where it appears after a move. */
export function useFocusBack(
  { dates }: CalendarTools,
  { id }: Placed,
  box: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (dates.focus.current !== id) return;
    dates.focus.current = undefined;
    box.current?.querySelector<HTMLElement>('[data-name]')?.focus();
  });
}

type ButtonProps = Pick<Props, 'isReachable'> & { readonly name: string; readonly onPress: () => void };

/** Opens the dialog that changes the dates. */
export function ChangeButton({ name, isReachable, onPress }: ButtonProps) {
  const say = useMessage();
  return (
    <button
      type="button"
      className={styles.change}
      tabIndex={isReachable ? 0 : -1}
      aria-label={say('ui.calendar.change-name', { name })}
      title={say('ui.calendar.change')}
      onClick={onPress}
    >
      <Icon icon={CalendarClock} size="small" />
    </button>
  );
}

type NameProps = Pick<Props, 'entry' | 'tools' | 'isReachable'> & { readonly name: string };

/** The name, which opens the record. */
export function EntryName({ entry, tools, name, isReachable }: NameProps) {
  const to = tools.hrefOf(entry.record);
  const shared = {
    'data-name': true,
    className: styles.name,
    title: name,
    tabIndex: isReachable ? 0 : -1,
    ...(tools.dates.canMove && {
      'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown',
    }),
  };
  return to ? (
    // The entry is dragged, not the address.
    <Link to={to} draggable={false} {...shared}>
      {name}
    </Link>
  ) : (
    <span {...shared}>{name}</span>
  );
}

function EntryFields({ entry, tools }: Pick<Props, 'entry' | 'tools'>) {
  const say = useMessage();
  const { fields } = tools.layout;
  if (fields.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {fields.map((column) => (
        <div key={column.path}>
          <dt className={hidden.hidden}>{say(column.title)}</dt>
          <dd>
            <CellValue
              value={readPath(entry.record, column.shows ?? column.path)}
              format={column}
              tools={tools.cells}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
