import { useState } from 'react';
import { kinds } from '#engine';
import { TextInput } from '../parts/TextInput.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import { textOf } from './textOf.ts';
import type { ValueProps, WidgetEntry } from './types.ts';

/** A value typed as text in any common notation, such as a time of day or a duration. */
export function WrittenWidget(props: ValueProps) {
  const { field, value } = props.view;
  const { written } = kinds[field.kind];
  const [typed, setTyped] = useState<string>();
  const shown = written && (value ?? '') !== '' ? written.format(value, props.locale) : textOf(value);
  return (
    <TextInput
      {...controlProps(props)}
      value={typed ?? shown}
      // Text that cannot be parsed stays as typed, and validation shows how to write it.
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
