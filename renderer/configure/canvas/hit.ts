/** Finds parts and drop places by their boxes, measured once per drag. */
import type { Part, Spot } from './layout.ts';

export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};
export type Measured = Box & { readonly part: Part /** Of an item. */; readonly section?: string };
type Point = { readonly x: number; readonly y: number };

const contains = ({ left, top, right, bottom }: Box, { x, y }: Point): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

const isShown = ({ left, right, top, bottom }: Box): boolean => right > left && bottom > top;

/** The innermost part at a point. */
export function partAt(boxes: readonly Measured[], point: Point): Measured | undefined {
  const found = boxes.filter((box) => isShown(box) && contains(box, point));
  return found.find(({ part }) => part.kind !== 'section') ?? found.at(-1);
}

export type Drop = Spot & { /** The line that shows the place. */ readonly line: Box };

/** Where a dragged part would go; undefined where it cannot. */
export function dropAt(boxes: readonly Measured[], dragged: Part, point: Point): Drop | undefined {
  if (dragged.kind === 'item') return dropOfItem(boxes, dragged, point);
  const alike = boxes.filter((box) => box.part.kind === dragged.kind && isShown(box));
  const isAcross = dragged.kind !== 'section';
  const before = alike.filter((box) =>
    isAcross ? (box.left + box.right) / 2 < point.x : (box.top + box.bottom) / 2 < point.y,
  );
  const last = before.at(-1);
  const first = alike[0];
  if (!first) return undefined;
  const box = last ?? first;
  const line = isAcross ? beside(box, last ? 'end' : 'start') : below(box, last ? 'end' : 'start');
  return after(dragged, before.filter(({ part }) => part.id !== dragged.id).at(-1)?.part.id ?? '', line);
}

const after = ({ id }: Part, neighbour: string, line: Box): Drop | undefined =>
  neighbour === id ? undefined : { after: neighbour, line };

function dropOfItem(boxes: readonly Measured[], dragged: Part, point: Point): Drop | undefined {
  const sections = boxes.filter((box) => box.part.kind === 'section' && isShown(box));
  const section = sections.find((box) => contains(box, point)) ?? nearest(sections, point);
  if (!section) return undefined;
  const id = section.part.id;
  const items = boxes.filter((box) => box.section === id && isShown(box));
  const over = items.find((box) => contains(box, point)) ?? nearest(items, point);
  if (!over) return { section: id, after: '', line: below(section, 'end') };
  const isRow = items.some((box) => box !== over && Math.abs(box.top - over.top) < 4);
  const isAfter = isRow
    ? point.x > (over.left + over.right) / 2 || point.y > over.bottom
    : point.y > (over.top + over.bottom) / 2;
  const others = items.filter(({ part }) => part.id !== dragged.id);
  const at = others.indexOf(over);
  // Over itself, it stays after the one before it.
  const index = at < 0 ? items.indexOf(over) - 1 : isAfter ? at : at - 1;
  const line = isRow ? beside(over, isAfter ? 'end' : 'start') : below(over, isAfter ? 'end' : 'start');
  return { section: id, after: others[index]?.part.id ?? '', line };
}

function nearest(boxes: readonly Measured[], { x, y }: Point): Measured | undefined {
  const distance = ({ left, right, top, bottom }: Box) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  return boxes.reduce<Measured | undefined>(
    (best, box) => (best && distance(best) <= distance(box) ? best : box),
    undefined,
  );
}

function beside({ left, right, top, bottom }: Box, edge: 'start' | 'end'): Box {
  const x = edge === 'end' ? right : left;
  return { left: x, right: x, top, bottom };
}

function below({ left, right, top, bottom }: Box, edge: 'start' | 'end'): Box {
  const y = edge === 'end' ? bottom : top;
  return { left, right, top: y, bottom: y };
}
