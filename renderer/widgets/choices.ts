import type { Option } from '../parts/control.ts';
import type { Choice, ValueProps } from './types.ts';

/** A value as an option id; the number 1 and the text '1' are the same choice. */
export function keyOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** Adds a stored value that is no longer in the list, so that it stays visible until changed. */
export function withStored(choices: readonly Choice[], value: unknown): readonly Choice[] {
  const key = keyOf(value);
  if (key === '' || choices.some((choice) => keyOf(choice.value) === key)) return choices;
  return [...choices, { value, label: key }];
}

/** Choices as options of the parts. */
export function optionsOf(choices: readonly Choice[]): Option[] {
  return choices.map(({ value, label, note }) => ({ id: keyOf(value), label, note }));
}

/** Sets the chosen value in its original type, with its record for effects; null for none. */
export function choose(props: ValueProps, choices: readonly Choice[], key: string | undefined): void {
  const choice = choices.find((one) => keyOf(one.value) === key);
  props.onChange(choice ? choice.value : null, choice?.record);
}
