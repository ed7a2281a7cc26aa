import { type PointerEvent, useRef, useState } from 'react';
import type { Spot, Spots } from './layoutGraph.ts';

type Drag = {
  readonly kind: 'move' | 'draw';
  readonly name: string;
  readonly start: Spot;
  readonly at: Spot;
};

type Options = {
  readonly spots: Spots;
  readonly move: (name: string, to: Spot) => void;
  /** Absent: nothing can be drawn. */
  readonly draw: ((from: string, to: string) => void) | undefined;
};

/** Pixels before a press becomes a drag. */
const threshold = 4;

/** Moves states by the pointer, and draws steps from their handles. */
export function usePointer({ spots, move, draw }: Options) {
  const [drag, setDrag] = useState<Drag>();
  const wasDragged = useRef(false);
  const at = ({ clientX, clientY }: PointerEvent): Spot => ({ x: clientX, y: clientY });
  const begin = (kind: Drag['kind'], name: string) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    wasDragged.current = false;
    setDrag({ kind, name, start: at(event), at: at(event) });
    if (kind === 'draw') event.stopPropagation();
  };
  const go = (event: PointerEvent) => {
    if (!drag) return;
    const next = { ...drag, at: at(event) };
    if (Math.hypot(next.at.x - drag.start.x, next.at.y - drag.start.y) > threshold) wasDragged.current = true;
    setDrag(next);
  };
  const end = (event: PointerEvent) => {
    if (!drag) return;
    setDrag(undefined);
    if (!wasDragged.current) return;
    if (drag.kind === 'move') return move(drag.name, shifted(drag));
    const target = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((one) => one.closest<HTMLElement>('[data-state]')?.dataset.state)
      .find((name) => name !== undefined);
    if (target !== undefined) draw?.(drag.name, target);
  };
  const shifted = ({ name, start, at: now }: Drag): Spot => {
    const spot = spots[name] ?? { x: 0, y: 0 };
    return { x: spot.x + now.x - start.x, y: spot.y + now.y - start.y };
  };
  return {
    begin,
    handlers: { onPointerMove: go, onPointerUp: end, onPointerCancel: () => setDrag(undefined) },
    /** The states as they are drawn now. */
    shown: drag?.kind === 'move' ? { ...spots, [drag.name]: shifted(drag) } : spots,
    line: drag?.kind === 'draw' ? { from: drag.name, to: shifted(drag) } : undefined,
    /** Whether the press that ends now was a drag; then it selects nothing. */
    wasDragged: () => wasDragged.current,
  };
}
