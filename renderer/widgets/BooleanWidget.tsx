import { Checkbox } from '../parts/Checkbox.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** A checkbox with its label beside it; disabled when read-only, as the specification asks. */
export function BooleanWidget(props: ValueProps) {
  const { labelledBy, ...control } = controlProps(props);
  // In a table the column header is the label.
  const isCell = labelledBy === undefined;
  return (
    <Checkbox
      {...control}
      label={isCell ? props.label : undefined}
      disabled={props.isReadOnly}
      checked={props.view.value === true}
      onChange={props.onChange}
    >
      {!isCell && props.label}
    </Checkbox>
  );
}

export const booleanEntry: WidgetEntry = {
  name: 'checkbox',
  tester: named('checkbox'),
  component: BooleanWidget,
  frame: 'inline',
  showsReadOnly: true,
};
