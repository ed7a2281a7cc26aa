import { CheckboxGroup } from '../parts/CheckboxGroup.tsx';
import { keyOf, optionsOf } from './choices.ts';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** Any number of items of a closed list, stored as bits of one number. */
export function FlagsWidget(props: ValueProps) {
  const { choices = [], view } = props;
  const bits = Number(view.value ?? 0);
  const chosen = choices.filter(({ value }) => (bits & Number(value)) !== 0);
  const choose = (keys: readonly string[]) => {
    const picked = choices.filter(({ value }) => keys.includes(keyOf(value)));
    // Keep bits without a known item.
    const known = choices.reduce((sum, { value }) => sum | Number(value), 0);
    props.onChange(picked.reduce((sum, { value }) => sum | Number(value), bits & ~known));
  };
  return (
    <CheckboxGroup
      {...controlProps(props)}
      value={chosen.map(({ value }) => keyOf(value))}
      options={optionsOf(choices)}
      onChange={choose}
    />
  );
}

export const flagsEntry: WidgetEntry = {
  name: 'flags',
  tester: named('flags'),
  component: FlagsWidget,
  frame: 'group',
};
