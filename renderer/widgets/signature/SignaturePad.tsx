import { type PointerEvent, useRef, useState } from 'react';
import { drawingOf, type Stroke, signatureArea, strokesOf } from '#engine';
import { Ink } from './Ink.tsx';
import styles from './signature.module.css';

type Props = {
  readonly drawing: string;
  readonly name: string;
  readonly label: string;
  readonly isInvalid: boolean;
  readonly onDraw: (drawing: string) => void;
};

/** Where people draw with a mouse, a finger or a pen; the keyboard signs with the name beside it. */
export function SignaturePad({ drawing, name, label, isInvalid, onDraw }: Props) {
  const [current, setCurrent] = useState<Stroke>();
  const drawn = useRef<Stroke>(undefined);
  const show = (stroke: Stroke | undefined) => {
    drawn.current = stroke;
    setCurrent(stroke);
  };
  const start = (event: PointerEvent<HTMLElement>) => {
    if (!event.isPrimary || event.button !== 0) return;
    // Nothing is selected or dragged instead; the focus stays where it was.
    event.preventDefault();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    show([pointOf(event, event.currentTarget)]);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!drawn.current || !event.isPrimary) return;
    const { nativeEvent, currentTarget } = event;
    const moves = nativeEvent.getCoalescedEvents?.() ?? [];
    const points = (moves.length > 0 ? moves : [nativeEvent]).map((one) => pointOf(one, currentTarget));
    show([...drawn.current, ...points]);
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    if (!drawn.current || !event.isPrimary) return;
    onDraw(drawingOf([...strokesOf(drawing), drawn.current]));
    show(undefined);
  };
  return (
    <div
      className={styles.pad}
      data-state={isInvalid ? 'invalid' : 'idle'}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <Ink {...{ drawing, name, label, current }} />
    </div>
  );
}

/** Within the area, whatever the size on the screen. */
function pointOf({ clientX, clientY }: { clientX: number; clientY: number }, area: Element) {
  const box = area.getBoundingClientRect();
  const { width, height } = signatureArea;
  const within = (share: number, most: number) => Math.min(most, Math.max(0, share * most));
  return [
    within((clientX - box.left) / (box.width || 1), width),
    within((clientY - box.top) / (box.height || 1), height),
  ] as const;
}
