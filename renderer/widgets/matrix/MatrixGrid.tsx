import { type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import { areaOf, type CellPlace, type Matrix, within } from '#engine';
import type { WidgetProps } from '../types.ts';
import { MatrixHead, MatrixRow } from './MatrixRow.tsx';
import styles from './matrix.module.css';
import type { MatrixFormat } from './matrixFormat.ts';
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
  /** Given the state of the grid, for the buttons and the list around it. */
  readonly children: (state: GridState, grid: React.ReactNode) => React.ReactNode;
};

/** Sizes in pixels, alike for all, so that any place is known without drawing what is before it. */
export const sizes = { row: 34, head: 44, column: 124, label: 190 };

/** The cells in sight, in both directions; one of them has the focus and keeps it wherever the view goes. */
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
    pageRows: () =>
      Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - sizes.head) / sizes.row) - 1),
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
  const area = areaOf(state.selection);
  const shared = { grid, state, area, window, width: across.getTotalSize() };
  const table = (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot draw only the cells in sight in both directions
    <div
      ref={scroller}
      role="grid"
      className={styles.scroller}
      aria-labelledby={props.labelledBy}
      aria-label={props.labelledBy ? undefined : props.label}
      aria-rowcount={rows.ids.length + 1}
      aria-colcount={columns.ids.length + 1}
      aria-readonly={props.isReadOnly || undefined}
      aria-multiselectable="true"
      tabIndex={-1}
      id={props.inputId}
      {...handlersOf(state, onLeave)}
    >
      <div
        role="presentation"
        className={styles.canvas}
        style={{ height: down.getTotalSize(), width: shared.width }}
      >
        <MatrixHead {...shared} titles={titles} />
        {down.getVirtualItems().map((item) => (
          <MatrixRow
            key={rows.ids[item.index]}
            {...shared}
            item={item}
            label={rows.labels[item.index] ?? ''}
          />
        ))}
      </div>
    </div>
  );
  return children(state, table);
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

/** Gives the focus to the cell that shall have it as soon as it is drawn: a far one comes with the next scroll. */
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
    overscan: 4,
    rangeExtractor: (range) => inSight(range, active.current.row),
  });
  const across = useVirtualizer({
    horizontal: true,
    count: matrix.columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => sizes.column,
    paddingStart: sizes.label,
    scrollPaddingStart: sizes.label,
    overscan: 2,
    rangeExtractor: (range) => inSight(range, active.current.column),
  });
  return [down, across];
}

/** What is in sight and a little around it, and the one with the focus, which would lose it otherwise. */
function inSight({ startIndex, endIndex, overscan, count }: Range, active: number): number[] {
  const from = Math.max(0, startIndex - overscan);
  const to = Math.min(count - 1, endIndex + overscan);
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  if (active >= count || (active >= from && active <= to)) return shown;
  return active < from ? [active, ...shown] : [...shown, active];
}
