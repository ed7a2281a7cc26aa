import type { ClipboardEvent } from 'react';
import { useToastIfAny } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import { isBlock } from './isBlock.ts';
import { fillRows, type PasteList } from './pasteBlock.ts';

/** Handles a block pasted into a list, as one change, and says what was taken and left out. */
export function usePasteBlock<Row>(list: PasteList<Row> | undefined) {
  const [say, toast] = [useMessage(), useToastIfAny()];
  return (event: ClipboardEvent<HTMLElement>): void => {
    const text = event.clipboardData.getData('text/plain');
    const start = list && startOf(event, list);
    if (!start || event.defaultPrevented || !isBlock(text, event.target)) return;
    event.preventDefault();
    const { rows, ...end } = fillRows(list, text, start);
    if (end.cells > 0) list.onChange(rows);
    const texts = [say('ui.rows.pasted', { count: end.cells, rows: end.filled })];
    if (end.rowsLeft > 0) texts.push(say('ui.rows.paste.rows-left', { count: end.rowsLeft }));
    if (end.columnsLeft > 0) texts.push(say('ui.rows.paste.columns-left', { count: end.columnsLeft }));
    if (end.refused.length > 0) {
      const named = end.refused.slice(0, 5).map(({ row, text }) => `${row + 1}. ${text.slice(0, 60)}`);
      texts.push(say('ui.rows.paste.misfits', { count: end.refused.length }), named.join(' · '));
    }
    toast?.show(texts.join(' '), texts.length > 1 ? 'info' : 'success', 'paste');
  };
}

/** The focused cell: rows carry `data-row`, the fields in them `data-name`. */
function startOf<Row>({ target, currentTarget }: ClipboardEvent<HTMLElement>, { columns }: PasteList<Row>) {
  if (!(target instanceof HTMLElement)) return undefined;
  const name = target.closest<HTMLElement>('[data-name]')?.dataset.name;
  const row = target.closest<HTMLElement>('[data-row]');
  if (!row || row.parentElement?.closest('[data-rows]') !== currentTarget) return undefined;
  const column = columns.findIndex((one) => one.name === name);
  return column < 0 ? undefined : { row: Number(row.dataset.row), column };
}
