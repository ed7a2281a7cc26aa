import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import {
  type Area,
  areaOf,
  type CellPlace,
  type Matrix,
  moved,
  type Pasted,
  type Selection,
  within,
} from '#engine';
import type { WidgetProps } from '../types.ts';
import type { MatrixFormat } from './matrixFormat.ts';

/** The edited cell with its initial text; undefined while nothing is edited. */
type Editing = { readonly at: CellPlace; readonly text: string } | undefined;

export type GridState = {
  readonly selection: Selection;
  readonly editing: Editing;
  /** Result of the last command, for screen readers. */
  readonly said: string;
  /** Replaces the announcement. */
  readonly tell: (text: string) => void;
  readonly select: (to: CellPlace, extend?: boolean) => void;
  readonly selectAll: (selection: Selection) => void;
  readonly edit: (at: CellPlace, text?: string) => void;
  /** Ends editing; a text is set as the cell's value. `then` is the cell to focus. */
  readonly endEdit: (text: string | undefined, then?: CellPlace) => void;
  readonly toggle: (at: CellPlace) => void;
  readonly run: (command: Command) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onCut: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
};

export type Command = 'undo' | 'redo' | 'fillDown' | 'fillRight' | 'clear' | 'selectAll';

type Options = {
  readonly props: WidgetProps;
  readonly matrix: Matrix;
  readonly format: MatrixFormat;
  readonly pageRows: () => number;
  /** Focuses a cell once it is drawn. */
  readonly focus: (at: CellPlace) => void;
};

const start: CellPlace = { row: 0, column: 0 };

/** Selection, editing, keyboard and clipboard of the grid. */
export function useGridKeys(options: Options): GridState {
  const { props, matrix, format, pageRows, focus } = options;
  const { isReadOnly, message } = props;
  const [selection, setSelection] = useState<Selection>({ from: start, to: start });
  const [editing, setEditing] = useState<Editing>();
  const [said, setSaid] = useState('');
  const shape = shapeOf(matrix, pageRows);
  const at = within(selection.to, shape);
  const area = areaOf({ from: within(selection.from, shape), to: at });
  const select = (to: CellPlace, extend = false) => {
    setSelection((now) => ({ from: extend ? now.from : to, to }));
    focus(to);
  };
  const edit = (place: CellPlace, text?: string) => {
    if (!isReadOnly && format.kind !== 'boolean')
      setEditing({ at: place, text: text ?? matrix.textOf(place) });
  };
  const toggle = (place: CellPlace) => {
    if (isReadOnly) return;
    matrix.type(place, matrix.cell(place)?.value === true ? '' : 'true');
  };
  const run = (command: Command) => {
    if (command === 'selectAll')
      return setSelection({ from: start, to: { row: shape.rows - 1, column: shape.columns - 1 } });
    if (!isReadOnly) commands[command](matrix, area);
  };
  const state = { at, shape, select, edit, toggle, run, format, matrix };
  const clipboard = clipboardOf({
    ...{ matrix, area, isReadOnly, run },
    onPasted: ({ area: { top, left, bottom, right }, placed, left: rest }) => {
      setSelection({ from: { row: top, column: left }, to: { row: bottom, column: right } });
      setSaid(
        message(rest > 0 ? 'ui.matrix.pasted-some' : 'ui.matrix.pasted', { count: placed, left: rest }),
      );
    },
  });
  return {
    selection: { from: within(selection.from, shape), to: at },
    editing,
    said,
    tell: setSaid,
    select,
    selectAll: (all) => {
      setSelection(all);
      focus(all.to);
    },
    edit,
    endEdit: (text, then) => {
      if (editing && text !== undefined) matrix.type(editing.at, text);
      setEditing(undefined);
      if (then) select(within(then, shape));
    },
    toggle,
    run,
    onKeyDown: (event) => pressKey(state, event),
    ...clipboard,
  };
}

function shapeOf(matrix: Matrix, pageRows: () => number) {
  return {
    rows: matrix.rows.length,
    columns: matrix.columns.length,
    // A getter, as measuring forces a layout: only page keys need it.
    get pageRows() {
      return pageRows();
    },
  };
}

type Clipboard = {
  readonly matrix: Matrix;
  readonly area: Area;
  readonly isReadOnly: boolean;
  readonly run: (command: Command) => void;
  readonly onPasted: (pasted: Pasted) => void;
};

function clipboardOf({ matrix, area, isReadOnly, run, onPasted }: Clipboard) {
  const copy = (event: ClipboardEvent): boolean => {
    if (isTyping(event)) return false;
    event.preventDefault();
    event.clipboardData.setData('text/plain', matrix.copy(area));
    return true;
  };
  return {
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) run('clear');
    },
    onPaste: (event: ClipboardEvent) => {
      if (isTyping(event) || isReadOnly) return;
      event.preventDefault();
      onPasted(matrix.paste(area, event.clipboardData.getData('text/plain')));
    },
  };
}

const commands = {
  undo: (matrix) => matrix.undo(),
  redo: (matrix) => matrix.redo(),
  fillDown: (matrix, area) => matrix.fillDown(area),
  fillRight: (matrix, area) => matrix.fillRight(area),
  clear: (matrix, area) => matrix.fill(area),
} satisfies Record<
  Exclude<Command, 'selectAll'>,
  (matrix: Matrix, area: ReturnType<typeof areaOf>) => unknown
>;

const byControl: Readonly<Record<string, Command>> = {
  z: 'undo',
  y: 'redo',
  d: 'fillDown',
  r: 'fillRight',
  a: 'selectAll',
};

type Pressed = Pick<GridState, 'select' | 'edit' | 'toggle' | 'run'> & {
  readonly at: CellPlace;
  readonly shape: Parameters<typeof moved>[2];
  readonly format: MatrixFormat;
  readonly matrix: Matrix;
};

/** Keys of a focused cell; an open editor handles its own. */
function pressKey(state: Pressed, event: KeyboardEvent): void {
  if (event.altKey || isTyping(event)) return;
  const ctrl = event.ctrlKey || event.metaKey;
  const to = moved(state.at, { key: event.key, ctrl }, state.shape);
  const act = to ? () => state.select(to, event.shiftKey) : actionOf(state, event, ctrl);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function actionOf(state: Pressed, event: KeyboardEvent, ctrl: boolean): (() => void) | undefined {
  const { key } = event;
  if (ctrl) return commandOf(state, key.toLowerCase(), event.shiftKey);
  const { at, run, edit, select } = state;
  if (key === 'Delete' || key === 'Backspace') return () => run('clear');
  if (key === 'Escape') return () => select(at);
  if (state.format.kind === 'boolean')
    return key === ' ' || key === 'Enter' ? () => state.toggle(at) : undefined;
  if (key === 'F2' || key === 'Enter') return () => edit(at);
  return key.length === 1 && key !== ' ' ? () => edit(at, key) : undefined;
}

function commandOf({ run }: Pressed, letter: string, shift: boolean): (() => void) | undefined {
  const command = letter === 'z' && shift ? 'redo' : byControl[letter];
  return command && (() => run(command));
}

/** Whether an editor has focus, which handles its own keys and clipboard. */
function isTyping({ target }: { readonly target: EventTarget }): boolean {
  return target instanceof HTMLInputElement;
}
