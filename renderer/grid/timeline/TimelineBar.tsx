import { type KeyboardEvent, useRef, useState } from 'react';
import { addTo, type DayPeriod } from '#engine';
import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';
import hidden from '../../parts/hidden.module.css';
import { ChangeButton, EntryName, entrySteps, useFocusBack } from '../calendar/CalendarEntry.tsx';
import type { CalendarTools } from '../calendar/calendarTools.ts';
import type { Placed } from '../calendar/placing.ts';
import styles from './timeline.module.css';
import { placeIn } from './timelineScale.ts';
import { type BarEdge, useBarDrag } from './useBarDrag.ts';

type Props = {
  readonly entry: Placed;
  readonly tools: CalendarTools;
  readonly period: DayPeriod;
};

/** A record with its bar. Dragging the bar or its ends, keys or the dialog change its dates. */
export function TimelineBar({ entry, tools, period }: Props) {
  const say = useMessage();
  const formats = useFormats();
  const { dates } = tools;
  const box = useRef<HTMLLIElement>(null);
  const [isAsking, ask] = useState(false);
  const drag = useBarDrag(entry, tools, period);
  useFocusBack(tools, entry, box);
  const name = tools.nameOf(entry.record);
  const colour = tools.colourOf(entry.record);
  const { from, to } = drag.shown;
  const said = say('ui.timeline.from-to', { from: formats.date(from), to: formats.date(to) });
  const edge = (which: BarEdge) => (
    <span className={styles.edge} data-edge={which} {...drag.on(which)} aria-hidden="true" />
  );
  return (
    <li
      ref={box}
      className={styles.row}
      data-entry={entry.id}
      onKeyDown={(event) => pressed(event, entry, tools)}
    >
      <span className={styles.name}>
        <EntryName {...{ entry, tools, name }} isReachable />
        {dates.canMove && <ChangeButton name={name} isReachable onPress={() => ask(true)} />}
      </span>
      <span className={hidden.hidden}>{colour ? `${said}, ${say(colour.label)}` : said}</span>
      <div className={styles.track}>
        <span
          className={styles.bar}
          data-tone={colour?.tone}
          data-moves={dates.canMove || undefined}
          data-dragged={drag.isDragged || undefined}
          data-before={from < period.from || undefined}
          data-after={to >= period.to || undefined}
          style={placeIn(period, { from, to: addTo(to, 'day', 1) })}
          title={`${name}: ${said}`}
          {...drag.on('both')}
        >
          {dates.canMove && from >= period.from && edge('start')}
          {dates.canMove && to < period.to && edge('end')}
        </span>
      </div>
      {isAsking && tools.renderDialog(entry, () => ask(false))}
    </li>
  );
}

/** Alt and arrow keys move the record, with Shift its end alone. */
function pressed(event: KeyboardEvent, entry: Placed, { dates, moveByKey }: CalendarTools): void {
  const step = event.altKey && dates.canMove ? entrySteps[event.key] : undefined;
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) {
    dates.focus.current = entry.id;
    void dates.stretch(entry, 'end', step);
  } else void moveByKey(entry, step);
}
