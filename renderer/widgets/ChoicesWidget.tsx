import { CheckboxGroup } from '../parts/CheckboxGroup.tsx';
import { MultiSelect } from '../parts/MultiSelect.tsx';
import { keyOf, optionsOf, withStored } from './choices.ts';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** Longer lists are searched instead of shown. */
const mostBoxes = 7;

/** Any number of items of a closed list: checkboxes for a short one, a searchable picker for a long one. */
export function ChoicesWidget(props: ValueProps) {
  const chosen = Array.isArray(props.view.value) ? props.view.value : [];
  const choices = chosen.reduce(withStored, props.choices ?? []);
  const shared = {
    ...controlProps(props),
    value: chosen.map(keyOf),
    options: optionsOf(choices),
    // In the order of the list, whatever was chosen first.
    onChange: (keys: readonly string[]) =>
      props.onChange(choices.flatMap(({ value }) => (keys.includes(keyOf(value)) ? [value] : []))),
  };
  const isCell = props.labelledBy === undefined;
  if (choices.length <= mostBoxes && !isCell) return <CheckboxGroup {...shared} />;
  return <MultiSelect {...shared} {...(isCell && { look: 'summary', size: 'small' })} />;
}

export const choicesEntry: WidgetEntry = {
  name: 'choices',
  tester: named('choices'),
  component: ChoicesWidget,
  frame: 'group',
};
