/** One stream of a report on the pages of a PDF: the whole body, or one of the regions beside each other. */
import type { Beside, Line, Piece } from '#extensions/reports/engine';
import { drawItems } from './drawItems.ts';
import { drawLine, imagesOf, type Measured, measureLine } from './drawLine.ts';
import type { PdfSheet } from './PdfSheet.ts';
import type { Drawing } from './TaggedPages.ts';
import { type Slot, tableSlots } from './tableSlots.ts';

type Table = {
  readonly slots: readonly Slot[];
  /** Of the row headers, which pages to the right repeat. */
  readonly headers: number;
  readonly heads: readonly Line[];
  readonly headsOnce: boolean;
  readonly isRuled: boolean;
};

type Going = {
  /** Goes on to the next page: the body at once, regions beside each other together. */
  readonly turns: () => Promise<void>;
  readonly beside: (flow: PdfFlow, piece: Beside) => Promise<void>;
  readonly isBeside?: boolean;
};

export class PdfFlow {
  /** Where the next piece begins on the page. */
  y: number;
  /** The page contains only headings of it so far. */
  isBare = true;
  private readonly sheet: PdfSheet;
  private readonly of: Drawing;
  private readonly going: Going;
  private table: Table | undefined;
  /** The headings of the table wait for its first line, which they are not separated from. */
  private isOpening = false;

  constructor(sheet: PdfSheet, going: Going) {
    this.sheet = sheet;
    this.of = going.isBeside ? { ...sheet.of, tagged: sheet.of.tagged.beside() } : sheet.of;
    this.going = going;
    this.y = sheet.top;
  }

  async add(piece: Piece): Promise<void> {
    if (piece.kind === 'line') return this.line(piece.line, piece.together);
    if (piece.kind === 'pause' || piece.kind === 'subreport') return;
    this.end();
    this.table = undefined;
    if (piece.kind !== 'table') this.of.tagged.endTable();
    if (piece.kind === 'break') await this.begin(piece.resets);
    else if (piece.kind === 'table') this.open(piece);
    else if (piece.kind === 'none') await this.paragraph(piece);
    else if (piece.kind === 'beside') await this.going.beside(this, piece);
    else await this.items(piece);
  }

  /** Begins a page where the definition does. */
  private async begin(resets = false): Promise<void> {
    const { pages } = this.of;
    const before = pages.count;
    await this.turn();
    if (resets && pages.count > before) this.sheet.numbers.begin(pages.count);
  }

  private async turn(): Promise<void> {
    if (this.isBare) return;
    await this.going.turns();
    this.y = this.sheet.top;
    this.isBare = true;
  }

  /** With everything in it. */
  async turnPage(): Promise<void> {
    await this.going.turns();
  }

  /** Leaves the gap of the definition, except at the top of a page. */
  skip(gap: number): void {
    this.y += this.y === this.sheet.top ? 0 : gap;
  }

  private open({ left, gap, widths, heads, ...more }: Extract<Piece, { kind: 'table' }>): void {
    const { headers = 0, headsOnce = false, isRuled = false } = more;
    // Columns of a page leave no room to the right.
    const room = this.sheet.hasColumns ? Number.POSITIVE_INFINITY : this.sheet.room;
    const isFixed = this.going.isBeside === true;
    const slots = tableSlots({ left, widths, headers, room, isFixed });
    this.table = { slots, headers, heads, headsOnce, isRuled };
    this.of.tagged.beginTable();
    this.skip(gap);
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
    const { of } = this;
    const { numbers, top, bottom } = this.sheet;
    let isFirst = line.breaks && (await this.turnBefore([], line.resets));
    let measured = this.measure(line);
    const all = together.reduce((sum, one) => sum + this.measure(one).height, measured.height);
    const heads = this.isOpening ? (this.table?.heads ?? []) : [];
    const above = heads.reduce((sum, head) => sum + this.measure(head).height, 0);
    // What does not fit on any page begins where it is.
    const needed = above + (above + all <= bottom - top ? all : measured.height);
    if (this.y + needed > bottom) isFirst = (await this.turnBefore(line.heads)) || isFirst;
    this.end();
    if (isFirst) measured = this.measure(line, true);
    for (const { text, level } of line.labels ?? [])
      of.jumps.entry({ text, level, page: of.pages.count - 1, y: this.y });
    for (const { media, data } of imagesOf(measured)) await of.pages.image(media, data);
    numbers.note(of.pages.count, line.pageName);
    this.draw(measured, { isHead: false, isAgain: false });
    this.isBare = false;
  }

  /** On a further page, unless nothing is on this one yet. */
  private async turnBefore(heads: readonly Line[], resets = false): Promise<boolean> {
    if (this.isBare) return false;
    await this.begin(resets);
    if (!this.isOpening) this.headsAgain(heads);
    return true;
  }

  private measure(line: Line, isFirstOnPage = false): Measured {
    const { slots = [] } = this.table ?? {};
    const { top, bottom } = this.sheet;
    return measureLine(this.of.fonts, line, { slots, isFirstOnPage, most: bottom - top });
  }

  private draw(measured: Measured, how: { readonly isHead: boolean; readonly isAgain: boolean }): void {
    const { headers = 0, slots = [], isRuled = false } = this.table ?? {};
    for (const { cell } of measured.cells) this.sheet.note(cell.name, cell.value);
    drawLine(this.of, measured, { ...how, headers, isRuled, slots, left: this.sheet.left, y: this.y });
    this.y += measured.height;
  }

  private async paragraph({ text, left = 0 }: Extract<Piece, { kind: 'none' }>): Promise<void> {
    if (this.y + 20 > this.sheet.bottom) await this.turn();
    this.y += 14;
    const place = { x: this.sheet.left + left, y: this.y };
    const { tagged, pages } = this.of;
    tagged.item('P', 0, () => pages.page.write(text.slice(0, 200), place, { size: 10 }));
    this.y += 6;
    this.isBare = false;
  }

  private async items({ items, gap }: Extract<Piece, { kind: 'items' }>): Promise<void> {
    const { top, bottom, left, room } = this.sheet;
    const needed = Math.min(bottom - top, Math.max(...items.map(({ box }) => box.top + box.height)));
    this.skip(gap);
    if (this.y + needed > bottom) await this.turn();
    for (const { what } of items) if (what.kind === 'text') this.sheet.note(what.name, what.value ?? null);
    const deepest = await drawItems(this.of, items, { left, room, top: this.y });
    this.y += Math.max(needed, deepest);
    this.isBare = false;
  }
}
