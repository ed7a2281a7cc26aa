import { useState } from 'react';
import { kinds } from '#engine';
import { TextInput } from '../parts/TextInput.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import { textOf } from './textOf.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** A value that is typed as a text, in any way people write it: a time of day, a length of time. */
export function WrittenWidget(props: ValueProps) {
  const { field, value } = props.view;
  const { written } = kinds[field.kind];
  const [typed, setTyped] = useState<string>();
  const shown = written && (value ?? '') !== '' ? written.format(value, props.locale) : textOf(value);
  return (
    <TextInput
      {...controlProps(props)}
      value={typed ?? shown}
      // What cannot be read stays as it was typed, and is refused with how to write it.
      onChange={(text) => {
        setTyped(text);
        props.onChange(text.trim() === '' ? null : (written?.parse(text) ?? text));
      }}
      onBlur={() => {
        setTyped(undefined);
        props.onTouch();
      }}
    />
  );
}

export const writtenEntry: WidgetEntry = {
  name: 'written',
  tester: named('written'),
  component: WrittenWidget,
  frame: 'field',
};
