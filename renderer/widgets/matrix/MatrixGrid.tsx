import { type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { areaOf, type CellPlace, type Matrix, within } from '#engine';
import { useOverscan } from '../../data/printing.ts';
import type { WidgetProps } from '../types.ts';
import { CellEditor } from './CellEditor.tsx';
import { sizes } from './gridSizes.ts';
import { MatrixHead, MatrixRow } from './MatrixRow.tsx';
import { matrixWords } from './MatrixWords.ts';
import styles from './matrix.module.css';
import type { MatrixFormat } from './matrixFormat.ts';
import { valueLabel } from './matrixOptions.ts';
import { pointerHandlers } from './pointerHandlers.ts';
import type { Axis } from './useAxis.ts';
import { type GridState, useGridKeys } from './useGridKeys.ts';

export type GridProps = {
  readonly props: WidgetProps;
  readonly matrix: Matrix;
  readonly format: MatrixFormat;
  readonly columns: Axis;
  readonly rows: Axis;
  readonly titles: { readonly columns: string; readonly rows: string };
  readonly onLeave: () => void;
  /** Receives the grid state, for the buttons and the list around it. */
  readonly children: (state: GridState, grid: React.ReactNode) => React.ReactNode;
};

/** A grid virtualized in both directions; the focused cell stays rendered wherever the view scrolls. */
export function MatrixGrid(grid: GridProps) {
  const { props, matrix, format, columns, rows, titles, onLeave, children } = grid;
  const scroller = useRef<HTMLDivElement>(null);
  const wanted = useRef<CellPlace>(undefined);
  const active = useRef<CellPlace>({ row: 0, column: 0 });
  const [down, across] = useWindows({ scroller, matrix, active });
  const state = useGridKeys({
    props,
    matrix,
    format,
    pageRows: () => rowsInSight(scroller.current),
    focus: (to) => {
      const at = within(to, { rows: rows.ids.length, columns: columns.ids.length, pageRows: 0 });
      active.current = at;
      wanted.current = at;
      down.scrollToIndex(at.row);
      across.scrollToIndex(at.column);
    },
  });
  useFocus({ scroller, wanted, isEditing: state.editing !== undefined });
  const window = across.getVirtualItems();
  const width = across.getTotalSize();
  const { isReadOnly } = props;
  const words = useWords(props);
  const headed = { columns: titles.columns || props.label, rows: titles.rows };
  const table = (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be virtualized in both directions
    <div
      ref={scroller}
      role="grid"
      className={styles.scroller}
      aria-labelledby={props.labelledBy}
      aria-label={props.label || `${titles.rows}, ${titles.columns}`}
      aria-rowcount={rows.ids.length + 1}
      aria-colcount={columns.ids.length + 1}
      aria-readonly={isReadOnly || undefined}
      aria-multiselectable="true"
      tabIndex={-1}
      id={props.inputId}
      {...handlersOf(state, onLeave)}
      {...pointerHandlers({ state, format, rows: rows.ids.length, columns: columns.ids.length })}
    >
      <div role="presentation" className={styles.canvas} style={{ height: down.getTotalSize(), width }}>
        <MatrixHead columns={columns} titles={useSame(headed)} window={window} width={width} />
        {down.getVirtualItems().map(({ index, start }) => (
          <MatrixRow
            key={rows.ids[index]}
            {...{ matrix, format, words, isReadOnly, width, window }}
            {...chosenIn(state, index)}
            row={index}
            label={rows.labels[index] ?? ''}
            top={start}
            editor={editorIn(grid, state, index)}
          />
        ))}
      </div>
    </div>
  );
  return children(state, table);
}

function useWords(props: WidgetProps) {
  const { message: say } = props;
  const label = valueLabel(props);
  return useMemo(() => matrixWords(say, label), [say, label]);
}

/** Rows per page key. */
function rowsInSight(scroller: HTMLDivElement | null): number {
  return Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - sizes.head) / sizes.row) - 1);
}

/** A stable object while its JSON stays the same. */
function useSame<Value extends object>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text), [text]);
}

/** Selection, focus and editor position within one row. */
function chosenIn({ selection, editing }: GridState, row: number) {
  const { top, bottom, left, right } = areaOf(selection);
  const isIn = row >= top && row <= bottom;
  return {
    left: isIn ? left : none,
    right: isIn ? right : none,
    active: selection.to.row === row ? selection.to.column : none,
    edited: editing?.at.row === row ? editing.at.column : none,
  };
}

const none = -1;

function editorIn({ props, columns, rows }: GridProps, { editing, endEdit }: GridState, row: number) {
  if (editing?.at.row !== row) return undefined;
  const { at, text } = editing;
  const names = { row: rows.labels[row] ?? '', column: columns.labels[at.column] ?? '' };
  return <CellEditor {...{ at, text }} label={props.message('ui.matrix.cell', names)} onEnd={endEdit} />;
}

function handlersOf({ onKeyDown, onCopy, onCut, onPaste }: GridState, onLeave: () => void) {
  const onBlur = ({ currentTarget, relatedTarget }: React.FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onLeave();
  };
  return { onKeyDown, onCopy, onCut, onPaste, onBlur };
}

type Focus = {
  readonly scroller: React.RefObject<HTMLDivElement | null>;
  readonly wanted: React.RefObject<CellPlace | undefined>;
  readonly isEditing: boolean;
};

/** Focuses the wanted cell once it is drawn, which may be after the next scroll. */
function useFocus({ scroller, wanted, isEditing }: Focus): void {
  useLayoutEffect(() => {
    const at = isEditing ? undefined : wanted.current;
    const cell = at && scroller.current?.querySelector<HTMLElement>(`[data-place="${at.row}-${at.column}"]`);
    if (!cell) return;
    wanted.current = undefined;
    cell.focus({ preventScroll: true });
  });
}

type Windows = {
  readonly scroller: React.RefObject<HTMLDivElement | null>;
  readonly matrix: Matrix;
  readonly active: React.RefObject<CellPlace>;
};
type Window = Virtualizer<HTMLDivElement, Element>;

function useWindows({ scroller, matrix, active }: Windows): readonly [Window, Window] {
  const down = useVirtualizer({
    count: matrix.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => sizes.row,
    paddingStart: sizes.head,
    scrollPaddingStart: sizes.head,
    overscan: useOverscan(4),
    rangeExtractor: (range) => inSight(range, active.current.row),
  });
  const across = useVirtualizer({
    horizontal: true,
    count: matrix.columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => sizes.column,
    paddingStart: sizes.label,
    scrollPaddingStart: sizes.label,
    overscan: useOverscan(2),
    rangeExtractor: (range) => inSight(range, active.current.column),
  });
  return [down, across];
}

/** Visible indexes with overscan, plus the focused one, which must stay mounted. */
function inSight({ startIndex, endIndex, overscan, count }: Range, active: number): number[] {
  const from = Math.max(0, startIndex - overscan);
  const to = Math.min(count - 1, endIndex + overscan);
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  if (active >= count || (active >= from && active <= to)) return shown;
  return active < from ? [active, ...shown] : [...shown, active];
}
