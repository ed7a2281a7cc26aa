/** A line of a table: how high it is, and how it is drawn, on one page or on several beside each other. */
import type { CellPart, Line, LineCell, ShownImage } from '#extensions/reports/engine';
import { drawChart } from './drawChart.ts';
import { jump } from './drawItems.ts';
import type { PdfFonts } from './PdfFonts.ts';
import { isKnownColor, penOf, shareAbove } from './PdfInk.ts';
import type { Drawing } from './TaggedPages.ts';
import { joined, type Slot } from './tableSlots.ts';
import { wrapText } from './wrapText.ts';

const usualSize = 8.5;
const [padding, mostLines, leading] = [3, 30, 1.25];

type Part = { readonly slot: Slot; readonly lines: readonly string[] };
type MeasuredCell = {
  readonly cell: LineCell;
  readonly size: number;
  /** One on each page that the cell is on. */
  readonly parts: readonly Part[];
  /** Of a rectangle: its texts, each with its own lines and moved down by what grew above it. */
  readonly inner: readonly {
    readonly part: CellPart;
    readonly top: number;
    readonly lines: readonly string[];
  }[];
};
export type Measured = { readonly cells: readonly MeasuredCell[]; readonly height: number };

type Room = { readonly slots: readonly Slot[]; readonly isFirstOnPage: boolean; readonly most: number };

export function measureLine(fonts: PdfFonts, line: Line, { slots, isFirstOnPage, most }: Room): Measured {
  let at = 0;
  const cells = line.cells(isFirstOnPage).map((cell): MeasuredCell => {
    const own = joined(slots.slice(at, at + cell.span));
    at += cell.span;
    const size = cell.style.size ?? usualSize;
    const letters = cell.style.bold ? fonts.bold : fonts.plain;
    const lines = ({ width }: Slot) =>
      cell.text === '' || cell.parts
        ? []
        : wrapText(cell.text, { letters, size, width: Math.max(4, width - 2 * padding), most: mostLines });
    return {
      cell,
      size,
      parts: own.map((slot) => ({ slot, lines: lines(slot) })),
      inner: innerOf(cell, fonts),
    };
  });
  const needed = Math.max(
    ...cells.flatMap(({ parts, size }) =>
      parts.map(({ lines }) => lines.length * size * leading + 2 * padding),
    ),
    ...cells.flatMap(({ inner }) => inner.map((one) => one.top + heightOf(one))),
    line.height,
  );
  return { cells, height: Math.min(needed, most) };
}

type Inner = MeasuredCell['inner'][number];

const heightOf = ({ part, lines }: Inner): number =>
  Math.max(
    part.image || part.chart ? part.box.height : 0,
    lines.length * (part.style.size ?? 10) * leading + 2,
  );

function innerOf({ parts = [] }: LineCell, fonts: PdfFonts): readonly Inner[] {
  const sorted = [...parts].sort((a, b) => a.box.top - b.box.top);
  const found: Inner[] = [];
  for (const part of sorted) {
    const letters = part.style.bold ? fonts.bold : fonts.plain;
    const room = {
      letters,
      size: part.style.size ?? 10,
      width: Math.max(4, part.box.width - 4),
      most: mostLines,
    };
    const lines = part.text === '' ? [] : wrapText(part.text, room);
    // What grew above it, and is not beside it, moves it down.
    const above = found.filter((one) => one.part.box.top + one.part.box.height <= part.box.top + 1);
    const grown = Math.max(
      0,
      ...above.map((one) => one.top - one.part.box.top + heightOf(one) - one.part.box.height),
    );
    found.push({ part, lines, top: part.box.top + grown });
  }
  return found;
}

export const imagesOf = ({ cells }: Measured): readonly ShownImage[] =>
  cells.flatMap(({ cell: { image, parts = [] } }) => [
    ...(image && parts.length === 0 ? [image] : []),
    ...parts.flatMap((part) => part.image ?? []),
  ]);

type Place = {
  readonly left: number;
  readonly y: number;
  readonly isHead: boolean;
  /** Repeated on a further page: read out once only. */
  readonly isAgain: boolean;
  readonly headers: number;
  readonly isRuled: boolean;
  readonly slots: readonly Slot[];
};

export function drawLine(of: Drawing, { cells, height }: Measured, place: Place): void {
  const { pages, tagged } = of;
  if (!place.isAgain) tagged.beginRow();
  const whole = new Map<number, Drawn[]>();
  for (const [at, one] of cells.entries())
    for (const part of one.parts) {
      const drawn = { one, part, height, place };
      const { across } = part.slot;
      decorate(of, drawn);
      const draw = () => drawCell(of, drawn);
      if (place.isAgain) pages.across(across).artifact(draw);
      else if (tagged.isFull) whole.set(across, [...(whole.get(across) ?? []), drawn]);
      else tagged.cell(place.isHead, across, draw);
      // Row headers are on each page that the table continues on.
      if (at < place.headers) repeatHeader(of, drawn);
    }
  for (const [across, all] of whole)
    tagged.line(across, () => {
      for (const drawn of all) drawCell(of, drawn);
    });
}

type Drawn = {
  readonly one: MeasuredCell;
  readonly part: Part;
  readonly height: number;
  readonly place: Place;
};

function repeatHeader(of: Drawing, drawn: Drawn): void {
  const { slots, headers } = drawn.place;
  const last = slots.at(-1)?.across ?? 0;
  // Repeated only where room was left for them.
  const offset = slots[0]?.x ?? 0;
  const start = slots.find(({ across }, at) => across > 0 && at >= headers)?.x ?? 0;
  if (start === 0) return;
  for (let across = 1; across <= last; across += 1) {
    const slot = { ...drawn.part.slot, across, x: drawn.part.slot.x - offset };
    const again = { ...drawn, part: { ...drawn.part, slot } };
    decorate(of, again);
    of.pages.across(across).artifact(() => drawCell(of, again));
  }
}

/** Its background, and the rule under it. */
function decorate({ pages }: Drawing, { one: { cell }, part: { slot }, height, place }: Drawn): void {
  const ink = pages.across(slot.across);
  const [x, foot] = [place.left + slot.x, place.y + height];
  const { background } = cell.style;
  ink.artifact(() => {
    if (background && isKnownColor(background))
      ink.fill({ x, y: place.y, width: slot.width, height }, background);
    if (place.isRuled)
      ink.stroke(
        [
          [x, foot],
          [x + slot.width, foot],
        ],
        place.isHead ? '#404040' : '#d9d9d9',
        place.isHead ? 0.8 : 0.4,
      );
    ink.borders({ x, y: place.y, width: slot.width, height }, cell.style.borders);
  });
}

function drawCell(of: Drawing, { one, part: { slot, lines }, height, place }: Drawn): void {
  const { cell, size, inner } = one;
  const ink = of.pages.across(slot.across);
  const [x, y] = [place.left + slot.x, place.y];
  const { align = isNumber(cell) ? 'right' : 'left', bold = false } = cell.style;
  const letters = bold ? of.fonts.bold : of.fonts.plain;
  const pen = penOf(cell.style, size);
  const down = Math.max(0, height - 2 * padding - lines.length * size * leading) * shareAbove(cell.style);
  for (const [index, text] of lines.entries()) {
    const free = slot.width - 2 * padding - letters.width(text, size);
    const indent = align === 'right' ? free : align === 'center' ? free / 2 : 0;
    ink.write(
      text,
      { x: x + padding + indent, y: y + padding + down + size * (index * leading + 0.95) },
      pen,
    );
  }
  const within = {
    ...{ x: x + 1, y: y + 1 },
    ...{ width: Math.max(1, slot.width - 2), height: Math.max(1, height - 2) },
  };
  const picture = cell.image && inner.length === 0 ? of.pages.pictured(cell.image, within) : undefined;
  if (picture) ink.image(picture.name, picture.area);
  if (cell.chart && inner.length === 0) drawChart(ink, of.fonts, cell.chart, within);
  for (const line of inner) drawInner(of, line, { x, y, across: slot.across });
  jump(of, cell.jumps, { area: { x, y, width: slot.width, height }, across: slot.across });
}

function drawInner(
  of: Drawing,
  { part, top, lines }: Inner,
  { x, y, across }: { readonly x: number; readonly y: number; readonly across: number },
): void {
  const ink = of.pages.across(across);
  const { size = 10, bold = false, align, background, borders } = part.style;
  const ground = { x: x + part.box.left, y: y + top, width: part.box.width, height: part.box.height };
  if (background && isKnownColor(background)) ink.fill(ground, background);
  ink.borders(ground, borders);
  const letters = bold ? of.fonts.bold : of.fonts.plain;
  const pen = penOf(part.style, size);
  const down = Math.max(0, part.box.height - lines.length * size * leading) * shareAbove(part.style);
  for (const [index, text] of lines.entries()) {
    const free = part.box.width - 4 - letters.width(text, size);
    const indent = align === 'right' ? free : align === 'center' ? free / 2 : 0;
    ink.write(
      text,
      { x: x + part.box.left + 2 + indent, y: y + top + down + size * (index * leading + 0.95) },
      pen,
    );
  }
  const picture = part.image && of.pages.pictured(part.image, ground);
  if (picture) ink.image(picture.name, picture.area);
  if (part.chart) drawChart(ink, of.fonts, part.chart, ground);
  jump(of, part.jumps, { area: ground, across });
}

const isNumber = ({ value, format }: LineCell): boolean => typeof value === 'number' && format !== 'text';
