import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
import type { DataRecord } from '#engine';
import { keyBindings } from '../../data/keyBindings.ts';
import { Button } from '../../parts/Button.tsx';
import { focusAddedRow, focusAfterRow } from '../../parts/rowFocus.ts';
import styles from '../rows.module.css';
import type { WidgetProps } from '../types.ts';
import { isBlock, pasteRows } from './pasteRows.ts';
import { pasteTexts } from './pasteTexts.ts';
import type { RowColumn, RowsPlace } from './rowsPlace.ts';

export type RowWork = {
  /** The list around the rows, which carry `data-row`. */
  readonly list: RefObject<HTMLDivElement | null>;
  readonly add: (row?: DataRecord) => void;
  readonly remove: (index: number, more?: Removal) => void;
  /** To be spread over the element around the rows. */
  readonly handlers: {
    readonly 'data-rows': true;
    readonly onPaste: (event: ClipboardEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  /** What was done last, and the way back. */
  readonly notice: ReactNode;
};

/** Where rows of two lists stand in one table: which list it is of, its place among all of them, and its name. */
type Removal = { readonly path?: string; readonly place?: number; readonly name?: string };

type Done = {
  readonly texts: readonly string[];
  readonly undo: () => void;
  /** The list right after it: while it is the same, Ctrl+Z is meant for this. */
  readonly after: string;
};

type Options = {
  readonly columns?: readonly RowColumn[];
  readonly isFixed?: boolean;
};

/**
 * What every list of rows does alike: a new row begins in its first field, a removed one hands the focus on and can be
 * brought back as it was, and a block of cells from a spreadsheet fills rows and can be taken back as one step.
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

/** What was done last, said below the rows with the way back: by its button, or by Ctrl+Z while nothing came after it. */
function useLastStep({ form, view, message, isReadOnly }: WidgetProps, list: RowWork['list']) {
  const [done, setDone] = useState<Done>();
  const look = () => JSON.stringify(form.view(view.path).value ?? null);
  const undo = () => {
    list.current?.focus();
    setDone(undefined);
    done?.undo();
  };
  return {
    tell: (texts: readonly string[], back: () => void) => setDone({ texts, undo: back, after: look() }),
    press: (event: KeyboardEvent) => {
      if (event.defaultPrevented || !done || !keyBindings.undo.is(event) || done.after !== look()) return;
      event.preventDefault();
      undo();
    },
    notice: (
      <div className={styles.notice} role="status">
        {done && !isReadOnly && (
          <>
            <div>
              {done.texts.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
            <Button size="small" tone="quiet" onPress={undo}>
              {message('ui.undo')}
            </Button>
          </>
        )}
      </div>
    ),
  };
}

/** The cell that has the focus: rows carry `data-row`, cells `data-column`. */
function startOf(target: EventTarget, list: HTMLElement | null, columns: readonly RowColumn[]) {
  if (!(target instanceof HTMLElement)) return undefined;
  const cell = target.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (!row || row.parentElement?.closest('[data-rows]') !== list) return undefined;
  const column = columns.findIndex(({ pointer }) => pointer === cell?.dataset.column);
  return column < 0 ? undefined : { row: Number(row.dataset.row), column };
}
