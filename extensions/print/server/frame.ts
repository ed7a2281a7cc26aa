/** The header and footer of every page. */
import type { PdfFonts, PdfInk, PdfPages } from '#extensions/reports/server';
import type { Drawn, DrawnEdge } from './drawn.ts';

type Framing = {
  readonly setup: PdfPages['setup'];
  readonly fonts: PdfFonts;
  readonly pageOf: (page: number, pages: number) => string;
};

const size = 8;
const grey = '#5a5a5a';

export function frameOf({ header, footer }: Pick<Drawn, 'header' | 'footer'>, framing: Framing) {
  const { setup } = framing;
  // Within the margins, so that no block has to make room.
  const [top, bottom] = [setup.margins.top * 0.6, setup.height - setup.margins.bottom * 0.5];
  return (ink: PdfInk, number: number, total: number): void =>
    ink.artifact(() => {
      edge(ink, header, { y: top, page: framing.pageOf(number, total), ...framing });
      edge(ink, footer, { y: bottom, page: framing.pageOf(number, total), ...framing });
    });
}

type Placing = Framing & { readonly y: number; readonly page: string };

function edge(ink: PdfInk, { left, middle, hasPages }: DrawnEdge, { y, page, setup, fonts }: Placing): void {
  const { width, margins } = setup;
  const right = hasPages ? page : '';
  const room = width - margins.left - margins.right;
  const place = (text: string, indent: (wide: number) => number) => {
    const fitted = shortened(text, (one) => fonts.plain.width(one, size), room / (text === middle ? 2 : 3));
    ink.write(
      fitted,
      { x: margins.left + indent(fonts.plain.width(fitted, size)), y },
      { size, color: grey },
    );
  };
  place(left, () => 0);
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
