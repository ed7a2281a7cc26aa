import { Select } from '../parts/Select.tsx';
import { choose, keyOf, optionsOf, withStored } from './choices.ts';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** Chooses one item of a closed list. */
export function ChoiceWidget(props: ValueProps) {
  const choices = withStored(props.choices ?? [], props.view.value);
  return (
    <Select
      {...controlProps(props)}
      value={keyOf(props.view.value) || undefined}
      options={optionsOf(choices)}
      onChange={(key) => choose(props, choices, key)}
    />
  );
}

export const choiceEntry: WidgetEntry = {
  name: 'select',
  tester: named('select'),
  component: ChoiceWidget,
  frame: 'field',
};
