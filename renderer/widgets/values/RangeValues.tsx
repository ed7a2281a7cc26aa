import { Trash2 } from 'lucide-react';
import type { DataRecord } from '#engine';
import { IconButton } from '../../parts/IconButton.tsx';
import { type RowWork, useRowWork } from '../rows/useRowWork.tsx';
import type { WidgetProps } from '../types.ts';
import { AddLine } from './AddLine.tsx';
import { nextRange, rangesBetween } from './nextRange.ts';
import { pastedRows, readEnd } from './readValue.ts';
import type { RangeMembers, ValueOptions } from './valueOptions.ts';
import styles from './values.module.css';

type Props = { readonly props: WidgetProps; readonly options: ValueOptions; readonly range: RangeMembers };

/** Ranges per line. */
const chunk = 2;

/** Edits ranges `[low,high)`, two per line; a new one starts where the last ends. */
export function RangeValues({ props, options, range }: Props) {
  const { form, view, message, locale, isReadOnly } = props;
  const rows: readonly DataRecord[] = Array.isArray(view.value) ? view.value : [];
  const keys = form.rowKeys(view.path);
  const work = useRowWork(props);
  const last = rows.at(-1)?.[range.field] as DataRecord | undefined;
  const add = ([from = '', to = '']: readonly string[]): string | undefined => {
    const made = nextRange({ low: readEnd(from, locale), high: readEnd(to, locale) }, last, range);
    if ('refused' in made) return message(options.texts[made.refused] ?? '');
    form.addRow(view.path, { [range.field]: made.range });
    return undefined;
  };
  const paste = (text: string): string | undefined => {
    const ends = pastedRows(text).flatMap((cells) => cells.map((cell) => readEnd(cell, locale)));
    const made = rangesBetween(ends, last, range);
    if ('refused' in made) return message(options.texts[made.refused] ?? '');
    form.change(view.path, [...rows, ...made.ranges.map((one) => ({ [range.field]: one }))]);
    return undefined;
  };
  const high = last?.[range.high];
  return (
    <div className={styles.values} id={props.inputId} tabIndex={-1} ref={work.list} {...work.handlers}>
      {rows.length === 0 && <p className={styles.empty}>{message('ui.values.empty')}</p>}
      <ul className={styles.ranges} data-chunk={chunk} aria-labelledby={props.labelledBy}>
        {rows.map((row, index) => (
          <RangeEntry key={keys[index]} {...{ props, work, options, range, row, index }} />
        ))}
      </ul>
      {!isReadOnly && (
        <AddLine
          props={props}
          inputs={[
            { id: 'from', label: message('ui.values.from'), placeholder: message('ui.values.from-or') },
            { id: 'to', label: message('ui.values.to'), placeholder: message('ui.values.to-or') },
          ]}
          start={[typeof high === 'number' ? String(high) : '', '']}
          hint={message('ui.values.range-hint')}
          onAdd={add}
          onPaste={paste}
        />
      )}
      {work.notice}
    </div>
  );
}

type EntryProps = Props & { readonly work: RowWork; readonly row: DataRecord; readonly index: number };

function RangeEntry({ props, work, options, range, row, index }: EntryProps) {
  const { form, view, message, isReadOnly } = props;
  const own = (row[range.field] ?? {}) as DataRecord;
  const path = `${view.path}/${index}/${range.field}`;
  const name = String(row[options.name] ?? '');
  if (isReadOnly) return <li className={styles.rangeText}>{name}</li>;
  const isOpening = own[range.opening] !== 0;
  const isClosing = own[range.closing] === 1;
  const state = (isIn: boolean) => ({ state: message(isIn ? 'ui.values.included' : 'ui.values.excluded') });
  return (
    <li className={styles.range} aria-label={name} data-row={index}>
      <button
        type="button"
        className={styles.bracket}
        aria-label={message('ui.values.opening', state(isOpening))}
        aria-pressed={isOpening}
        disabled={typeof own[range.low] !== 'number'}
        onClick={() => form.change(`${path}/${range.opening}`, isOpening ? 0 : 1)}
      >
        {isOpening ? '[' : '('}
      </button>
      <span className={styles.end} data-unbounded={typeof own[range.low] !== 'number' ? '-INF' : undefined}>
        {props.renderField(`${path}/${range.low}`, 'cell')}
      </span>
      <span aria-hidden="true">,</span>
      <span className={styles.end} data-unbounded={typeof own[range.high] !== 'number' ? '+INF' : undefined}>
        {props.renderField(`${path}/${range.high}`, 'cell')}
      </span>
      <button
        type="button"
        className={styles.bracket}
        aria-label={message('ui.values.closing', state(isClosing))}
        aria-pressed={isClosing}
        disabled={typeof own[range.high] !== 'number'}
        onClick={() => form.change(`${path}/${range.closing}`, isClosing ? 0 : 1)}
      >
        {isClosing ? ']' : ')'}
      </button>
      <IconButton
        size="small"
        icon={Trash2}
        label={message('ui.values.remove', { name })}
        onPress={() => work.remove(index)}
      />
    </li>
  );
}
