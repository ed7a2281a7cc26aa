import { useState, useSyncExternalStore } from 'react';
import {
  createGrid,
  type GridAsked,
  type GridBlock,
  type GridMemory,
  type GridSnapshot,
  type GridState,
} from '#engine';

/** The state of a grid, made once for its block; under new declarations it goes on as it was left. */
export function useGridState(block: GridBlock, memory?: GridMemory, asked?: GridAsked): GridState {
  const [grid, keep] = useState(() => createGrid(block, memory, asked));
  if (grid.block === block) return grid;
  const next = createGrid(block, memory, grid.snapshot());
  keep(next);
  return next;
}

/** What the person has asked for; draws again at every change of it. */
export function useGridSnapshot(grid: GridState): GridSnapshot {
  return useSyncExternalStore(grid.subscribe, grid.snapshot);
}
