import { type PointerEvent, useEffect, useState } from 'react';
import { addTo, type DayPeriod } from '#engine';
import type { CalendarTools } from '../calendar/calendarTools.ts';
import type { Placed } from '../calendar/placing.ts';
import styles from './timeline.module.css';
import { daysBetween } from './timelineScale.ts';

export type BarEdge = 'start' | 'end';

type Drag = {
  readonly what: BarEdge | 'both';
  readonly x: number;
  readonly perDay: number;
  readonly days: number;
};

/** Dragging a bar or one of its ends by whole days; Escape puts it back. */
export function useBarDrag(entry: Placed, { dates }: CalendarTools, period: DayPeriod) {
  const [drag, setDrag] = useState<Drag>();
  useEffect(() => {
    if (!drag) return undefined;
    const stop = (event: KeyboardEvent) => event.key === 'Escape' && setDrag(undefined);
    window.addEventListener('keydown', stop);
    return () => window.removeEventListener('keydown', stop);
  }, [drag]);
  const on = (what: Drag['what']) =>
    dates.canMove
      ? {
          onPointerDown: (event: PointerEvent<HTMLElement>) => {
            const track = event.currentTarget.closest(`.${styles.track}`);
            if (event.button !== 0 || !track) return;
            event.stopPropagation();
            event.currentTarget.setPointerCapture(event.pointerId);
            const perDay = track.getBoundingClientRect().width / daysBetween(period.from, period.to);
            setDrag({ what, x: event.clientX, perDay, days: 0 });
          },
          onPointerMove: (event: PointerEvent<HTMLElement>) => {
            if (drag?.what !== what) return;
            const days = Math.round((event.clientX - drag.x) / drag.perDay);
            if (days !== drag.days) setDrag({ ...drag, days });
          },
          onPointerUp: () => {
            if (drag?.what !== what) return;
            setDrag(undefined);
            if (drag.days === 0) return;
            if (what === 'both') void dates.move(entry, drag.days);
            else void dates.stretch(entry, what, drag.days);
          },
          onPointerCancel: () => setDrag(undefined),
        }
      : {};
  return { on, isDragged: drag !== undefined && drag.days !== 0, shown: shownDays(entry, drag) };
}

/** The days that the bar covers while it is dragged: never fewer than one. */
function shownDays({ from, to }: Placed, drag: Drag | undefined): DayPeriod {
  if (!drag) return { from, to };
  const { what, days } = drag;
  const moved = {
    from: what === 'end' ? from : addTo(from, 'day', days),
    to: what === 'start' ? to : addTo(to, 'day', days),
  };
  if (moved.from <= moved.to) return moved;
  return what === 'start' ? { from: to, to } : { from, to: from };
}
