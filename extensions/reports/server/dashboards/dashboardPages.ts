/** A dashboard on the pages of a PDF: pages break between rows of panels, never within a panel. */
import { formatMessage } from '#engine';
import type { Placed } from '#extensions/reports/engine';
import type { PdfPicture } from '../pdf/brandPicture.ts';
import {
  type Box,
  type DrawnPanel,
  drawPanel,
  note,
  type Place,
  placesOf,
  type Titled,
  write,
} from './drawDashboard.ts';

/** Letter, landscape, in points. */
export const pageSize = { width: 792, height: 612 };

const [margin, gap, rowHeight] = [30, 10, 120];
const room = pageSize.width - 2 * margin;
/** The foot of a page stands below. */
const bottom = pageSize.height - margin - 16;

/** The brand, as every page shows it. */
export type PageBrand = {
  readonly name: string;
  readonly accent: string;
  /** Without one its name stands in its place. */
  readonly logo: PdfPicture | undefined;
};

type Branded = Titled & { readonly brand: PageBrand };

/** The items of each page. */
export function dashboardPages(
  panels: readonly DrawnPanel[],
  titled: Branded,
): readonly (readonly Placed[])[] {
  const head = headOf(titled);
  const pages: Placed[][] = [[...head.items]];
  let top = head.height;
  for (const band of bandsOf(panels)) {
    const isFirst = pages.length === 1 && top === head.height;
    if (top > margin && !isFirst && top + heightOf(band.rows, rowHeight) > bottom) {
      pages.push([]);
      top = margin;
    }
    // What is higher than its page is drawn as high as the page.
    const row = Math.min(rowHeight, (bottom - top + gap) / band.rows - gap);
    for (const { drawn, place } of band.panels)
      pages.at(-1)?.push(...drawPanel(drawn, boxOf(place, top, row), titled.saying));
    top += heightOf(band.rows, row) + gap;
  }
  return pages.map((items, at) => [...items, ...footOf(titled, at + 1, pages.length)]);
}

type Placing = { readonly drawn: DrawnPanel; readonly place: Place };

/** Rows of panels that no panel reaches across. */
type Band = { readonly rows: number; readonly panels: readonly Placing[] };

const heightOf = (rows: number, row: number): number => rows * (row + gap) - gap;

const column = (room - 11 * gap) / 12;

const boxOf = (place: Place, top: number, row: number): Box => ({
  left: margin + place.column * (column + gap),
  top: top + place.row * (row + gap),
  width: place.wide * column + (place.wide - 1) * gap,
  height: heightOf(place.tall, row),
});

/** The most rows that a page can show at a readable height. */
const mostRows = 6;

function bandsOf(panels: readonly DrawnPanel[]): readonly Band[] {
  const places = placesOf(panels.map(({ panel }) => panel));
  const placed = panels.flatMap((drawn, at): Placing[] => {
    const place = places[at];
    return place ? [{ drawn, place }] : [];
  });
  const bands: Placing[][] = [];
  let end = 0;
  for (const one of [...placed].sort((a, b) => a.place.row - b.place.row)) {
    if (bands.length === 0 || one.place.row >= end) bands.push([]);
    bands.at(-1)?.push(one);
    end = Math.max(end, one.place.row + one.place.tall);
  }
  return bands.flatMap((band) => {
    const first = Math.min(...band.map(({ place }) => place.row));
    const rows = Math.max(...band.map(({ place }) => place.row + place.tall)) - first;
    // Panels that reach across each other without end stand below each other.
    if (rows > mostRows) return band.map(alone);
    return [{ rows, panels: band.map((one) => moved(one, first)) }];
  });
}

const moved = ({ drawn, place }: Placing, up: number): Placing => ({
  ...{ drawn, place: { ...place, row: place.row - up } },
});

const alone = (one: Placing): Band => ({ rows: one.place.tall, panels: [moved(one, one.place.row)] });

/** The brand, the name, and what is said below it. */
function headOf({ name, lines, brand }: Branded): {
  readonly items: readonly Placed[];
  readonly height: number;
} {
  const across = { left: margin, width: room };
  const rule = { ...across, top: margin + 20, height: 0.1 };
  const titles = [
    write(name, { ...across, top: margin + 26, height: 26 }, { size: 20, bold: true }),
    ...lines.map((line, at) => note(line, { ...across, top: margin + 54 + at * 12, height: 12 })),
  ];
  return {
    items: [
      ...markOf(brand),
      { box: rule, what: { kind: 'shape', style: { borders: { top: { color: brand.accent, width: 2 } } } } },
      ...titles,
    ],
    height: margin + 54 + lines.length * 12 + gap,
  };
}

function markOf({ name, logo }: PageBrand): readonly Placed[] {
  const box = { left: margin, top: margin - 6, width: 160, height: 22 };
  if (logo) return [{ box, what: { kind: 'image', ...logo } }];
  return [write(name, { ...box, width: room }, { size: 12, bold: true })];
}

function footOf({ name, brand, saying }: Branded, page: number, total: number): readonly Placed[] {
  const { model, locale } = saying;
  const said = formatMessage(model, locale, 'dashboard.file.foot', { brand: brand.name, name, page, total });
  return [note(said, { left: margin, top: bottom + 8, width: room, height: 12 })];
}
