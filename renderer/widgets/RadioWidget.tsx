import { RadioGroup } from '../parts/RadioGroup.tsx';
import { choose, keyOf, optionsOf, withStored } from './choices.ts';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** Chooses one of a few visible items. */
export function RadioWidget(props: ValueProps) {
  const choices = withStored(props.choices ?? [], props.view.value);
  return (
    <RadioGroup
      {...controlProps(props)}
      value={keyOf(props.view.value)}
      options={optionsOf(choices)}
      onChange={(key) => choose(props, choices, key)}
    />
  );
}

export const radioEntry: WidgetEntry = {
  name: 'radio',
  tester: named('radio'),
  component: RadioWidget,
  frame: 'group',
};
