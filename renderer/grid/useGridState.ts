import { useState, useSyncExternalStore } from 'react';
import {
  createGrid,
  type GridAsked,
  type GridBlock,
  type GridMemory,
  type GridSnapshot,
  type GridState,
} from '#engine';

/** The state of a grid, created once per block; survives new declarations. */
export function useGridState(block: GridBlock, memory?: GridMemory, asked?: GridAsked): GridState {
  const [grid, keep] = useState(() => createGrid(block, memory, asked));
  if (grid.block === block) return grid;
  const next = createGrid(block, memory, grid.snapshot());
  keep(next);
  return next;
}

/** The current choices of the person; renders again on change. */
export function useGridSnapshot(grid: GridState): GridSnapshot {
  return useSyncExternalStore(grid.subscribe, grid.snapshot);
}
