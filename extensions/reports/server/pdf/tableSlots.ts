/** Where the columns of a table are: on the page, or on further pages to the right of it. */

/** A stretch of a line on one of the pages beside each other. */
export type Slot = { readonly across: number; readonly x: number; readonly width: number };

type Wide = {
  readonly left: number;
  readonly widths: readonly number[];
  /** So many of the first columns are row headers, which every page repeats. */
  readonly headers: number;
  readonly room: number;
  /** Others are beside it: it is not moved to the left to fit on the page. */
  readonly isFixed?: boolean;
};

/** A point more is a rounding of units, not a further page. */
const tolerance = 1;

/** Columns are never cut: one that does not fit begins the next page. */
export function tableSlots({ left, widths, headers, room, isFixed = false }: Wide): readonly Slot[] {
  const wide = sum(widths);
  const repeated = sum(widths.slice(0, headers)) < room / 2 ? headers : 0;
  const isMoved = !isFixed && left + wide > room + tolerance;
  let across = isFixed ? Math.max(0, Math.floor((left + tolerance) / room)) : 0;
  let x = isMoved ? Math.max(0, Math.min(left, room - wide)) : Math.max(0, left - (across && across * room));
  return widths.map((width, at) => {
    const isFirst = x === 0 || (across > 0 && at > 0 && x === sum(widths.slice(0, repeated)));
    if (x + width > room + tolerance && !isFirst) {
      across += 1;
      x = sum(widths.slice(0, repeated));
    }
    const slot = { across, x, width: Math.min(width, room - x) };
    x += width;
    return slot;
  });
}

/** The parts of a cell that spans several columns: one on each page that they are on. */
export function joined(slots: readonly Slot[]): readonly Slot[] {
  const found: { across: number; x: number; width: number }[] = [];
  for (const { across, x, width } of slots) {
    const last = found.at(-1);
    if (last?.across === across) last.width = x + width - last.x;
    else found.push({ across, x, width });
  }
  return found;
}

/** Where an item is that begins to the right of the page. */
export function itemSlot({
  left,
  width,
  room,
}: {
  readonly left: number;
  readonly width: number;
  readonly room: number;
}): Slot {
  let across = Math.max(0, Math.floor((left + tolerance) / room));
  let x = Math.max(0, left - across * room);
  // One that the edge would cut is on the next page, where it fits.
  if (x + width > room + tolerance && x > 0 && width <= room) [across, x] = [across + 1, 0];
  return { across, x, width: Math.min(width, room - x) };
}

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0);
