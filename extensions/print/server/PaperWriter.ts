/** Lays out blocks from top to bottom, on as many pages as they need. */
import { type Stroke, signatureArea } from '#engine';
import {
  type PdfElement,
  type PdfFonts,
  type PdfPages,
  type PdfTags,
  wrapText,
} from '#extensions/reports/server';
import type { DrawnBlock, DrawnField, DrawnPicture } from './drawn.ts';

export type Paper = {
  readonly pages: PdfPages;
  readonly tags: PdfTags;
  readonly fonts: PdfFonts;
  readonly tooLong: (most: number) => Error;
  readonly turn: () => Promise<void>;
};

type Pen = { readonly size: number; readonly bold?: boolean; readonly color?: string };

const mostPages = 1000;
const mostLines = 2000;
const leading = 1.3;
const grey = '#5a5a5a';
const [gap, column] = [10, 14];
/** A signature, in points. */
const signed = { width: 135, height: 48 };

export class PaperWriter {
  readonly paper: Paper;
  readonly left: number;
  readonly room: number;
  readonly bottom: number;
  private readonly top: number;
  y: number;

  constructor(paper: Paper) {
    const { width, height, margins } = paper.pages.setup;
    this.paper = paper;
    this.left = margins.left;
    this.room = width - margins.left - margins.right;
    this.top = margins.top;
    this.bottom = height - margins.bottom;
    this.y = this.top;
  }

  async block(block: Exclude<DrawnBlock, { kind: 'table' }>): Promise<void> {
    const { root } = this.paper.tags;
    if (block.kind === 'heading') this.heading(block.text, 16, 'H1');
    else if (block.kind === 'text') this.paragraph(this.element(root, 'P'), block.text, { size: 10 });
    else if (block.kind === 'fields') this.fields(block);
    else if (block.kind === 'picture') await this.picture(block);
    else if (block.kind === 'divider') this.divider();
    else if (block.kind === 'signature') this.signature(block.text);
    else if (this.y > this.top) this.turnPage();
  }

  element(parent: PdfElement, tag: PdfElement['tag'], alt?: string): PdfElement {
    return this.paper.tags.add(parent, tag, alt);
  }

  /** Draws content of an element on the current page. */
  marked(element: PdfElement, draw: () => void): void {
    const { pages, tags } = this.paper;
    pages.page.marked(element.tag, tags.mark(element, pages.count - 1), draw);
  }

  turnPage(): void {
    const { pages, tooLong } = this.paper;
    if (pages.count >= mostPages) throw tooLong(mostPages);
    pages.turn();
    this.y = this.top;
  }

  /** Begins a new page unless there is room; whatever is higher than a page begins where it is. */
  needs(height: number): void {
    if (this.y + height > this.bottom && this.y > this.top) this.turnPage();
  }

  heading(text: string, size: number, tag: 'H1' | 'H2'): void {
    if (text === '') return;
    this.y += this.y === this.top ? 0 : gap;
    // Not alone at the foot of a page.
    this.needs(size * leading + 40);
    this.paragraph(this.element(this.paper.tags.root, tag), text, { size, bold: true }, 0);
    this.y += 4;
  }

  lines(text: string, { size, bold }: Pen, width: number): readonly string[] {
    const { plain, bold: strong } = this.paper.fonts;
    // Long texts come in pieces, since one call wraps only so much.
    const pieces = text.match(/[\s\S]{1,3000}(?=\s|$)|[\s\S]{1,3000}/g) ?? [];
    return pieces.flatMap((piece) =>
      wrapText(piece, { letters: bold ? strong : plain, size, width, most: mostLines }),
    );
  }

  paragraph(element: PdfElement, text: string, pen: Pen, before = 6): void {
    this.y += this.y === this.top ? 0 : before;
    for (const line of this.lines(text, pen, this.room)) {
      this.needs(pen.size * leading);
      this.y += pen.size * leading;
      this.marked(element, () =>
        this.paper.pages.page.write(spaced(line), { x: this.left, y: this.y - pen.size * 0.3 }, pen),
      );
    }
  }

  private divider(): void {
    this.y += gap;
    this.needs(4);
    this.rule(this.left, this.left + this.room, '#bfbfbf');
    this.y += 4;
  }

  rule(from: number, to: number, color: string, thickness = 0.5): void {
    const ink = this.paper.pages.page;
    ink.artifact(() =>
      ink.stroke(
        [
          [from, this.y],
          [to, this.y],
        ],
        color,
        thickness,
      ),
    );
  }

  private signature(text: string): void {
    this.needs(64);
    this.y += 44;
    this.rule(this.left, this.left + Math.min(220, this.room), '#404040', 0.8);
    if (text !== '')
      this.paragraph(this.element(this.paper.tags.root, 'P'), text, { size: 8.5, color: grey }, 2);
  }

  private fields({ title, columns, fields }: Extract<DrawnBlock, { kind: 'fields' }>): void {
    this.heading(title, 12, 'H2');
    this.y += title === '' ? gap : 0;
    let row: DrawnField[] = [];
    for (const field of fields) {
      if (field.isWide || row.length === columns) {
        this.row(row, columns);
        row = [];
      }
      if (field.isWide) this.row([field], 1);
      else row.push(field);
    }
    this.row(row, columns);
  }

  /** Labels above their values; a row stays together unless a value is longer than a page. */
  private row(fields: readonly DrawnField[], columns: number): void {
    if (fields.length === 0) return;
    const width = (this.room - column * (columns - 1)) / columns;
    const measured = fields.map(({ label, text, strokes }) => ({
      strokes,
      label: this.lines(label, { size: 8 }, width),
      text: this.lines(text === '' ? '–' : text, { size: 10 }, width),
    }));
    const height = Math.max(
      ...measured.map(
        (one) =>
          one.label.length * 8 * leading + one.text.length * 10 * leading + (one.strokes ? signed.height : 0),
      ),
    );
    if (height > this.bottom - this.top || columns === 1) {
      this.longRow(fields);
      return;
    }
    this.needs(height + 6);
    for (const [index, { label, text, strokes }] of measured.entries()) {
      const x = this.left + index * (width + column);
      const element = this.element(this.paper.tags.root, 'P');
      const under = this.y + label.length * 8 * leading;
      const below = under + (strokes ? signed.height : 0);
      this.marked(element, () => this.stack([...label, ''], { size: 8, color: grey }, { x, y: this.y }));
      if (strokes) this.marked(element, () => this.strokes(strokes, { x, y: under, width }));
      this.marked(element, () => this.stack(text, { size: 10 }, { x, y: below }));
    }
    this.y += height + 6;
  }

  private longRow(fields: readonly DrawnField[]): void {
    for (const { label, text, strokes } of fields) {
      const element = this.element(this.paper.tags.root, 'P');
      this.needs(strokes ? 30 + signed.height : 30);
      this.paragraph(element, label, { size: 8, color: grey }, 0);
      if (strokes) {
        const place = { x: this.left, y: this.y, width: this.room };
        this.marked(element, () => this.strokes(strokes, place));
        this.y += signed.height;
      }
      this.paragraph(element, text === '' ? '–' : text, { size: 10 }, 0);
      this.y += 6;
    }
  }

  /** A drawn signature, as wide as its room allows. */
  private strokes(
    strokes: readonly Stroke[],
    { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  ): void {
    const scale = Math.min(width, signed.width) / signatureArea.width;
    for (const [first = [0, 0], ...rest] of strokes) {
      // A dot is a short line.
      const points = rest.length > 0 ? [first, ...rest] : [first, [first[0] + 3, first[1]] as const];
      this.paper.pages.page.stroke(
        points.map(([left, top]) => [x + left * scale, y + top * scale]),
        '#000000',
        0.9,
      );
    }
  }

  /** Writes lines below each other; returns where they end. */
  stack(lines: readonly string[], pen: Pen, { x, y }: { readonly x: number; readonly y: number }): number {
    const step = pen.size * leading;
    for (const [index, line] of lines.entries())
      this.paper.pages.page.write(spaced(line), { x, y: y + step * (index + 1) - pen.size * 0.3 }, pen);
    return y + step * lines.length;
  }

  private async picture({ media, content, width, ratio, label }: DrawnPicture): Promise<void> {
    const { pages, tags } = this.paper;
    const name = await pages.image(media, Buffer.from(content).toString('base64'));
    if (!name) return;
    const full = Math.min((width * 72) / 25.4, this.room);
    const scale = Math.min(1, (this.bottom - this.top) / (full * ratio));
    const [wide, high] = [full * scale, full * ratio * scale];
    this.y += this.y === this.top ? 0 : gap;
    this.needs(high);
    const figure = this.element(tags.root, 'Figure', label);
    this.marked(figure, () => pages.page.image(name, { x: this.left, y: this.y, width: wide, height: high }));
    this.y += high;
  }
}

/** With a space, which keeps the last word apart from the next line for anyone who reads or copies the text. */
export const spaced = (line: string): string => (line === '' ? '' : `${line} `);
