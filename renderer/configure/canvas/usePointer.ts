import { type PointerEvent, type RefObject, useRef } from 'react';
import { pointerOf } from '../../form/pointer.ts';
import { dropAt, type Measured, partAt } from './hit.ts';
import type { Layout, Part } from './layout.ts';
import { widthOf } from './resizing.ts';
import type { Canvas } from './useCanvas.ts';
import type { CanvasActions } from './useCanvasActions.ts';

type Options = {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly line: RefObject<HTMLDivElement | null>;
  readonly canvas: Canvas;
  readonly actions: CanvasActions;
};

type Drag = {
  readonly part: Part;
  readonly boxes: readonly Measured[];
  readonly start: { readonly x: number; readonly y: number };
  readonly resize?: ReturnType<typeof widthOf>;
  isMoving: boolean;
};

/** Pixels that a pointer may tremble during a click. */
const tremble = 4;

/**
 * Selecting, dragging and resizing by pointer. During a drag nothing is rendered: boxes are measured once, and
 * a line shows where the part would go.
 */
export function usePointer({ root, line, canvas, actions }: Options) {
  const drag = useRef<Drag>(undefined);
  const end = () => {
    drag.current = undefined;
    if (line.current) line.current.hidden = true;
    root.current?.removeAttribute('data-dragging');
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const box = root.current;
    if (!box || event.button !== 0) return;
    if (pressTab(box, event, canvas)) return;
    const boxes = measure(box, canvas.layout);
    const handle = handleOf(event);
    const hit = (handle && canvas.selected) || partAt(boxes, at(event))?.part;
    canvas.select(hit);
    if (!hit) return;
    box.focus({ preventScroll: true });
    event.preventDefault();
    // A finger scrolls the page; it drags by the handles.
    if (event.pointerType !== 'mouse' && !handle) return;
    box.setPointerCapture(event.pointerId);
    const resize = handle === 'width' ? widthOf(elementOf(box, hit), hit) : undefined;
    drag.current = { part: hit, boxes, start: at(event), isMoving: false, ...(resize && { resize }) };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const now = drag.current;
    if (!now) return;
    const { x, y } = at(event);
    now.isMoving ||= Math.hypot(x - now.start.x, y - now.start.y) > tremble;
    if (!now.isMoving) return;
    root.current?.setAttribute('data-dragging', now.resize ? 'width' : 'move');
    if (now.resize) now.resize.show(x);
    else drawLine(line.current, root.current, dropAt(now.boxes, now.part, { x, y })?.line);
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const now = drag.current;
    end();
    if (!now?.isMoving) return now?.resize?.restore();
    if (now.resize) {
      const width = now.resize.end(at(event).x);
      if (width !== undefined) actions.setWidth(now.part, width);
      return;
    }
    const drop = dropAt(now.boxes, now.part, at(event));
    if (!drop) return;
    const { line: _, ...spot } = drop;
    actions.moveTo(now.part, spot);
  };
  const cancel = () => {
    const isOn = drag.current?.isMoving === true;
    drag.current?.resize?.restore();
    end();
    return isOn;
  };
  return { handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: cancel }, cancel };
}

/** What the pressed handle of the frame does. */
const handleOf = ({ target }: PointerEvent): string | null | undefined =>
  target instanceof Element ? target.closest('[data-handle]')?.getAttribute('data-handle') : undefined;

const at = ({ clientX, clientY }: PointerEvent) => ({ x: clientX, y: clientY });

/** The element of a part. */
export function elementOf(root: Element, { kind, id }: Part): HTMLElement | null {
  const name = { section: 'data-section', item: 'data-path', column: 'data-column', filter: 'data-filter' }[
    kind
  ];
  const value = kind === 'item' ? pointerOf(id) : id;
  return root.querySelector<HTMLElement>(`[${name}="${CSS.escape(value)}"]`);
}

/** The boxes of all parts, from one pass over the drawn block. */
function measure(root: Element, layout: Layout): readonly Measured[] {
  const drawn = new Map<string, Element>();
  const marked = root.querySelectorAll<HTMLElement>(
    '[data-section], [data-path], [data-column], [data-filter]',
  );
  for (const element of marked) {
    const { section, path, column, filter } = element.dataset;
    const key =
      section !== undefined
        ? `section ${section}`
        : path !== undefined
          ? `item ${path}`
          : column !== undefined
            ? `column ${column}`
            : `filter ${filter}`;
    // The outermost: rows repeat the fields of their forms.
    if (!drawn.has(key)) drawn.set(key, element);
  }
  const boxOf = (part: Part, section?: string): readonly Measured[] => {
    const element = drawn.get(`${part.kind} ${part.kind === 'item' ? pointerOf(part.id) : part.id}`);
    if (!element) return [];
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [{ part, left, top, right, bottom, ...(section !== undefined && { section }) }];
  };
  return [
    ...layout.sections.flatMap(({ id, items }) => [
      ...boxOf({ kind: 'section', id }),
      ...items.flatMap(({ field }) => boxOf({ kind: 'item', id: field }, id)),
    ]),
    ...layout.filters.flatMap(({ path }) => boxOf({ kind: 'filter', id: path })),
    ...layout.columns.flatMap(({ path }) => boxOf({ kind: 'column', id: path })),
  ];
}

function drawLine(
  line: HTMLElement | null,
  root: HTMLElement | null,
  box: { left: number; top: number; right: number; bottom: number } | undefined,
): void {
  if (!line || !root) return;
  line.hidden = box === undefined;
  if (!box) return;
  const origin = root.getBoundingClientRect();
  line.style.translate = `${box.left - origin.left}px ${box.top - origin.top}px`;
  line.style.width = `${Math.max(3, box.right - box.left)}px`;
  line.style.height = `${Math.max(3, box.bottom - box.top)}px`;
}

/** Opens a tab of the form, whose content takes no input on the canvas. */
function pressTab(root: Element, event: PointerEvent, canvas: Canvas): boolean {
  const tab = [...root.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
  });
  if (!tab) return false;
  tab.click();
  const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
  const id = panel?.querySelector('[data-section]')?.getAttribute('data-section');
  if (id) canvas.select({ kind: 'section', id });
  return true;
}
