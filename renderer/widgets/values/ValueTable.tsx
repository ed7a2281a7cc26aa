import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { DataRecord } from '#engine';
import { useOverscan } from '../../data/printing.ts';
import { IconButton } from '../../parts/IconButton.tsx';
import type { RowWork } from '../rows/useRowWork.tsx';
import type { WidgetProps } from '../types.ts';
import styles from './values.module.css';

type Props = {
  readonly props: WidgetProps;
  readonly work: RowWork;
  readonly rows: readonly DataRecord[];
  /** Member of the row, and its heading. */
  readonly columns: readonly { readonly member: string; readonly title: string }[];
  readonly nameOf: (row: DataRecord, index: number) => string;
};

/** Estimated row height in pixels, until measured. */
const rowHeight = 44;

/** A virtualized table of value rows. */
export function ValueTable({ props, work, rows, columns, nameOf }: Props) {
  const { view, message, form } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const keys = form.rowKeys(view.path);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index] ?? index,
    overscan: useOverscan(8),
    initialRect: { width: 600, height: 420 },
  });
  if (rows.length === 0) return <p className={styles.empty}>{message('ui.values.empty')}</p>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrolling list is not a fieldset
    <div
      ref={scroller}
      className={styles.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      role="group"
      aria-label={message(view.field.label)}
    >
      <div className={styles.heads} data-columns={columns.length} aria-hidden="true">
        {columns.map(({ member, title }) => (
          <span key={member}>{title}</span>
        ))}
      </div>
      <ul className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            data-row={index}
            className={styles.row}
            data-columns={columns.length}
            style={{ transform: `translateY(${start}px)` }}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
          >
            {columns.map(({ member }) => (
              <div key={member} className={styles.cell} data-column={member}>
                {props.renderField(`${view.path}/${index}/${member}`, 'cell')}
              </div>
            ))}
            <RowTools
              props={props}
              work={work}
              index={index}
              count={rows.length}
              name={nameOf(rows[index] ?? {}, index)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type ToolsProps = {
  readonly props: WidgetProps;
  readonly work: RowWork;
  readonly index: number;
  readonly count: number;
  readonly name: string;
};

function RowTools({ props: { view, form, isReadOnly, message }, work, index, count, name }: ToolsProps) {
  if (isReadOnly) return <span />;
  return (
    <span className={styles.tools}>
      <IconButton
        size="small"
        icon={ArrowUp}
        label={message('ui.values.up', { name })}
        disabled={index === 0}
        onPress={() => form.moveRow(view.path, index, index - 1)}
      />
      <IconButton
        size="small"
        icon={ArrowDown}
        label={message('ui.values.down', { name })}
        disabled={index === count - 1}
        onPress={() => form.moveRow(view.path, index, index + 1)}
      />
      <IconButton
        size="small"
        icon={Trash2}
        label={message('ui.values.remove', { name })}
        onPress={() => work.remove(index)}
      />
    </span>
  );
}
