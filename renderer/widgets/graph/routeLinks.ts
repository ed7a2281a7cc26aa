import type { GraphLink } from './layers.ts';

/** A drawn link: line, arrow head and title position, in pixels of the frame. */
export type Line = {
  readonly id: string;
  readonly path: string;
  readonly arrow: string;
  readonly x: number;
  readonly y: number;
  readonly title?: string;
};

type Point = { readonly x: number; readonly y: number };

/** Half the width of an arrow head, in pixels. */
const HEAD = 5;

/** Routes lines between the boxes of a frame: to the right if there is room, else downwards. */
export function routeLinks(frame: HTMLElement, links: readonly GraphLink[]): readonly Line[] {
  const origin = frame.getBoundingClientRect();
  const boxes = new Map(
    [...frame.querySelectorAll<HTMLElement>('[data-node]')].map((box) => [
      box.dataset.node ?? '',
      box.getBoundingClientRect(),
    ]),
  );
  return links.flatMap((link) => {
    const [from, to] = [boxes.get(link.from), boxes.get(link.to)];
    return from && to ? [lineOf(link, within(from, origin), within(to, origin))] : [];
  });
}

function within(box: DOMRect, origin: DOMRect): DOMRect {
  return new DOMRect(box.x - origin.x, box.y - origin.y, box.width, box.height);
}

function lineOf({ from, to, title }: GraphLink, a: DOMRect, b: DOMRect): Line {
  const id = `${from} ${to}`;
  const isAcross = b.left >= a.right;
  const isBack = !isAcross && b.top < a.bottom;
  const start = isAcross ? { x: a.right, y: middle(a).y } : { x: middle(a).x, y: a.bottom };
  const end = isAcross ? { x: b.left, y: middle(b).y } : { x: middle(b).x, y: isBack ? b.bottom : b.top };
  const bend = isAcross ? (end.x - start.x) / 2 : isBack ? HEAD * 6 : (end.y - start.y) / 2;
  const one = isAcross ? { x: start.x + bend, y: start.y } : { x: start.x, y: start.y + bend };
  const two = isAcross
    ? { x: end.x - bend, y: end.y }
    : { x: end.x, y: isBack ? end.y + bend : end.y - bend };
  const path = `M${at(start)} C${at(one)} ${at(two)} ${at(end)}`;
  const middleX = (start.x + 3 * one.x + 3 * two.x + end.x) / 8;
  const middleY = (start.y + 3 * one.y + 3 * two.y + end.y) / 8;
  const headings = isAcross ? { x: -1, y: 0 } : { x: 0, y: isBack ? 1 : -1 };
  return { id, path, arrow: headAt(end, headings), x: middleX, y: middleY, title };
}

/** A triangle with its tip at `end`; `back` points to where the line comes from. */
function headAt(end: Point, back: Point): string {
  const base = { x: end.x + back.x * HEAD * 1.6, y: end.y + back.y * HEAD * 1.6 };
  const side = { x: back.y * HEAD, y: back.x * HEAD };
  const one = { x: base.x + side.x, y: base.y + side.y };
  const two = { x: base.x - side.x, y: base.y - side.y };
  return `M${at(end)} L${at(one)} L${at(two)} Z`;
}

const middle = (box: DOMRect): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
const at = ({ x, y }: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`;
