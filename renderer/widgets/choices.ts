import type { Option } from '../parts/control.ts';
import type { Choice, ValueProps } from './types.ts';

/** The value as the id of an option; a number and a text of the same spelling are one choice. */
export function keyOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** A stored value that is no longer on the list stays visible, and is kept until changed. */
export function withStored(choices: readonly Choice[], value: unknown): readonly Choice[] {
  const key = keyOf(value);
  if (key === '' || choices.some((choice) => keyOf(choice.value) === key)) return choices;
  return [...choices, { value, label: key }];
}

/** Choices as the parts take them. */
export function optionsOf(choices: readonly Choice[]): Option[] {
  return choices.map(({ value, label, note }) => ({ id: keyOf(value), label, note }));
}

/** Hands on the chosen value in its own type, with its record for effects; nothing chosen is no value. */
export function choose(props: ValueProps, choices: readonly Choice[], key: string | undefined): void {
  const choice = choices.find((one) => keyOf(one.value) === key);
  props.onChange(choice ? choice.value : null, choice?.record);
}
