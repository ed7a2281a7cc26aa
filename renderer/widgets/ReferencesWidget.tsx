import { useEffect, useState } from 'react';
import type { DataRecord } from '#engine';
import { labelOf } from '../fields/writers.ts';
import type { Option } from '../parts/control.ts';
import { MultiSelect } from '../parts/MultiSelect.tsx';
import { keyOf, optionsOf } from './choices.ts';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';
import { useChoices } from './useChoices.ts';
import styles from './widgets.module.css';

/** Chooses several records of another entity, as tags. */
export function ReferencesWidget(props: WidgetProps) {
  const { choices, isLoading, hasFailed, search, more } = useChoices(props.findChoices);
  // A list of one page is filtered in the browser.
  const [isLong, setLong] = useState(false);
  if (more && !isLong) setLong(true);
  const chosen = listOf(props.view.value);
  useEffect(() => search(''), [search]);
  const pick = (ids: readonly string[]) => {
    const records = new Map(choices.map((choice) => [keyOf(choice.value), choice.record]));
    for (const item of chosen) records.set(keyOf(item.Id), item);
    // Whole records: the form keeps their labels.
    props.onChange(ids.map((id) => records.get(id) ?? { Id: id }));
  };
  return (
    <>
      <MultiSelect
        {...controlProps(props)}
        value={chosen.map((item) => keyOf(item.Id))}
        options={withChosen(optionsOf(choices), chosen)}
        loading={isLoading}
        more={more}
        {...(isLong ? { onSearch: search } : {})}
        onChange={pick}
      />
      {hasFailed && <p className={styles.broken}>{props.message('ui.choices.failed')}</p>}
    </>
  );
}

/** The stored list: objects with `Id`, or bare ids. */
export function listOf(value: unknown): readonly DataRecord[] {
  if (!Array.isArray(value)) return [];
  return value.map((item) => (typeof item === 'object' && item !== null ? item : { Id: item }));
}

function withChosen(options: readonly Option[], chosen: readonly DataRecord[]): readonly Option[] {
  const known = new Set(options.map((option) => option.id));
  const missing = chosen.filter((item) => !known.has(keyOf(item.Id)));
  return [...options, ...missing.map((item) => ({ id: keyOf(item.Id), label: labelOf(item) }))];
}

export const referencesEntry: WidgetEntry = {
  name: 'references',
  tester: named('references'),
  component: ReferencesWidget,
  frame: 'group',
};
