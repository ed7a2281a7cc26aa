/** Lays out pieces of a report on pages; continued tables repeat their headings, wide ones go on to the right. */
import type { SheetValue } from '#engine';
import {
  firstPageName,
  keepSaid,
  namesItems,
  type Piece,
  placedItems,
  type ReportRun,
} from '#extensions/reports/engine';
import type { WorkBudget } from '#server/extension';
import { PageNumbers } from '../PageNumbers.ts';
import { drawBeside } from './drawBeside.ts';
import { drawItems } from './drawItems.ts';
import { PdfFlow } from './PdfFlow.ts';
import { embedFonts, type FontFiles } from './PdfFonts.ts';
import type { PdfInk } from './PdfInk.ts';
import { PdfJumps } from './PdfJumps.ts';
import { PdfPages } from './PdfPages.ts';
import type { PdfSheet } from './PdfSheet.ts';
import { PdfTags } from './PdfTags.ts';
import { type Drawing, TaggedPages } from './TaggedPages.ts';

type PdfReport = {
  readonly title: string;
  readonly language: string;
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
  readonly run: ReportRun;
  readonly fonts: FontFiles | undefined;
  /** The creation time, the only timestamp in the file. */
  readonly moment: string;
  /** Called before the first page beyond the limit. */
  readonly tooLong: (most: number) => Error;
};

/** `missing`: characters that no font has. */
type WrittenPdf = { readonly bytes: Uint8Array<ArrayBuffer>; readonly missing: ReadonlySet<string> };

const mostPages = 5000;

export async function writeReportPdf(report: PdfReport, budget: WorkBudget): Promise<WrittenPdf> {
  const library = await import('pdf-lib');
  const document = await library.PDFDocument.create({ updateMetadata: false });
  document.setTitle(report.title, { showInWindowTitleBar: true });
  document.setLanguage(report.language);
  document.setCreationDate(new Date(report.moment));
  const fonts = await embedFonts(document, report.fonts);
  const jumps = new PdfJumps();
  const tags = new PdfTags();
  const pages = new PdfPages(document, library, fonts, { setup: report.run.layout.page, tags, jumps });
  const drawing = { pages, fonts, jumps, tagged: new TaggedPages(tags, pages) };
  const rest = async () => {
    if (budget.isDue()) await budget.yieldTurn();
  };
  const writer = new PdfWriter(report, drawing, rest);
  for await (const piece of report.pieces) {
    await writer.body.add(piece);
    await rest();
  }
  writer.body.end();
  const bytes = await pages.finish((ink, number, total) => writer.frame(ink, number, total), rest);
  return { bytes, missing: fonts.missing };
}

class PdfWriter implements PdfSheet {
  readonly of: Drawing;
  readonly top: number;
  readonly bottom: number;
  readonly room: number;
  readonly numbers: PageNumbers;
  readonly body: PdfFlow;
  readonly rest: PdfSheet['rest'];
  private readonly report: PdfReport;
  private column = 0;
  private readonly isNamed: boolean;
  /** What the text boxes of each page say, where a head or a foot names them. */
  private readonly said = new Map<number, Map<string, SheetValue[]>>();

  constructor(report: PdfReport, of: Drawing, rest: PdfSheet['rest']) {
    this.report = report;
    this.of = of;
    this.rest = rest;
    const { layout } = report.run;
    const { page, columns } = layout;
    this.top = page.margins.top + layout.headerHeight;
    this.bottom = page.height - page.margins.bottom - layout.footerHeight;
    const all = page.width - page.margins.left - page.margins.right;
    this.room = columns ? Math.max(36, (all - (columns.count - 1) * columns.spacing) / columns.count) : all;
    this.isNamed = namesItems(layout);
    this.numbers = new PageNumbers(firstPageName(report.run));
    this.body = new PdfFlow(this, {
      turns: async () => this.turn(),
      beside: (flow, piece) => drawBeside(this, flow, piece),
    });
  }

  note(name: string | undefined, value: SheetValue): void {
    if (!this.isNamed) return;
    const said = this.said.get(this.of.pages.count) ?? new Map<string, SheetValue[]>();
    this.said.set(this.of.pages.count, said);
    keepSaid(said, name, value);
  }

  /** The header and footer of a page. */
  async frame(ink: PdfInk, number: number, total: number): Promise<void> {
    const { run } = this.report;
    const { page, footerHeight } = run.layout;
    // Pages to the right say what the one at their left says.
    let from = number;
    while (from > 1 && !this.said.has(from)) from -= 1;
    const said = this.said.get(from) ?? new Map();
    const of = { ...this.numbers.at(number, total), ...(this.isNamed ? { said } : {}) };
    const foot = page.height - page.margins.bottom - footerHeight;
    const room = page.width - page.margins.left - page.margins.right;
    const place = { left: page.margins.left, room, ink };
    await drawItems(this.of, placedItems('header', run, of), { ...place, top: page.margins.top });
    await drawItems(this.of, placedItems('footer', run, of), { ...place, top: foot });
  }

  get left(): number {
    const { page, columns } = this.report.run.layout;
    return page.margins.left + this.column * (this.room + (columns?.spacing ?? 0));
  }

  get hasColumns(): boolean {
    return this.report.run.layout.columns !== undefined;
  }

  /** On to the next column, or the next page. */
  private turn(): void {
    const { pages } = this.of;
    const { columns } = this.report.run.layout;
    if (columns && this.column + 1 < columns.count) {
      this.column += 1;
      return;
    }
    if (pages.count >= mostPages) throw this.report.tooLong(mostPages);
    pages.turn();
    this.column = 0;
  }
}
