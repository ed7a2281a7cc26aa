import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import type { DataRecord } from '#engine';
import { isBlock } from '../../parts/isBlock.ts';
import { focusAddedRow, focusAfterRow } from '../../parts/rowFocus.ts';
import type { WidgetProps } from '../types.ts';
import { pasteRows } from './pasteRows.ts';
import { pasteTexts } from './pasteTexts.ts';
import type { RowColumn, RowsPlace } from './rowsPlace.ts';
import { useLastStep } from './useLastStep.tsx';

export type RowWork = {
  /** The element around the rows, which carry `data-row`. */
  readonly list: RefObject<HTMLDivElement | null>;
  readonly add: (row?: DataRecord) => void;
  readonly remove: (index: number, more?: Removal) => void;
  /** Spread over the element around the rows. */
  readonly handlers: {
    readonly 'data-rows': true;
    readonly onPaste: (event: ClipboardEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  /** A notice about the last step, with an undo button. */
  readonly notice: ReactNode;
};

/** For a table over two lists: the list, the position in the table, and the name of the row. */
type Removal = { readonly path?: string; readonly place?: number; readonly name?: string };

type Options = {
  readonly columns?: readonly RowColumn[];
  readonly isFixed?: boolean;
};

/**
 * Shared behaviour of row lists: an added row gets focus, a removed row passes focus on and can be restored,
 * and a pasted block of spreadsheet cells fills rows and can be undone as one step.
 */
export function useRowWork(props: WidgetProps, { columns = [], isFixed = false }: Options = {}): RowWork {
  const { form, view, message, isReadOnly } = props;
  const list = useRef<HTMLDivElement>(null);
  const steps = useLastStep(props, list);
  const paste = usePaste(props, { columns, isFixed, tell: steps.tell });
  return {
    list,
    add: (row) => {
      const index = form.rowKeys(view.path).length;
      form.addRow(view.path, row);
      focusAddedRow(list.current, index);
    },
    remove: (index, { path = view.path, place = index, name } = {}) => {
      focusAfterRow(list.current, place);
      const back = form.removeRow(path, index);
      const said = name === undefined ? 'ui.rows.removed' : 'ui.rows.removed-named';
      steps.tell([message(said, { row: index + 1, name })], () => {
        back();
        focusAddedRow(list.current, place);
      });
    },
    handlers: {
      'data-rows': true,
      onKeyDown: steps.press,
      onPaste: (event) => {
        const text = event.clipboardData.getData('text/plain');
        const start = startOf(event.target, list.current, columns);
        if (isReadOnly || !start || event.defaultPrevented || !isBlock(text, event.target)) return;
        event.preventDefault();
        void paste(text, start);
      },
    },
    notice: steps.notice,
  };
}

type Pasting = Required<Options> & { readonly tell: (texts: readonly string[], undo: () => void) => void };

function usePaste(props: WidgetProps, { columns, isFixed, tell }: Pasting) {
  const { form, view, message, locale, choicesAt } = props;
  const { maxItems } = view.field.limits;
  const place: RowsPlace = { form, path: view.path, columns, isFixed, locale, maxItems, choicesAt };
  return async (text: string, start: { row: number; column: number }) => {
    const end = await pasteRows(place, text, start);
    tell(pasteTexts(end, place, message), end.undo);
  };
}

/** The focused cell: rows carry `data-row`, cells `data-column`. */
function startOf(target: EventTarget, list: HTMLElement | null, columns: readonly RowColumn[]) {
  if (!(target instanceof HTMLElement)) return undefined;
  const cell = target.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (!row || row.parentElement?.closest('[data-rows]') !== list) return undefined;
  const column = columns.findIndex(({ pointer }) => pointer === cell?.dataset.column);
  return column < 0 ? undefined : { row: Number(row.dataset.row), column };
}
