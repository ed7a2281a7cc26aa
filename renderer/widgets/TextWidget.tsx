import { kindViews } from '../fields/registry.ts';
import { TextInput } from '../parts/TextInput.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import { SuggestedText } from './SuggestedText.tsx';
import { textOf } from './textOf.ts';
import type { ValueProps, WidgetEntry, WidgetProps } from './types.ts';

/** One line of text, with completion if the field declares it. */
function AnyTextWidget(props: WidgetProps) {
  const { suggest } = props.view.field;
  return suggest && !props.isReadOnly ? (
    <SuggestedText props={props} suggest={suggest} />
  ) : (
    <TextWidget {...props} />
  );
}

/** One line of text. An empty input is null, not an empty string. */
export function TextWidget(props: ValueProps) {
  return (
    <TextInput
      {...controlProps(props)}
      inputMode={kindViews[props.view.field.kind].inputMode}
      value={textOf(props.view.value)}
      onChange={(text) => props.onChange(text === '' ? null : text)}
    />
  );
}

export const textEntry: WidgetEntry = {
  name: 'text',
  tester: named('text'),
  component: AnyTextWidget,
  frame: 'field',
};
