import { kinds } from '#engine';
import { PersonName } from '../data/PersonName.tsx';
import { OutwardLink } from '../parts/Link.tsx';
import { keyOf } from './choices.ts';
import { formatValue } from './formatValue.ts';
import { namesOfFlags } from './namesOfFlags.ts';
import type { WidgetProps } from './types.ts';
import styles from './widgets.module.css';

/** A read-only value as text. */
export function PlainValue(props: WidgetProps) {
  const text = plainText(props);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a labelled value is not a fieldset
    <div
      id={props.inputId}
      className={styles.plain}
      data-state={text === '' ? 'empty' : 'filled'}
      role="group"
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      tabIndex={-1}
    >
      {shownText(props, text)}
    </div>
  );
}

function shownText({ view: { field, value } }: WidgetProps, text: string) {
  if (text === '') return '–';
  if (field.isPerson) return <PersonName userName={text} />;
  const href = kinds[field.kind].href?.(String(value));
  return href ? <OutwardLink href={href}>{text}</OutwardLink> : text;
}

/** The label of choices and references, else the value in the format of its kind. */
export function plainText(props: WidgetProps): string {
  const { view, locale, message, choices, valueLabel } = props;
  if (valueLabel) return valueLabel;
  if (view.field.kind === 'flags')
    return namesOfFlags(
      view.value,
      (choices ?? []).map(({ value, label }) => ({ Id: Number(value), label })),
    );
  if (Array.isArray(view.value) && kinds[view.field.kind].elements === 'codes') {
    const labels = new Map(choices?.map(({ value, label }) => [keyOf(value), label]));
    return view.value.map((one) => labels.get(keyOf(one)) ?? String(one)).join('; ');
  }
  const choice = choices?.find((one) => keyOf(one.value) === keyOf(view.value));
  if (choice) return choice.label;
  const { kind, scale } = view.field;
  return formatValue(view.value, { kind, scale, locale, yes: message('ui.yes'), no: message('ui.no') });
}
