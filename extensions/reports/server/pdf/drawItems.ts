/** Texts, pictures and charts where the definition puts them. */
import type { Placed, ShownJumps } from '#extensions/reports/engine';
import { drawChart } from './drawChart.ts';
import { isKnownColor, type PdfInk, penOf, shareAbove } from './PdfInk.ts';
import type { Drawing } from './TaggedPages.ts';
import { itemSlot } from './tableSlots.ts';
import { wrapText } from './wrapText.ts';

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

type Place = {
  readonly left: number;
  readonly room: number;
  readonly top: number;
  /** Of a head or a foot: everything stays on its page, and screen readers pass over it. */
  readonly ink?: PdfInk;
};

/** Returns the lowest position of the texts. */
export async function drawItems(of: Drawing, items: readonly Placed[], place: Place): Promise<number> {
  let deepest = 0;
  const drawn: { readonly box: Placed['box']; readonly foot: number }[] = [];
  for (const item of [...items].sort((a, b) => a.box.top - b.box.top)) {
    const { what } = item;
    // What grew above it, and is not beside it, moves it down.
    const above = drawn.filter((one) => one.box.top + one.box.height <= item.box.top + 1);
    const grown = Math.max(0, ...above.map((one) => one.foot - one.box.top - one.box.height));
    const box = { ...item.box, top: item.box.top + grown };
    const slot = place.ink
      ? { across: 0, x: box.left, width: Math.min(box.width, place.room - box.left) }
      : itemSlot({ ...box, room: place.room });
    const area = { x: place.left + slot.x, y: place.top + box.top, width: slot.width, height: box.height };
    // An empty text alone begins no page.
    const isBlank =
      what.kind === 'text' &&
      what.text === '' &&
      !what.style.background &&
      Object.keys(what.style.borders ?? {}).length === 0;
    if (isBlank || (slot.width <= 0 && what.kind !== 'shape')) continue;
    const ink = place.ink ?? of.pages.across(slot.across);
    const tall = await drawItem(of, item, { area, ink, across: place.ink ? undefined : slot.across });
    deepest = Math.max(deepest, box.top + tall);
    drawn.push({ box: item.box, foot: Math.max(box.top + box.height, box.top + tall) });
  }
  return deepest;
}

type On = { readonly area: Area; readonly ink: PdfInk; readonly across: number | undefined };

async function drawItem(of: Drawing, { what, jumps }: Placed, { area, ink, across }: On): Promise<number> {
  const { tagged, pages, fonts } = of;
  const put = (tag: 'P' | 'H1' | 'H2' | 'Figure', draw: () => void, alt?: string) =>
    across === undefined ? ink.artifact(draw) : tagged.item(tag, across, draw, alt);
  if (across !== undefined) jump(of, jumps, { area, across });
  if (what.kind === 'chart') {
    put('Figure', () => drawChart(ink, fonts, what.chart, area), what.chart.title);
    return 0;
  }
  if (what.kind === 'shape') {
    const { background, borders } = what.style;
    ink.artifact(() => {
      if (background && isKnownColor(background)) ink.fill(area, background);
      ink.borders(area, borders);
    });
    return 0;
  }
  if (what.kind === 'image') {
    await pages.image(what.media, what.data);
    const found = pages.pictured(what, area);
    if (found) put('Figure', () => ink.image(found.name, found.area), '');
    return 0;
  }
  let tall = 0;
  const tag = (what.style.size ?? 10) >= 18 ? 'H1' : (what.style.size ?? 10) >= 14 ? 'H2' : 'P';
  put(tag, () => {
    tall = drawText(of, ink, { what, area });
  });
  return tall;
}

function drawText(
  { fonts }: Drawing,
  ink: PdfInk,
  {
    what: { text, style },
    area: { x, y, width, height },
  }: { readonly what: Extract<Placed['what'], { kind: 'text' }>; readonly area: Area },
): number {
  const { size = 10, bold = false, align, background, borders } = style;
  const letters = bold ? fonts.bold : fonts.plain;
  if (background && isKnownColor(background)) ink.fill({ x, y, width, height }, background);
  ink.borders({ x, y, width, height }, borders);
  if (text === '') return 0;
  const lines = wrapText(text, { letters, size, width: Math.max(8, width - 4), most: 200 });
  const down = Math.max(0, height - 4 - lines.length * size * 1.25) * shareAbove(style);
  for (const [index, line] of lines.entries()) {
    const left = width - 4 - letters.width(line, size);
    const indent = align === 'right' ? left : align === 'center' ? left / 2 : 0;
    const place = { x: x + 2 + indent, y: y + 2 + down + size * (index * 1.25 + 0.95) };
    ink.write(line, place, penOf(style, size));
  }
  return lines.length * size * 1.25 + 4;
}

/** Its link, its bookmark and its entry in the document map. Other reports open in the application only. */
export function jump(
  { pages, jumps }: Drawing,
  shown: ShownJumps | undefined,
  { area, across }: { readonly area: Area; readonly across: number },
): void {
  if (!shown) return;
  const page = pages.count - 1 + across;
  const { link, bookmark, label } = shown;
  if (link?.kind === 'bookmark') jumps.link(page, area, { bookmark: link.to });
  if (link?.kind === 'address' && !link.to.startsWith('/')) jumps.link(page, area, { address: link.to });
  if (bookmark !== undefined) jumps.bookmark(bookmark, { page, y: area.y });
  if (label !== undefined) jumps.entry({ text: label, level: 0, page, y: area.y });
}
