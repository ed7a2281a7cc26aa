import type { KeyboardEvent } from 'react';
import { keyOf, type Part, partsIn, sectionAt } from './layout.ts';
import type { Canvas } from './useCanvas.ts';
import type { CanvasActions } from './useCanvasActions.ts';

type Options = {
  readonly canvas: Canvas;
  readonly actions: CanvasActions;
  /** Goes to the settings of the selected part. */
  readonly onOpen: () => void;
  /** Ends a drag; says whether there was one. */
  readonly onEscape: () => boolean;
};

/** Arrow keys select, Alt moves, Shift changes the width, Enter opens, Delete removes. */
export function useCanvasKeys({ canvas, actions, onOpen, onEscape }: Options) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const run = commandOf(event, { canvas, actions, onOpen, onEscape });
    if (!run) return;
    event.preventDefault();
    run();
  };
}

function commandOf(event: KeyboardEvent, { canvas, actions, onOpen, onEscape }: Options) {
  const { selected } = canvas;
  const by = steps[event.key];
  if (event.key === 'Escape') return () => void (onEscape() || canvas.select(undefined));
  if (by && event.altKey) return selected && (() => actions.move(selected, by));
  if (by && event.shiftKey) return () => widen(canvas, actions, by);
  if (by) return () => go(canvas, neighbour(canvas, by));
  if (event.key === 'Home') return () => go(canvas, partsIn(canvas.layout)[0]);
  if (event.key === 'End') return () => go(canvas, partsIn(canvas.layout).at(-1));
  if (event.key === 'Enter') return selected && onOpen;
  if (event.key === 'Delete' || event.key === 'Backspace')
    return selected && (() => actions.remove(selected));
  return undefined;
}

const steps: Readonly<Record<string, -1 | 1 | undefined>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
};

function neighbour({ layout, selected }: Canvas, by: -1 | 1): Part | undefined {
  const parts = partsIn(layout);
  if (!selected) return by > 0 ? parts[0] : parts.at(-1);
  const at = parts.findIndex((part) => keyOf(part) === keyOf(selected));
  return parts[at + by] ?? selected;
}

function go(canvas: Canvas, part: Part | undefined): void {
  if (part) canvas.select(part);
}

function widen({ selected, layout }: Canvas, actions: CanvasActions, by: -1 | 1): void {
  if (selected?.kind === 'column') {
    const width = layout.columns.find(({ path }) => path === selected.id)?.width ?? 160;
    actions.setWidth(selected, Math.min(1200, Math.max(40, width + 16 * by)));
  }
  if (selected?.kind !== 'item') return;
  const section = sectionAt(layout, selected);
  const item = section?.items.find(({ field }) => field === selected.id);
  if (!section || !item) return;
  const now = item.twelfths ?? Math.min(12, (12 / section.columns) * item.span);
  actions.setWidth(selected, Math.min(12, Math.max(1, now + by)));
}
