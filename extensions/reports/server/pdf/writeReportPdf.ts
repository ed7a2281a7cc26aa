/** Lays out pieces of a report on pages; continued tables repeat their headings, wide ones go on to the right. */
import type { SheetValue } from '#engine';
import {
  firstPageName,
  keepSaid,
  type Line,
  namesItems,
  type Piece,
  placedItems,
  type ReportRun,
} from '#extensions/reports/engine';
import type { WorkBudget } from '#server/extension';
import { PageNumbers } from '../PageNumbers.ts';
import { drawItems } from './drawItems.ts';
import { drawLine, imagesOf, type Measured, measureLine } from './drawLine.ts';
import { embedFonts, type FontFiles } from './PdfFonts.ts';
import type { PdfInk } from './PdfInk.ts';
import { PdfJumps } from './PdfJumps.ts';
import { PdfPages } from './PdfPages.ts';
import { PdfTags } from './PdfTags.ts';
import { type Drawing, TaggedPages } from './TaggedPages.ts';
import { type Slot, tableSlots } from './tableSlots.ts';

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
  const writer = new PdfWriter({ report, pages, fonts, jumps, tagged: new TaggedPages(tags, pages) });
  const turn = async () => {
    if (budget.isDue()) await budget.yieldTurn();
  };
  for await (const piece of report.pieces) {
    await writer.add(piece);
    await turn();
  }
  writer.end();
  const bytes = await pages.finish((ink, number, total) => writer.frame(ink, number, total), turn);
  return { bytes, missing: fonts.missing };
}

type Table = {
  readonly slots: readonly Slot[];
  /** Of the row headers, which pages to the right repeat. */
  readonly headers: number;
  readonly heads: readonly Line[];
  readonly headsOnce: boolean;
  readonly isRuled: boolean;
};

class PdfWriter {
  private readonly of: Drawing & { readonly report: PdfReport };
  private readonly top: number;
  private readonly bottom: number;
  /** The width of the body: of a page, or of one of its columns. */
  private readonly room: number;
  private y: number;
  private column = 0;
  private table: Table | undefined;
  private readonly isNamed: boolean;
  /** What the text boxes of each page say, where a head or a foot names them. */
  private readonly said = new Map<number, Map<string, SheetValue[]>>();
  /** The headings of the table wait for its first line, which they are not parted from. */
  private isOpening = false;
  private readonly numbers: PageNumbers;
  /** The page contains only headings so far. */
  private isBare = true;

  constructor(of: PdfWriter['of']) {
    this.of = of;
    const { layout } = of.report.run;
    const { page, columns } = layout;
    this.top = page.margins.top + layout.headerHeight;
    this.bottom = page.height - page.margins.bottom - layout.footerHeight;
    const all = page.width - page.margins.left - page.margins.right;
    this.room = columns ? Math.max(36, (all - (columns.count - 1) * columns.spacing) / columns.count) : all;
    this.y = this.top;
    this.isNamed = namesItems(layout);
    this.numbers = new PageNumbers(firstPageName(of.report.run));
  }

  private note(name: string | undefined, value: SheetValue): void {
    if (!this.isNamed) return;
    const said = this.said.get(this.of.pages.count) ?? new Map<string, SheetValue[]>();
    this.said.set(this.of.pages.count, said);
    keepSaid(said, name, value);
  }

  async add(piece: Piece): Promise<void> {
    if (piece.kind === 'line') return this.line(piece.line, piece.together);
    if (piece.kind === 'pause' || piece.kind === 'subreport') return;
    this.end();
    this.table = undefined;
    if (piece.kind !== 'table') this.of.tagged.endTable();
    if (piece.kind === 'break') this.begin(piece.resets);
    else if (piece.kind === 'table') this.open(piece);
    else if (piece.kind === 'none') this.paragraph(piece.text);
    else await this.items(piece);
  }

  /** The header and footer of a page. */
  async frame(ink: PdfInk, number: number, total: number): Promise<void> {
    const { run } = this.of.report;
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

  /** The left edge of the body. */
  private get left(): number {
    const { page, columns } = this.of.report.run.layout;
    return page.margins.left + this.column * (this.room + (columns?.spacing ?? 0));
  }

  /** Begins a page where the definition does. */
  private begin(resets = false): void {
    const { pages } = this.of;
    const before = pages.count;
    this.turn();
    if (resets && pages.count > before) this.numbers.begin(pages.count);
  }

  /** On to the next column, or the next page. */
  private turn(): void {
    if (this.isBare) return;
    const { report, pages } = this.of;
    const { columns } = report.run.layout;
    this.y = this.top;
    this.isBare = true;
    if (columns && this.column + 1 < columns.count) {
      this.column += 1;
      return;
    }
    if (pages.count >= mostPages) throw report.tooLong(mostPages);
    pages.turn();
    this.column = 0;
  }

  private open({ left, gap, widths, heads, ...more }: Extract<Piece, { kind: 'table' }>): void {
    const { headers = 0, headsOnce = false, isRuled = false } = more;
    // Columns of a page leave no room to the right.
    const room = this.of.report.run.layout.columns ? Number.POSITIVE_INFINITY : this.room;
    this.table = { slots: tableSlots({ left, widths, headers, room }), headers, heads, headsOnce, isRuled };
    this.of.tagged.beginTable();
    this.y += this.y === this.top ? 0 : gap;
    this.isOpening = true;
  }

  /** The headings of a table without a line. */
  end(): void {
    if (this.isOpening) this.heads(false);
    this.isOpening = false;
  }

  private heads(isAgain: boolean): void {
    for (const head of this.table?.heads ?? []) this.draw(this.measure(head), { isHead: true, isAgain });
  }

  /** On a further page: those of the table, and those of the groups that go on. */
  private headsAgain(ofGroups: readonly Line[]): void {
    if (!this.table?.headsOnce) this.heads(true);
    for (const head of ofGroups) this.draw(this.measure(head), { isHead: false, isAgain: true });
  }

  private async line(line: Line, together: readonly Line[] = []): Promise<void> {
    let isFirst = line.breaks && this.turnBefore([], line.resets);
    let measured = this.measure(line);
    const all = together.reduce((sum, one) => sum + this.measure(one).height, measured.height);
    const heads = this.isOpening ? (this.table?.heads ?? []) : [];
    const above = heads.reduce((sum, head) => sum + this.measure(head).height, 0);
    // What does not fit on any page begins where it is.
    const needed = above + (above + all <= this.bottom - this.top ? all : measured.height);
    if (this.y + needed > this.bottom) isFirst = this.turnBefore(line.heads) || isFirst;
    this.end();
    if (isFirst) measured = this.measure(line, true);
    for (const { text, level } of line.labels ?? [])
      this.of.jumps.entry({ text, level, page: this.of.pages.count - 1, y: this.y });
    for (const { media, data } of imagesOf(measured)) await this.of.pages.image(media, data);
    this.numbers.note(this.of.pages.count, line.pageName);
    this.draw(measured, { isHead: false, isAgain: false });
    this.isBare = false;
  }

  /** On a further page, unless nothing is on this one yet. */
  private turnBefore(heads: readonly Line[], resets = false): boolean {
    if (this.isBare) return false;
    this.begin(resets);
    if (!this.isOpening) this.headsAgain(heads);
    return true;
  }

  private measure(line: Line, isFirstOnPage = false): Measured {
    const { slots = [] } = this.table ?? {};
    return measureLine(this.of.fonts, line, { slots, isFirstOnPage, most: this.bottom - this.top });
  }

  private draw(measured: Measured, how: { readonly isHead: boolean; readonly isAgain: boolean }): void {
    const { headers = 0, slots = [], isRuled = false } = this.table ?? {};
    for (const { cell } of measured.cells) this.note(cell.name, cell.value);
    drawLine(this.of, measured, { ...how, headers, isRuled, slots, left: this.left, y: this.y });
    this.y += measured.height;
  }

  private paragraph(text: string): void {
    this.y += 14;
    const place = { x: this.left, y: this.y };
    const { tagged, pages } = this.of;
    tagged.item('P', 0, () => pages.page.write(text.slice(0, 200), place, { size: 10 }));
    this.y += 6;
    this.isBare = false;
  }

  private async items({ items, gap }: Extract<Piece, { kind: 'items' }>): Promise<void> {
    const needed = Math.min(
      this.bottom - this.top,
      Math.max(...items.map(({ box }) => box.top + box.height)),
    );
    this.y += this.y === this.top ? 0 : gap;
    if (this.y + needed > this.bottom) this.turn();
    for (const { what } of items) if (what.kind === 'text') this.note(what.name, what.value ?? null);
    const deepest = await drawItems(this.of, items, { left: this.left, room: this.room, top: this.y });
    this.y += Math.max(needed, deepest);
    this.isBare = false;
  }
}
