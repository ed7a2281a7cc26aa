/** The header and footer of every page. */
import type { PdfFonts, PdfInk, PdfPages } from '#extensions/reports/server';
import type { Drawn, DrawnEdge } from './drawn.ts';

type Framing = {
  readonly setup: PdfPages['setup'];
  readonly fonts: PdfFonts;
  readonly pageOf: (page: number, pages: number) => string;
  readonly logo?: PlacedLogo | undefined;
};

/** An embedded picture in the header. */
export type PlacedLogo = {
  readonly name: string;
  readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
};

/** The part of the header that a logo may fill: texts keep most of the line. */
export function roomOfLogo({ width, margins }: PdfPages['setup'], height: number): PlacedLogo['area'] {
  const high = Math.min(height, margins.top * 0.8);
  return {
    ...{ x: margins.left, y: (margins.top - high) / 2 },
    ...{ width: (width - margins.left - margins.right) / 4, height: high },
  };
}

const size = 8;
const grey = '#5a5a5a';

export function frameOf({ header, footer }: Pick<Drawn, 'header' | 'footer'>, framing: Framing) {
  const { setup, logo } = framing;
  // Within the margins, so that no block has to make room.
  const [top, bottom] = [setup.margins.top * 0.6, setup.height - setup.margins.bottom * 0.5];
  return (ink: PdfInk, number: number, total: number): void =>
    ink.artifact(() => {
      if (logo) ink.image(logo.name, logo.area);
      edge(ink, header, { y: top, page: framing.pageOf(number, total), ...framing });
      edge(ink, footer, { y: bottom, page: framing.pageOf(number, total), ...framing, logo: undefined });
    });
}

type Placing = Framing & { readonly y: number; readonly page: string };

function edge(
  ink: PdfInk,
  { left, middle, hasPages }: DrawnEdge,
  { y, page, setup, fonts, logo }: Placing,
): void {
  const { width, margins } = setup;
  const right = hasPages ? page : '';
  const room = width - margins.left - margins.right;
  const beside = logo ? logo.area.width + size : 0;
  const place = (text: string, indent: (wide: number) => number) => {
    const part = text === middle ? room / 2 : room / 3 - (text === left ? beside : 0);
    const fitted = shortened(text, (one) => fonts.plain.width(one, size), part);
    ink.write(
      fitted,
      { x: margins.left + indent(fonts.plain.width(fitted, size)), y },
      { size, color: grey },
    );
  };
  place(left, () => beside);
  place(middle, (wide) => (room - wide) / 2);
  place(right, (wide) => room - wide);
}

/** Cut off where it would run into its neighbour. */
function shortened(text: string, widthOf: (text: string) => number, room: number): string {
  const line = text.replace(/\s+/g, ' ').slice(0, 300);
  if (widthOf(line) <= room) return line;
  let end = line.length;
  while (end > 1 && widthOf(`${line.slice(0, end)}…`) > room) end -= 1;
  return `${line.slice(0, end)}…`;
}
