import { useEffect, useMemo, useRef, useState } from 'react';
import type { DataRecord } from '#engine';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { controlProps } from '../controlProps.ts';
import { listOf } from '../ReferencesWidget.tsx';
import { named } from '../rank.ts';
import type { RecordSource, WidgetEntry, WidgetProps } from '../types.ts';
import { PickerList } from './PickerList.tsx';
import { narrow, offerOf, type Pickable, toggled } from './pickable.ts';
import styles from './picker.module.css';

/**
 * Picks several records of a long list: search, checkboxes, and the number chosen. The list is read page by
 * page (`find`, `pageSize`, `sort`) up to the client's limit, and filtered here by the field's rule and the
 * search.
 */
export function RecordPickerWidget(props: WidgetProps) {
  const { message: say, view, options } = props;
  const [search, setSearch] = useState('');
  const [onlyChosen, setOnlyChosen] = useState(false);
  const { records, state, problem } = useRecords(props);
  const chosen = listOf(view.value);
  const offer = useMemo(
    () => offerOf(records, { chosen, filter: view.options?.filter, note: options.note }),
    [records, chosen, view.options?.filter, options.note],
  );
  const shown = useMemo(() => narrow(offer, { search, onlyChosen }), [offer, search, onlyChosen]);
  const toggle = (item: Pickable) => {
    props.onChange(toggled(chosen, item));
    props.onTouch();
  };
  const control = controlProps(props);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame and a legend
    <div
      role="group"
      aria-labelledby={props.labelledBy}
      className={styles.picker}
      data-invalid={props.isInvalid}
    >
      <div className={styles.head}>
        <TextInput
          {...control}
          labelledBy={undefined}
          label={say('ui.picker.search', { label: props.label })}
          type="search"
          placeholder={say('ui.search')}
          value={search}
          onChange={setSearch}
        />
        <Checkbox id={`${props.inputId}-chosen`} checked={onlyChosen} onChange={setOnlyChosen}>
          {say('ui.picker.only-chosen')}
        </Checkbox>
        <span role="status" className={styles.count}>
          {say('ui.picker.count', { count: chosen.length, shown: shown.length })}
        </span>
      </div>
      <PickerList
        items={shown}
        state={state}
        problem={problem}
        label={props.label}
        say={say}
        onToggle={toggle}
      />
    </div>
  );
}

export const recordPickerEntry: WidgetEntry = {
  name: 'record-picker',
  tester: (field, item) => (field.kind === 'references' ? named('record-picker')(field, item) : 0),
  component: RecordPickerWidget,
  frame: 'group',
};

type Found = {
  readonly records: readonly DataRecord[];
  readonly state: 'loading' | 'ready' | 'failed';
  readonly problem?: string;
};

/** Loads the declared list once. */
function useRecords({ findRecords, options }: WidgetProps): Found {
  const [found, setFound] = useState<Found>({ records: [], state: 'loading' });
  const find = useRef(findRecords);
  find.current = findRecords;
  const source = JSON.stringify(options.source ?? {});
  useEffect(() => {
    let isCurrent = true;
    find.current(JSON.parse(source) as RecordSource).then(
      (records) => isCurrent && setFound({ records, state: 'ready' }),
      (error: Error) => isCurrent && setFound({ records: [], state: 'failed', problem: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [source]);
  return found;
}
