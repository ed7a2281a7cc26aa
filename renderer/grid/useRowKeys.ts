import { type KeyboardEvent, useRef, useState } from 'react';
import type { DataRecord } from '#engine';
import { keyBindings } from '../data/keyBindings.ts';

type Options = {
  readonly rows: readonly DataRecord[];
  readonly onOpen?: (row: DataRecord) => void;
  readonly onSelect: (id: string, how: 'toggle' | 'range') => void;
  readonly onCopy: () => void;
};

/** Arrow keys move between rows; Enter opens, Space selects, Ctrl+C copies the selection. */
export function useRowKeys({ rows, onOpen, onSelect, onCopy }: Options) {
  const [current, setCurrent] = useState<string>();
  const body = useRef<HTMLTableSectionElement>(null);
  const ids = rows.map((row) => String(row.Id));
  // Roving tabindex: the row visited last, or the first.
  const tabStop = current !== undefined && ids.includes(current) ? current : ids[0];

  const go = (index: number, isRange: boolean) => {
    const id = ids[Math.max(0, Math.min(ids.length - 1, index))];
    if (id === undefined) return;
    if (isRange) onSelect(id, 'range');
    setCurrent(id);
    rowElement(body.current, id)?.focus();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const index = ids.indexOf(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? '');
    const row = rows[index];
    if (!row) return;
    if (keyBindings['row-copy'].is(event)) return onCopy();
    const to = destination(event.key, index, ids.length);
    // Links and buttons in the row handle other keys themselves.
    const isOnRow = target.matches('[data-row]');
    if (to !== undefined && (isOnRow || event.key.startsWith('Arrow'))) {
      event.preventDefault();
      go(to, event.shiftKey);
    } else if (isOnRow) actOn(event, row, { onOpen, onSelect });
  };
  return { body, tabStop, press, visit: setCurrent };
}

function destination(key: string, index: number, count: number): number | undefined {
  return { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }[key];
}

type Acts = Pick<Options, 'onOpen' | 'onSelect'>;

function actOn(event: KeyboardEvent<HTMLElement>, row: DataRecord, { onOpen, onSelect }: Acts): void {
  if (keyBindings['row-open'].is(event)) onOpen?.(row);
  if (!keyBindings['row-select'].is(event)) return;
  event.preventDefault();
  onSelect(String(row.Id), event.shiftKey ? 'range' : 'toggle');
}

function rowElement(body: HTMLElement | null, id: string): HTMLElement | null {
  return body?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null;
}
