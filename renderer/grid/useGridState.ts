import { useState, useSyncExternalStore } from 'react';
import { createGrid, type GridBlock, type GridMemory, type GridSnapshot, type GridState } from '#engine';

/** The state of a grid, made once for its block. */
export function useGridState(block: GridBlock, memory?: GridMemory): GridState {
  const [grid] = useState(() => createGrid(block, memory));
  return grid;
}

/** What the person has asked for; draws again at every change of it. */
export function useGridSnapshot(grid: GridState): GridSnapshot {
  return useSyncExternalStore(grid.subscribe, grid.snapshot);
}
