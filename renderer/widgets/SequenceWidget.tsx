import { PlainValue } from './PlainValue.tsx';
import { named } from './rank.ts';
import { TextWidget } from './TextWidget.tsx';
import { textOf } from './textOf.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';

/** A number that the server assigns; until then, says when it will. */
function SequenceWidget(props: WidgetProps) {
  const pending = props.message('ui.sequence.pending');
  if (!props.isReadOnly)
    return <TextWidget {...props} options={{ placeholder: 'ui.sequence.pending', ...props.options }} />;
  return <PlainValue {...props} valueLabel={textOf(props.view.value) || pending} />;
}

export const sequenceEntry: WidgetEntry = {
  name: 'sequence',
  tester: named('sequence'),
  component: SequenceWidget,
  frame: 'field',
  showsReadOnly: true,
};
