import { type KeyboardEvent, useRef, useState } from 'react';
import type { DataRecord } from '#engine';

type Options = {
  readonly rows: readonly DataRecord[];
  readonly onOpen?: (row: DataRecord) => void;
  readonly onSelect: (id: string, how: 'toggle' | 'range') => void;
  readonly onCopy: () => void;
};

/** Arrow keys go from row to row; Enter opens, Space selects, Ctrl-C copies what is selected. */
export function useRowKeys({ rows, onOpen, onSelect, onCopy }: Options) {
  const [current, setCurrent] = useState<string>();
  const body = useRef<HTMLTableSectionElement>(null);
  const ids = rows.map((row) => String(row.Id));
  // One row is in the tab order: the last one visited, else the first.
  const tabStop = current !== undefined && ids.includes(current) ? current : ids[0];

  const focus = (index: number) => {
    const id = ids[Math.max(0, Math.min(ids.length - 1, index))];
    if (id === undefined) return;
    setCurrent(id);
    rowElement(body.current, id)?.focus();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row;
    const isOnRow = (event.target as HTMLElement).matches('[data-row]');
    if (id === undefined) return;
    const index = ids.indexOf(id);
    const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: ids.length - 1 };
    const to = moves[event.key];
    if (to !== undefined && (isOnRow || event.key.startsWith('Arrow'))) {
      event.preventDefault();
      if (event.shiftKey) onSelect(ids[Math.max(0, Math.min(ids.length - 1, to))] ?? id, 'range');
      return focus(to);
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') return onCopy();
    // Links and buttons in the row answer these keys themselves.
    if (!isOnRow) return;
    if (event.key === 'Enter') onOpen?.(rows[index] as DataRecord);
    if (event.key === ' ') {
      event.preventDefault();
      onSelect(id, event.shiftKey ? 'range' : 'toggle');
    }
  };
  return { body, tabStop, press, visit: setCurrent };
}

function rowElement(body: HTMLElement | null, id: string): HTMLElement | null {
  return body?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null;
}
