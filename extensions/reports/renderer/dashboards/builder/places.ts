/** Order and size of panels. */
import type { Panel } from '../types.ts';

export const columnsOfPage = 12;
const [leastWidth, mostHeight] = [2, 6];

/** Moves a panel; returns the same array if it is already there. */
export function moved(panels: readonly Panel[], id: string, to: number): readonly Panel[] {
  const from = panels.findIndex(({ Id }) => Id === id);
  const place = Math.max(0, Math.min(panels.length - 1, to));
  const panel = panels[from];
  if (!panel || from === place) return panels;
  const rest = panels.filter(({ Id }) => Id !== id);
  return [...rest.slice(0, place), panel, ...rest.slice(place)];
}

type Size = { readonly width: number; readonly height: number };

export function resized(panels: readonly Panel[], id: string, { width, height }: Size): readonly Panel[] {
  const Width = Math.max(leastWidth, Math.min(columnsOfPage, Math.round(width)));
  const Height = Math.max(1, Math.min(mostHeight, Math.round(height)));
  return panels.map((panel) =>
    panel.Id !== id || (panel.Width === Width && panel.Height === Height)
      ? panel
      : { ...panel, Width, Height },
  );
}

export const sizeOf = ({ Width, Height }: Panel): Size => ({ width: Width ?? 6, height: Height ?? 2 });
