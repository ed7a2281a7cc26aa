import { DateField } from '../parts/DateField.tsx';
import { momentOf } from '../parts/parseDay.ts';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** A time: stored in UTC, shown and typed in the person's time zone. */
export function DateTimeWidget(props: ValueProps) {
  return (
    <DateField
      {...controlProps(props)}
      withTime
      value={toLocal(props.view.value)}
      onChange={(text) => props.onChange(text === undefined ? null : toUtc(text))}
    />
  );
}

/** `2026-03-01T17:30:00Z` → `2026-03-01 12:30` in Toronto; an invalid text stays as typed. */
function toLocal(value: unknown): string {
  if (typeof value !== 'string') return '';
  const moment = new Date(value);
  if (!value.endsWith('Z') || Number.isNaN(moment.getTime())) return value;
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16).replace('T', ' ');
}

function toUtc(text: string): string {
  return momentOf(text) ?? text;
}

export const dateTimeEntry: WidgetEntry = {
  name: 'datetime',
  tester: named('datetime'),
  component: DateTimeWidget,
  frame: 'field',
};
