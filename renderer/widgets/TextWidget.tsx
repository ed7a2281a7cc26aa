import { TextInput } from '../parts/TextInput.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** One line of text. An emptied field is no value, not an empty text. */
export function TextWidget(props: ValueProps) {
  return (
    <TextInput
      {...controlProps(props)}
      value={textOf(props.view.value)}
      onChange={(text) => props.onChange(text === '' ? null : text)}
    />
  );
}

/** Whatever is stored is shown, even where it is no text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const textEntry: WidgetEntry = {
  name: 'text',
  tester: named('text', 'text', 'id'),
  component: TextWidget,
  frame: 'field',
};
