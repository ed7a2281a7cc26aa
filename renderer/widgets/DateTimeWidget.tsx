import { DateField } from '../parts/DateField.tsx';
import { localOf, momentOf } from '../parts/parseDay.ts';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** A time: stored in UTC, shown and typed in the person's time zone. */
export function DateTimeWidget(props: ValueProps) {
  return (
    <DateField
      {...controlProps(props)}
      withTime
      value={localOf(props.view.value)}
      onChange={(text) => props.onChange(text === undefined ? null : toUtc(text))}
    />
  );
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
