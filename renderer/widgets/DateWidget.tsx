import { DateField } from '../parts/DateField.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** A calendar date, without a time zone. */
export function DateWidget(props: ValueProps) {
  return (
    <DateField
      {...controlProps(props)}
      value={props.view.value as string | null | undefined}
      onChange={(day) => props.onChange(day ?? null)}
    />
  );
}

export const dateEntry: WidgetEntry = {
  name: 'date',
  tester: named('date'),
  component: DateWidget,
  frame: 'field',
};
