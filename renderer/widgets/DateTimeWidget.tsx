import parts from '../parts/control.module.css';
import { controlAttributes } from '../parts/control.ts';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** A moment: stored in UTC, shown and typed in the person's own zone. */
export function DateTimeWidget(props: ValueProps) {
  return (
    <input
      {...controlAttributes(controlProps(props))}
      className={parts.control}
      type="datetime-local"
      value={toLocal(props.view.value)}
      readOnly={props.isReadOnly}
      onChange={(event) => props.onChange(toUtc(event.target.value))}
      onBlur={props.onTouch}
    />
  );
}

/** `2026-03-01T17:30:00Z` → `2026-03-01T12:30` in Toronto. */
function toLocal(value: unknown): string {
  const moment = typeof value === 'string' ? new Date(value) : undefined;
  if (!moment || Number.isNaN(moment.getTime())) return '';
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The other way; an unfinished moment is no value. */
function toUtc(local: string): string | null {
  const moment = new Date(local);
  return local === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

export const dateTimeEntry: WidgetEntry = {
  name: 'datetime',
  tester: named('datetime', 'datetime'),
  component: DateTimeWidget,
  frame: 'field',
};
