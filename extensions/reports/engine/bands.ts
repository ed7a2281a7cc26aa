/** Splits the items of a page into those below each other and those side by side, by their boxes. */
import type { Box } from './types.ts';

export type Framed = {
  readonly box: Box;
  /** The rectangles that contain it, the outermost first. */
  readonly within?: readonly Box[];
};

/** Differences below a point come from rounding units. */
const tolerance = 1;

const footOf = ({ top, height }: Box): number => top + height;

/** Groups of items that no horizontal line separates, from top to bottom. */
export function bandsOf<Item extends Framed>(
  items: readonly Item[],
  level = 0,
): readonly (readonly Item[])[] {
  const extent = ({ box, within }: Item) => within?.[level] ?? box;
  const sorted = [...items].sort(
    (a, b) => extent(a).top - extent(b).top || a.box.top - b.box.top || a.box.left - b.box.left,
  );
  const bands: Item[][] = [];
  let foot = Number.NEGATIVE_INFINITY;
  for (const item of sorted) {
    const own = extent(item);
    if (own.top >= foot - tolerance) bands.push([item]);
    else bands.at(-1)?.push(item);
    foot = Math.max(foot, footOf(own));
  }
  return bands.flatMap((band) => {
    const frame = band[0]?.within?.[level];
    const isInside = frame && band.every(({ within }) => within?.[level] === frame);
    return isInside ? bandsOf(band, level + 1) : [band];
  });
}

/** Whether one begins below another, each with the rectangle that the other is not in. */
export function isBelow(one: Framed, other: Framed): boolean {
  const [own = [], others = []] = [one.within, other.within];
  let level = 0;
  while (own[level] && own[level] === others[level]) level += 1;
  return (own[level] ?? one.box).top >= footOf(others[level] ?? other.box) - tolerance;
}

/** Groups of overlapping items, such as a frame and the texts in it. */
export function overlapping<Item extends Framed>(items: readonly Item[]): readonly (readonly Item[])[] {
  let groups: (readonly Item[])[] = [];
  for (const item of items) {
    const joined = groups.filter((group) => group.some(({ box }) => cover(box, item.box)));
    groups = [...groups.filter((group) => !joined.includes(group)), [...joined.flat(), item]];
  }
  return groups;
}

const cover = (a: Box, b: Box): boolean =>
  a.top < footOf(b) - tolerance &&
  b.top < footOf(a) - tolerance &&
  a.left < b.left + b.width - tolerance &&
  b.left < a.left + a.width - tolerance;

/** The bounding box of several items. */
export function boxAround(boxes: readonly Box[]): Box {
  const [top, left] = [Math.min(...boxes.map((box) => box.top)), Math.min(...boxes.map((box) => box.left))];
  return {
    ...{ top, left },
    width: Math.max(...boxes.map((box) => box.left + box.width)) - left,
    height: Math.max(...boxes.map(footOf)) - top,
  };
}
