import { type ClipboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { PasteList } from './pasteBlock.ts';
import { countRows, focusAddedRow, focusNextRow, placeIn } from './rowFocus.ts';
import { usePasteBlock } from './usePasteBlock.ts';

/**
 * Manages a list whose rows another component holds: focuses the first field of an added row, moves focus on
 * from a removed one, and fills rows from a pasted block if given its columns. Spread over the element around
 * the rows, which carry `data-row`; the add button is inside `data-row-add`.
 */
export function useRowFocus<E extends HTMLElement = HTMLDivElement, Row = never>(
  paste?: PasteList<Row>,
): {
  readonly ref: RefObject<E | null>;
  readonly 'data-rows': true;
  readonly onPaste: (event: ClipboardEvent<HTMLElement>) => void;
} {
  const onPaste = usePasteBlock(paste);
  const list = useRef<E>(null);
  const last = useRef<number | 'add'>(undefined);
  const count = useRef<number>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = placeIn(list.current, target);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useLayoutEffect(() => {
    const [before, now] = [count.current ?? countRows(list.current), countRows(list.current)];
    count.current = now;
    if (!list.current) return;
    if (now > before && last.current === 'add') focusAddedRow(list.current, now - 1);
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (now < before && typeof last.current === 'number' && isLost) focusNextRow(list.current, last.current);
  });
  return { ref: list, 'data-rows': true, onPaste };
}
