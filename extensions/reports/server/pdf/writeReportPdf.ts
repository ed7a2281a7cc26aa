/** Lays out pieces of a report on pages; continued tables repeat their headings. */
import type { SheetValue } from '#engine';
import {
  chartShapes,
  keepSaid,
  type Line,
  type LineCell,
  namesItems,
  type Piece,
  type Placed,
  placedItems,
  type ReportRun,
} from '#extensions/reports/engine';
import type { WorkBudget } from '#server/extension';
import { embedFonts, type FontFiles, type PdfFonts } from './PdfFonts.ts';
import { isKnownColor, type PdfInk } from './PdfInk.ts';
import { PdfPages } from './PdfPages.ts';
import { wrapText } from './wrapText.ts';

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
const usualSize = 8.5;
const [padding, mostLines] = [3, 30];

export async function writeReportPdf(report: PdfReport, budget: WorkBudget): Promise<WrittenPdf> {
  const library = await import('pdf-lib');
  const document = await library.PDFDocument.create({ updateMetadata: false });
  document.setTitle(report.title, { showInWindowTitleBar: true });
  document.setLanguage(report.language);
  document.setCreationDate(new Date(report.moment));
  const fonts = await embedFonts(document, report.fonts);
  const pages = new PdfPages(document, library, fonts, { setup: report.run.layout.page });
  const writer = new PdfWriter(report, pages, fonts);
  const turn = async () => {
    if (budget.isDue()) await budget.yieldTurn();
  };
  for await (const piece of report.pieces) {
    await writer.add(piece);
    await turn();
  }
  const bytes = await pages.finish((ink, number, total) => writer.frame(ink, number, total), turn);
  return { bytes, missing: fonts.missing };
}

type Table = {
  readonly left: number;
  readonly widths: readonly number[];
  readonly heads: readonly Line[];
  readonly headsOnce: boolean;
};

class PdfWriter {
  private readonly report: PdfReport;
  private readonly pages: PdfPages;
  private readonly fonts: PdfFonts;
  private readonly top: number;
  private readonly bottom: number;
  private y: number;
  private table: Table | undefined;
  private readonly isNamed: boolean;
  /** What the text boxes of each page say, where a head or a foot names them. */
  private readonly said = new Map<number, Map<string, SheetValue[]>>();
  /** The page contains only headings so far. */
  private isBare = true;

  constructor(report: PdfReport, pages: PdfPages, fonts: PdfFonts) {
    this.report = report;
    this.pages = pages;
    this.fonts = fonts;
    const { layout } = report.run;
    this.top = layout.page.margins.top + layout.headerHeight;
    this.bottom = layout.page.height - layout.page.margins.bottom - layout.footerHeight;
    this.y = this.top;
    this.isNamed = namesItems(layout);
  }

  private note(name: string | undefined, value: SheetValue): void {
    if (!this.isNamed) return;
    const said = this.said.get(this.pages.count) ?? new Map<string, SheetValue[]>();
    this.said.set(this.pages.count, said);
    keepSaid(said, name, value);
  }

  async add(piece: Piece): Promise<void> {
    if (piece.kind === 'line') return this.line(piece.line);
    if (piece.kind === 'pause') return;
    this.table = undefined;
    if (piece.kind === 'break') this.turn();
    else if (piece.kind === 'table') this.open(piece);
    else if (piece.kind === 'none') this.paragraph(piece.text);
    else await this.items(piece);
  }

  /** The header and footer of a page. */
  async frame(ink: PdfInk, number: number, total: number): Promise<void> {
    const { run } = this.report;
    const { page, footerHeight } = run.layout;
    const said = this.said.get(number) ?? new Map();
    const of = { number, total, ...(this.isNamed ? { said } : {}) };
    await this.place(ink, placedItems('header', run, of), page.margins.top);
    await this.place(ink, placedItems('footer', run, of), page.height - page.margins.bottom - footerHeight);
  }

  private turn(): void {
    if (this.isBare) return;
    if (this.pages.count >= mostPages) throw this.report.tooLong(mostPages);
    this.pages.turn();
    this.y = this.top;
    this.isBare = true;
  }

  private open({ left, gap, widths, heads, headsOnce = false }: Extract<Piece, { kind: 'table' }>): void {
    const { page } = this.report.run.layout;
    const room = page.width - page.margins.left - page.margins.right;
    const wide = widths.reduce((sum, width) => sum + width, 0);
    const indent = left + wide > room ? Math.max(0, room - wide) : left;
    const scale = Math.min(1, (room - indent) / Math.max(1, wide));
    this.table = {
      left: page.margins.left + indent,
      widths: widths.map((width) => width * scale),
      heads,
      headsOnce,
    };
    this.y += this.y === this.top ? 0 : gap;
    const least = heads.reduce((sum, head) => sum + head.height, 0) + 18;
    if (this.y + least > this.bottom) this.turn();
    this.heads();
  }

  private heads(): void {
    for (const head of this.table?.heads ?? []) this.draw(this.measure(head), true);
  }

  /** On a further page: those of the table, and those of the groups that go on. */
  private headsAgain(ofGroups: readonly Line[]): void {
    if (!this.table?.headsOnce) this.heads();
    for (const head of ofGroups) this.draw(this.measure(head), false);
  }

  private line(line: Line): void {
    if (line.breaks) {
      this.turn();
      if (this.y === this.top) this.headsAgain([]);
    }
    const measured = this.measure(line);
    if (this.y + measured.height > this.bottom && !this.isBare) {
      this.turn();
      this.headsAgain(line.heads);
    }
    this.draw(measured, false);
    this.isBare = false;
  }

  private measure(line: Line) {
    const widths = this.table?.widths ?? [];
    let at = 0;
    const cells = line.cells().map((cell) => {
      const width = widths.slice(at, at + cell.span).reduce((sum, one) => sum + one, 0);
      at += cell.span;
      const size = cell.style.size ?? usualSize;
      const letters = cell.style.bold ? this.fonts.bold : this.fonts.plain;
      const room = { letters, size, width: Math.max(4, width - 2 * padding), most: mostLines };
      return { cell, width, size, lines: cell.text === '' ? [] : wrapText(cell.text, room) };
    });
    const needed = Math.max(
      ...cells.map(({ lines, size }) => lines.length * size * 1.25 + 2 * padding),
      line.height,
    );
    return { cells, height: Math.min(needed, this.bottom - this.top) };
  }

  private draw({ cells, height }: ReturnType<PdfWriter['measure']>, isHead: boolean): void {
    const ink = this.pages.page;
    const left = this.table?.left ?? 0;
    let x = left;
    for (const one of cells) {
      this.note(one.cell.name, one.cell.value);
      const { background } = one.cell.style;
      if (background && isKnownColor(background))
        ink.fill({ x, y: this.y, width: one.width, height }, background);
      for (const [index, text] of one.lines.entries())
        this.cellText(text, one, { x, y: this.y + padding + one.size * (index * 1.25 + 0.95) });
      x += one.width;
    }
    const foot = this.y + height;
    ink.stroke(
      [
        [left, foot],
        [x, foot],
      ],
      isHead ? '#404040' : '#d9d9d9',
      isHead ? 0.8 : 0.4,
    );
    this.y = foot;
  }

  private cellText(
    text: string,
    { cell, width, size }: { readonly cell: LineCell; readonly width: number; readonly size: number },
    { x, y }: { readonly x: number; readonly y: number },
  ): void {
    const { align = isNumber(cell) ? 'right' : 'left', bold, color } = cell.style;
    const pen = { size, bold: bold === true, ...(color && isKnownColor(color) ? { color } : {}) };
    const letters = bold ? this.fonts.bold : this.fonts.plain;
    const left = width - 2 * padding - letters.width(text, size);
    const indent = align === 'right' ? left : align === 'center' ? left / 2 : 0;
    this.pages.page.write(text, { x: x + padding + indent, y }, pen);
  }

  private paragraph(text: string): void {
    const { margins } = this.report.run.layout.page;
    this.y += 14;
    this.pages.page.write(text.slice(0, 200), { x: margins.left, y: this.y }, { size: 10 });
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
    const deepest = await this.place(this.pages.page, items, this.y);
    this.y += Math.max(needed, deepest);
    this.isBare = false;
  }

  /** Returns the lowest position of the texts. */
  private async place(ink: PdfInk, items: readonly Placed[], top: number): Promise<number> {
    const { page } = this.report.run.layout;
    let deepest = 0;
    for (const { box, what } of items) {
      const area = {
        ...{ x: page.margins.left + box.left, y: top + box.top, height: box.height },
        width: Math.min(box.width, page.width - page.margins.left - page.margins.right - box.left),
      };
      if (what.kind === 'text') this.note(what.name, what.value ?? null);
      if (what.kind === 'text') deepest = Math.max(deepest, box.top + this.textIn(ink, what, area));
      else if (what.kind === 'chart') drawChart(ink, this.fonts, what.chart, area);
      else {
        const name = await this.pages.image(what.media, what.data);
        if (name) ink.image(name, area);
      }
    }
    return deepest;
  }

  private textIn(
    ink: PdfInk,
    { text, style }: Extract<Placed['what'], { kind: 'text' }>,
    { x, y, width, height }: Area,
  ): number {
    if (text === '') return 0;
    const { size = 10, bold = false, align, color, background } = style;
    const letters = bold ? this.fonts.bold : this.fonts.plain;
    if (background && isKnownColor(background)) ink.fill({ x, y, width, height }, background);
    const lines = wrapText(text, { letters, size, width: Math.max(8, width - 4), most: 200 });
    for (const [index, line] of lines.entries()) {
      const left = width - 4 - letters.width(line, size);
      const indent = align === 'right' ? left : align === 'center' ? left / 2 : 0;
      const pen = { size, bold, ...(color && isKnownColor(color) ? { color } : {}) };
      ink.write(line, { x: x + 2 + indent, y: y + 2 + size * (index * 1.25 + 0.95) }, pen);
    }
    return lines.length * size * 1.25 + 4;
  }
}

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const isNumber = ({ value, format }: LineCell): boolean => typeof value === 'number' && format !== 'text';

/** Distinguishable in greyscale. */
const palette = ['#1f4e8c', '#d98324', '#3b8f6b', '#9b3d6e', '#6a7f1f', '#5b5ea6', '#b5533c', '#4a4a4a'];

function drawChart(
  ink: PdfInk,
  { plain, bold }: PdfFonts,
  chart: Parameters<typeof chartShapes>[0],
  { x, y, width, height }: Area,
): void {
  const title = chart.title === '' ? 0 : 16;
  ink.write(
    chart.title,
    { x: x + (width - bold.width(chart.title, 10)) / 2, y: y + 11 },
    { size: 10, bold: true },
  );
  const moved = (points: readonly (readonly [number, number])[]) =>
    points.map(([px, py]) => [x + px, y + title + py] as const);
  for (const shape of chartShapes(chart, { width, height: height - title })) {
    if (shape.kind === 'label') {
      const wide = plain.width(shape.text, 7);
      const back = shape.anchor === 'end' ? wide : shape.anchor === 'middle' ? wide / 2 : 0;
      ink.write(shape.text, { x: x + shape.at[0] - back, y: y + title + shape.at[1] }, { size: 7 });
    } else if (shape.kind === 'rule') ink.stroke(moved(shape.points), '#d0d0d0', 0.4);
    else if (shape.kind === 'area')
      ink.shape(moved(shape.points), palette[shape.series % palette.length] ?? 'black');
    else ink.stroke(moved(shape.points), palette[shape.series % palette.length] ?? 'black', 1.5);
  }
}
