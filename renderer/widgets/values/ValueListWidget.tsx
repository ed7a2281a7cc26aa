import { useFieldView } from '../../data/useFormState.ts';
import { named } from '../rank.ts';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import { GroupValues } from './GroupValues.tsx';
import { PlainValues } from './PlainValues.tsx';
import { RangeValues } from './RangeValues.tsx';
import { valueOptions } from './valueOptions.ts';

/** Edits the values of something typed: plain values, ranges, or groups of other values. */
export function ValueListWidget(props: WidgetProps) {
  const options = valueOptions(props);
  const { form } = props;
  const isRange = useFieldView(form, `/${options.rangeWhen ?? options.type}`).value === true;
  const isGrouped = useFieldView(form, `/${options.groupsWhen ?? options.type}`).value === true;
  if (isRange && options.range) return <RangeValues props={props} options={options} range={options.range} />;
  if (isGrouped && options.groups)
    return <GroupValues props={props} options={options} groups={options.groups} />;
  return <PlainValues props={props} options={options} />;
}

export const valueListEntry: WidgetEntry = {
  name: 'value-list',
  tester: named('value-list'),
  component: ValueListWidget,
  frame: 'group',
  showsReadOnly: true,
};
