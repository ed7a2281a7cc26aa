import { useRef } from 'react';
import { ComboBox } from '../parts/ComboBox.tsx';
import { choose, keyOf, optionsOf } from './choices.ts';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';
import { useChoices } from './useChoices.ts';
import styles from './widgets.module.css';

/** Chooses a record of another entity by its label. */
export function ReferenceWidget(props: WidgetProps) {
  const { view, valueLabel = '', message } = props;
  const { choices, isLoading, hasFailed, search, more } = useChoices(props.findChoices);
  const key = keyOf(view.value);
  const typed = useRef('');
  // The box shows the label of the choice; only other text is a search.
  const ask = () => search(typed.current === valueLabel ? '' : typed.current);
  return (
    <>
      <ComboBox
        {...controlProps(props)}
        value={key || undefined}
        selected={key ? { id: key, label: valueLabel || key } : undefined}
        options={optionsOf(choices)}
        loading={isLoading}
        more={more}
        onOpen={ask}
        onSearch={(text) => {
          typed.current = text;
          ask();
        }}
        onChange={(chosen) => chosen !== (key || undefined) && choose(props, choices, chosen)}
      />
      {hasFailed && <p className={styles.broken}>{message('ui.choices.failed')}</p>}
    </>
  );
}

export const referenceEntry: WidgetEntry = {
  name: 'reference',
  tester: named('reference'),
  component: ReferenceWidget,
  frame: 'field',
};
