// biome-ignore-all lint/a11y/useSemanticElements: only the cells in sight are drawn, which a table cannot
// biome-ignore-all lint/a11y/useKeyWithClickEvents: what is measured is the opening
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import styles from '../../../renderer/widgets/matrix/matrix.module.css';

export type HandCell = { readonly x: string; readonly y: string; readonly value: number };
type Axis = readonly { readonly Id: string; readonly Name: string }[];
export type HandProps = { readonly columns: Axis; readonly rows: Axis; readonly cells: readonly HandCell[] };

const money = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });
const edge = { row: 34, head: 44, column: 124, label: 190 };

/** What a person would write by hand: the same cells in sight and of the same looks, a selection, a count, buttons, no more. */
export function HandMatrix({ columns, rows, cells }: HandProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [values] = useState(() => new Map(cells.map(({ x, y, value }) => [`${x} ${y}`, value])));
  const [at, setAt] = useState('0-0');
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => edge.row,
    paddingStart: edge.head,
    overscan: 4,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => edge.column,
    paddingStart: edge.label,
    overscan: 2,
  });
  const window = across.getVirtualItems();
  const width = across.getTotalSize();
  return (
    <div>
      <div>
        {['Undo', 'Redo', 'Fill down', 'Fill right', 'Clear All', 'Download', 'Bring in'].map((label) => (
          <button key={label} type="button">
            {label}
          </button>
        ))}
        <span>{columns.length * rows.length - values.size} empty</span>
      </div>
      <div ref={scroller} role="grid" tabIndex={-1} className={styles.scroller}>
        <div className={styles.canvas} style={{ height: down.getTotalSize(), width }}>
          <div className={styles.head} style={{ width }}>
            {window.map(({ index, start, size }) => (
              <div
                key={index}
                className={styles.columnHead}
                style={{ position: 'absolute', left: start, width: size }}
              >
                {columns[index]?.Name}
              </div>
            ))}
          </div>
          {down.getVirtualItems().map((row) => (
            <div key={row.index} className={styles.row} style={{ top: row.start, width }}>
              <div className={styles.rowHead}>{rows[row.index]?.Name}</div>
              {window.map(({ index, start, size }) => {
                const value = values.get(`${columns[index]?.Id} ${rows[row.index]?.Id}`);
                const place = `${row.index}-${index}`;
                return (
                  <div
                    key={index}
                    role="gridcell"
                    className={styles.cell}
                    tabIndex={at === place ? 0 : -1}
                    onClick={() => setAt(place)}
                    style={{ position: 'absolute', left: start, width: size, height: row.size }}
                  >
                    {value === undefined ? '-Enter Value-' : money.format(value)}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
