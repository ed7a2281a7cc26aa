/** A table over as many pages as it needs; its headings are repeated on each. */
import type { PdfElement } from '#extensions/reports/server';
import type { DrawnHead, DrawnTable } from './drawn.ts';
import { type PaperWriter, spaced } from './PaperWriter.ts';

const [size, leading, padding] = [8.5, 1.25, 3];
/** A cell is cut off rather than fill a page. */
const mostLines = 30;

export class TableWriter {
  private readonly writer: PaperWriter;
  private readonly table: DrawnTable;
  private readonly widths: readonly number[];
  private element: PdfElement;

  constructor(writer: PaperWriter, table: DrawnTable) {
    this.writer = writer;
    this.table = table;
    const all = table.heads.reduce((sum, { share }) => sum + share, 0);
    this.widths = table.heads.map(({ share }) => (writer.room * share) / all);
    this.element = writer.paper.tags.root;
  }

  async write(): Promise<void> {
    const { writer, table } = this;
    writer.heading(table.title, 12, 'H2');
    writer.y += table.title === '' ? 10 : 0;
    this.element = writer.element(writer.paper.tags.root, 'Table');
    writer.needs(48);
    this.heads('TH');
    let count = 0;
    for await (const row of table.rows) {
      this.row(row, { tag: 'TD', isBold: false });
      count += 1;
      await writer.paper.turn();
    }
    if (count === 0) this.none();
    const totals = table.totals();
    if (totals.length > 0 && count > 0) this.row(totals, { tag: 'TD', isBold: true });
    writer.y += 4;
  }

  private heads(tag: 'TH' | undefined): void {
    const labels = this.table.heads.map(({ label }) => label);
    this.line(labels, { tag, isBold: true, rule: '#404040' });
  }

  private none(): void {
    const { writer } = this;
    const element = writer.element(this.element, 'TR');
    writer.paragraph(writer.element(element, 'TD'), this.table.none, { size }, 2);
  }

  private row(
    texts: readonly string[],
    { tag, isBold }: { readonly tag: 'TD'; readonly isBold: boolean },
  ): void {
    this.line(texts, { tag, isBold, rule: '#d9d9d9' });
  }

  private line(
    texts: readonly string[],
    {
      tag,
      isBold,
      rule,
    }: { readonly tag: 'TH' | 'TD' | undefined; readonly isBold: boolean; readonly rule: string },
  ): void {
    const { writer } = this;
    const cells = texts.map((text, index) => {
      const width = Math.max(8, (this.widths[index] ?? 0) - 2 * padding);
      return text === '' ? [] : writer.lines(text, { size, bold: isBold }, width).slice(0, mostLines);
    });
    const height = Math.max(1, ...cells.map(({ length }) => length)) * size * leading + 2 * padding;
    if (rule === '#d9d9d9' && writer.y + height > writer.bottom) {
      writer.turnPage();
      // Repeated for the eye only: the structure has its headings.
      this.heads(undefined);
    }
    const row = tag && writer.element(this.element, 'TR');
    let x = writer.left;
    for (const [index, lines] of cells.entries()) {
      const width = this.widths[index] ?? 0;
      const draw = () => this.cell(lines, { x, width, isBold, head: this.table.heads[index] });
      if (row && tag) writer.marked(writer.element(row, tag), draw);
      else writer.paper.pages.page.artifact(draw);
      x += width;
    }
    writer.y += height;
    writer.rule(writer.left, x, rule, rule === '#404040' ? 0.8 : 0.4);
  }

  private cell(
    lines: readonly string[],
    {
      x,
      width,
      isBold,
      head,
    }: {
      readonly x: number;
      readonly width: number;
      readonly isBold: boolean;
      readonly head: DrawnHead | undefined;
    },
  ): void {
    const { pages, fonts } = this.writer.paper;
    const letters = isBold ? fonts.bold : fonts.plain;
    for (const [index, line] of lines.entries()) {
      const indent = head?.isNumber ? width - 2 * padding - letters.width(line, size) : 0;
      const y = this.writer.y + padding + size * (index * leading + 0.95);
      pages.page.write(spaced(line), { x: x + padding + indent, y }, { size, bold: isBold });
    }
  }
}
