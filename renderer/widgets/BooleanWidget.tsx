import { Checkbox } from '../parts/Checkbox.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';

/** A checkbox with its label beside it; what may not be changed is shown disabled, as the specification asks. */
export function BooleanWidget(props: WidgetProps) {
  const { label, labelledBy: _beside, ...control } = controlProps(props);
  return (
    <Checkbox
      {...control}
      disabled={props.isReadOnly}
      checked={props.view.value === true}
      onChange={props.onChange}
    >
      {props.label}
    </Checkbox>
  );
}

/** The same in a table cell, where the column names it. */
export function BooleanCell(props: WidgetProps) {
  return (
    <Checkbox
      {...controlProps(props)}
      disabled={props.isReadOnly}
      checked={props.view.value === true}
      onChange={props.onChange}
    />
  );
}

export const booleanEntry: WidgetEntry = {
  name: 'checkbox',
  tester: named('checkbox', 'boolean'),
  component: BooleanWidget,
  frame: 'inline',
  showsReadOnly: true,
};
