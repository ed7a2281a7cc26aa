/** A print as PDF: tagged, with embedded fonts, page by page. */
import type { PaperModel } from '#engine';
import { embedFonts, type FontFiles, PdfPages, PdfTags } from '#extensions/reports/server';
import type { WorkBudget } from '#server/extension';
import type { Drawn } from './drawn.ts';
import { frameOf, type PlacedLogo, roomOfLogo } from './frame.ts';
import { PaperWriter } from './PaperWriter.ts';
import { TableWriter } from './TableWriter.ts';

type Print = {
  readonly drawn: Drawn;
  readonly language: string;
  readonly fonts: FontFiles | undefined;
  /** The creation time, the only timestamp in the file. */
  readonly moment: string;
  readonly pageOf: (page: number, pages: number) => string;
  readonly tooLong: (most: number) => Error;
};

/** `missing`: characters that no font has. */
type Written = { readonly bytes: Uint8Array<ArrayBuffer>; readonly missing: ReadonlySet<string> };

const points = (millimetres: number): number => (millimetres * 72) / 25.4;

/** In points. */
const sizes: Readonly<Record<PaperModel['size'], readonly [number, number]>> = {
  letter: [612, 792],
  legal: [612, 1008],
  A4: [595.28, 841.89],
};

function pageSetup({ size, landscape, margins }: PaperModel) {
  const [short, long] = sizes[size];
  const { top, right, bottom, left } = margins;
  return {
    ...(landscape ? { width: long, height: short } : { width: short, height: long }),
    margins: { top: points(top), right: points(right), bottom: points(bottom), left: points(left) },
  };
}

export async function writePrint(print: Print, budget: WorkBudget): Promise<Written> {
  const { drawn } = print;
  const library = await import('pdf-lib');
  const document = await library.PDFDocument.create({ updateMetadata: false });
  document.setTitle(drawn.title, { showInWindowTitleBar: true });
  document.setLanguage(print.language);
  document.setCreationDate(new Date(print.moment));
  const fonts = await embedFonts(document, print.fonts);
  const [setup, tags] = [pageSetup(drawn.paper), new PdfTags()];
  const pages = new PdfPages(document, library, fonts, { setup, tags });
  const turn = async () => {
    if (budget.isDue()) await budget.yieldTurn();
  };
  const writer = new PaperWriter({ pages, tags, fonts, tooLong: print.tooLong, turn });
  for (const block of drawn.blocks) {
    if (block.kind === 'table') await new TableWriter(writer, block).write();
    else await writer.block(block);
    await turn();
  }
  const logo = await placedLogo(pages, drawn.logo);
  const frame = frameOf(drawn, { setup, fonts, pageOf: print.pageOf, logo });
  const bytes = await pages.finish(async (ink, number, total) => frame(ink, number, total), turn);
  return { bytes, missing: fonts.missing };
}

/** In its proportions, as far as the header has room; one that cannot be read is left out. */
async function placedLogo(pages: PdfPages, logo: Drawn['logo']): Promise<PlacedLogo | undefined> {
  if (!logo) return undefined;
  const { media, data, height } = logo;
  await pages.image(media, data);
  return pages.pictured({ data, isStretched: false }, roomOfLogo(pages.setup, points(height)));
}
