// biome-ignore-all lint/a11y/useSemanticElements: only the cells in sight are drawn, which a table cannot
// biome-ignore-all lint/a11y/useKeyWithClickEvents: what is measured is the opening
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';

export type HandCell = { readonly x: string; readonly y: string; readonly value: number };
type Axis = readonly { readonly Id: string; readonly Name: string }[];
type Props = { readonly columns: Axis; readonly rows: Axis; readonly cells: readonly HandCell[] };

const money = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });
const edge = { row: 34, head: 44, column: 124, label: 190 };

/** What a person would write by hand: the same cells in sight, a selection, a count, buttons, no more. */
export function HandMatrix({ columns, rows, cells }: Props) {
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
      <div ref={scroller} role="grid" tabIndex={-1} style={{ maxHeight: 520, overflow: 'auto' }}>
        <div style={{ position: 'relative', height: down.getTotalSize(), width }}>
          <div style={{ position: 'sticky', top: 0, height: edge.head, width, zIndex: 2 }}>
            {window.map(({ index, start, size }) => (
              <div key={index} style={{ position: 'absolute', left: start, width: size }}>
                {columns[index]?.Name}
              </div>
            ))}
          </div>
          {down.getVirtualItems().map((row) => (
            <div key={row.index} style={{ position: 'absolute', top: row.start, height: row.size, width }}>
              <div style={{ position: 'sticky', left: 0, width: edge.label }}>{rows[row.index]?.Name}</div>
              {window.map(({ index, start, size }) => {
                const value = values.get(`${columns[index]?.Id} ${rows[row.index]?.Id}`);
                const place = `${row.index}-${index}`;
                return (
                  <div
                    key={index}
                    role="gridcell"
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
