/** Texts, pictures and charts where the definition puts them. */
import type { Placed, ShownJumps } from '#extensions/reports/engine';
import { drawChart } from './drawChart.ts';
import { isKnownColor, type PdfInk } from './PdfInk.ts';
import type { Drawing } from './TaggedPages.ts';
import { itemSlot } from './tableSlots.ts';
import { drawText, measureText, type Usual } from './textBlock.ts';

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
    tall = drawBox(of, what, { area, ink, across });
  });
  return tall;
}

const usual: Usual = { size: 10, padding: 2 };

function drawBox(
  of: Drawing,
  what: Extract<Placed['what'], { kind: 'text' }>,
  { area, ink, across }: On,
): number {
  const { style } = what;
  const block = measureText(of.fonts, what, { ...area, most: 200, usual });
  const grown = { ...area, height: Math.max(area.height, block.height) };
  if (style.background && isKnownColor(style.background)) ink.fill(grown, style.background);
  ink.borders(grown, style.borders);
  const linked = across === undefined ? undefined : linksOn(of, across);
  drawText({ fonts: of.fonts, ink }, { block, style }, area, linked);
  return block.height;
}

/** Of runs that lead somewhere themselves. */
export const linksOn =
  (of: Drawing, across: number) =>
  (link: NonNullable<ShownJumps['link']>, area: Area): void =>
    jump(of, { link }, { area, across });

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
