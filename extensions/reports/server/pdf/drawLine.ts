/** A line of a table: how high it is, and how it is drawn, on one page or on several beside each other. */
import type { CellPart, Line, LineCell, ShownImage } from '#extensions/reports/engine';
import { drawChart } from './drawChart.ts';
import { jump, linksOn } from './drawItems.ts';
import type { PdfFonts } from './PdfFonts.ts';
import { isKnownColor } from './PdfInk.ts';
import type { Drawing } from './TaggedPages.ts';
import { joined, type Slot } from './tableSlots.ts';
import { type Block, drawText, measureText, type Usual } from './textBlock.ts';

const [ofCells, ofParts]: readonly Usual[] = [
  { size: 8.5, padding: 3 },
  { size: 10, padding: 2 },
];
const mostLines = 30;

type Part = { readonly slot: Slot; readonly block: Block };
type MeasuredCell = {
  readonly cell: LineCell;
  /** One on each page that the cell is on. */
  readonly parts: readonly Part[];
  /** Of a rectangle: its texts, each moved down by what grew above it. */
  readonly inner: readonly {
    readonly part: CellPart;
    readonly top: number;
    readonly block: Block;
  }[];
};
export type Measured = { readonly cells: readonly MeasuredCell[]; readonly height: number };

type Room = { readonly slots: readonly Slot[]; readonly isFirstOnPage: boolean; readonly most: number };

export function measureLine(fonts: PdfFonts, line: Line, { slots, isFirstOnPage, most }: Room): Measured {
  let at = 0;
  const found = line.cells(isFirstOnPage).map((cell) => {
    const own = joined(slots.slice(at, at + cell.span));
    at += cell.span;
    const said = cell.parts ? { ...cell, text: '' } : cell;
    const within = (height: number): readonly Part[] =>
      own.map((slot) => {
        const room = { width: slot.width, height, most: mostLines, usual: ofCells as Usual };
        return { slot, block: measureText(fonts, said, room) };
      });
    const { isFixed, shrinks } = cell.style;
    // A box that keeps its height may use what those beside it add to the line.
    const parts = isFixed && !shrinks ? [] : within(line.height);
    return { cell, inner: innerOf(cell, fonts), parts, within };
  });
  let needed = isShrinking(found.map(({ cell }) => cell)) ? 0 : line.height;
  for (const { parts, inner } of found) {
    for (const { block } of parts) needed = Math.max(needed, block.height);
    for (const one of inner) needed = Math.max(needed, one.top + heightOf(one));
  }
  const height = Math.min(needed, most);
  const cells = found.map(({ cell, inner, parts, within }): MeasuredCell => {
    return { cell, inner, parts: cell.style.isFixed ? within(height) : parts };
  });
  return { cells, height };
}

const isShrinking = (cells: readonly LineCell[]): boolean =>
  cells.some(({ style }) => style.shrinks) &&
  cells.every(
    ({ style, image, chart, parts, name }) =>
      !image && !chart && !parts && (name === undefined || style.shrinks),
  );

type Inner = MeasuredCell['inner'][number];

const heightOf = ({ part, block }: Inner): number =>
  Math.max(part.image || part.chart ? part.box.height : 0, block.height);

function innerOf({ parts = [] }: LineCell, fonts: PdfFonts): readonly Inner[] {
  const sorted = [...parts].sort((a, b) => a.box.top - b.box.top);
  const found: Inner[] = [];
  for (const part of sorted) {
    const { width, height } = part.box;
    const room = { width, height, most: mostLines, usual: ofParts as Usual };
    const block = measureText(fonts, part, room);
    // What grew above it, and is not beside it, moves it down.
    const above = found.filter((one) => one.part.box.top + one.part.box.height <= part.box.top + 1);
    const grown = Math.max(
      0,
      ...above.map((one) => one.top - one.part.box.top + heightOf(one) - one.part.box.height),
    );
    found.push({ part, block, top: part.box.top + grown });
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
      else tagged.cell(place.isHead || (at < place.headers && one.cell.text !== ''), across, draw);
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

function drawCell(of: Drawing, { one, part: { slot, block }, height, place }: Drawn): void {
  const { cell, inner } = one;
  const { fonts } = of;
  const ink = of.pages.across(slot.across);
  const [x, y] = [place.left + slot.x, place.y];
  const { style } = cell;
  const { align = isNumber(cell) ? 'right' : 'left' } = style;
  const box = { x, y, width: slot.width, height };
  drawText({ fonts, ink }, { block, style, align }, box, linksOn(of, slot.across));
  const within = {
    ...{ x: x + 1, y: y + 1 },
    ...{ width: Math.max(1, slot.width - 2), height: Math.max(1, height - 2) },
  };
  const picture = cell.image && inner.length === 0 ? of.pages.pictured(cell.image, within) : undefined;
  if (picture) ink.image(picture.name, picture.area);
  if (cell.chart && inner.length === 0) drawChart(ink, of.fonts, cell.chart, within);
  for (const line of inner) drawInner(of, line, { x, y, across: slot.across });
  jump(of, cell.jumps, { area: box, across: slot.across });
}

function drawInner(
  of: Drawing,
  { part, top, block }: Inner,
  { x, y, across }: { readonly x: number; readonly y: number; readonly across: number },
): void {
  const { fonts } = of;
  const ink = of.pages.across(across);
  const { background, borders } = part.style;
  const { box, style } = part;
  const height = Math.max(box.height, block.height);
  const ground = { x: x + box.left, y: y + top, width: box.width, height: box.height };
  if (background && isKnownColor(background)) ink.fill({ ...ground, height }, background);
  ink.borders({ ...ground, height }, borders);
  drawText({ fonts, ink }, { block, style }, ground, linksOn(of, across));
  const picture = part.image && of.pages.pictured(part.image, ground);
  if (picture) ink.image(picture.name, picture.area);
  if (part.chart) drawChart(ink, of.fonts, part.chart, ground);
  jump(of, part.jumps, { area: ground, across });
}

const isNumber = ({ value, format }: LineCell): boolean => typeof value === 'number' && format !== 'text';
