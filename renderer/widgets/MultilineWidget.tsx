import { TextArea } from '../parts/TextArea.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import { textOf } from './textOf.ts';
import type { ValueProps, WidgetEntry } from './types.ts';
import styles from './widgets.module.css';

/** Multiline text, with a counter near its limit. */
export function MultilineWidget(props: ValueProps) {
  const text = textOf(props.view.value);
  return (
    <>
      <TextArea
        {...controlProps(props)}
        rows={3}
        value={text}
        onChange={(typed) => props.onChange(typed === '' ? null : typed)}
      />
      <Room length={text.length} limit={props.view.field.limits.maxLength} locale={props.locale} />
    </>
  );
}

/** Shown from four fifths of the limit on. */
function Room({ length, limit, locale }: { length: number; limit?: number; locale: string }) {
  if (limit === undefined || length < limit * 0.8) return null;
  return (
    <span className={styles.room} data-state={length > limit ? 'over' : 'near'} aria-hidden="true">
      {length.toLocaleString(locale)} / {limit.toLocaleString(locale)}
    </span>
  );
}

export const multilineEntry: WidgetEntry = {
  name: 'multiline',
  tester: named('multiline'),
  component: MultilineWidget,
  frame: 'field',
};
