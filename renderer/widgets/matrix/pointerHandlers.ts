import type { MouseEvent, PointerEvent } from 'react';
import type { CellPlace } from '#engine';
import type { MatrixFormat } from './matrixFormat.ts';
import type { GridState } from './useGridKeys.ts';

type Grid = {
  readonly state: GridState;
  readonly format: MatrixFormat;
  readonly rows: number;
  readonly columns: number;
};

/** Delegated pointer handlers for all cells and headings. */
export function pointerHandlers({ state, format, rows, columns }: Grid) {
  const choose = ({ row, column }: Partial<CellPlace>) => {
    if (row !== undefined) state.selectAll({ from: { row, column: columns - 1 }, to: { row, column: 0 } });
    if (column !== undefined) state.selectAll({ from: { row: rows - 1, column }, to: { row: 0, column } });
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      const heading = headingOf(event.target);
      if (heading) return choose(heading);
      const at = placeOf(event.target);
      if (at && event.button === 0 && !isTypedIn(state, at)) state.select(at, event.shiftKey);
    },
    onPointerOver: (event: PointerEvent) => {
      const at = event.buttons === 1 && !state.editing ? placeOf(event.target) : undefined;
      const { to } = state.selection;
      if (at && (at.row !== to.row || at.column !== to.column)) state.select(at, true);
    },
    // A press on a heading selects its cells, one of which gets the focus.
    onMouseDown: (event: MouseEvent) => {
      if (headingOf(event.target)) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      const at = format.kind === 'boolean' ? placeOf(event.target) : undefined;
      if (at) state.toggle(at);
    },
    onDoubleClick: (event: MouseEvent) => {
      const at = placeOf(event.target);
      if (at && !isTypedIn(state, at)) state.edit(at);
    },
  };
}

function isTypedIn({ editing }: GridState, { row, column }: CellPlace): boolean {
  return editing?.at.row === row && editing.at.column === column;
}

function placeOf(target: EventTarget): CellPlace | undefined {
  const place = datasetAt(target, '[data-place]')?.place;
  const [row, column] = (place ?? '').split('-').map(Number);
  return place === undefined || row === undefined || column === undefined ? undefined : { row, column };
}

function headingOf(target: EventTarget): Partial<CellPlace> | undefined {
  const data = datasetAt(target, '[data-row-heading], [data-column-heading]');
  if (data?.rowHeading !== undefined) return { row: Number(data.rowHeading) };
  return data?.columnHeading === undefined ? undefined : { column: Number(data.columnHeading) };
}

function datasetAt(target: EventTarget, selector: string): DOMStringMap | undefined {
  return target instanceof Element ? target.closest<HTMLElement>(selector)?.dataset : undefined;
}
