/** Prints prices on letter paper: headings on every page, a rule where the first value changes. */
import { embedFonts, type FontFiles, type PdfFonts, PdfPages, wrapText } from '#extensions/reports/server';

type PriceList = {
  readonly title: string;
  readonly notes: readonly string[];
  readonly heads: readonly string[];
  /** The last cell of a line is its price. */
  readonly lines: readonly (readonly string[])[];
  readonly foot: (page: number, pages: number) => string;
  readonly language: string;
  readonly moment: string;
  readonly fonts: FontFiles | undefined;
  readonly turn: () => Promise<void>;
};

/** `missing`: characters that no font has. */
type PrintedList = { readonly bytes: Uint8Array<ArrayBuffer>; readonly missing: ReadonlySet<string> };

/** In points. */
const margin = 48;
const setup = {
  ...{ width: 612, height: 792 },
  margins: { top: margin, right: margin, bottom: margin, left: margin },
};
const room = setup.width - 2 * margin;
const bottom = setup.height - margin - 20;
const [size, lineHeight, gap] = [9.5, 14, 8];
const [ruled, faint, grey] = ['#6b7280', '#d1d5db', '#4b5563'];

export async function writePriceList(list: PriceList): Promise<PrintedList> {
  const library = await import('pdf-lib');
  const document = await library.PDFDocument.create({ updateMetadata: false });
  document.setTitle(list.title, { showInWindowTitleBar: true });
  document.setLanguage(list.language);
  document.setCreationDate(new Date(list.moment));
  const fonts = await embedFonts(document, list.fonts);
  const pages = new PdfPages(document, library, fonts, { setup });
  const writer = new ListWriter(list, pages, fonts);
  writer.begin();
  for (const line of list.lines) {
    await list.turn();
    writer.line(line);
  }
  const bytes = await pages.finish(async (ink, page, total) => {
    ink.write(list.foot(page, total), { x: margin, y: setup.height - margin + 8 }, { size: 8, color: grey });
  }, list.turn);
  return { bytes, missing: fonts.missing };
}

class ListWriter {
  private readonly list: PriceList;
  private readonly pages: PdfPages;
  private readonly fonts: PdfFonts;
  private readonly columns: readonly Column[];
  private y: number = margin;
  /** The first value of the previous line. */
  private before: string | undefined;

  constructor(list: PriceList, pages: PdfPages, fonts: PdfFonts) {
    this.list = list;
    this.pages = pages;
    this.fonts = fonts;
    this.columns = columnsOf(list, (text) => fonts.bold.width(text, size));
  }

  /** The top of every page. */
  begin(): void {
    this.y = margin;
    this.before = undefined;
    for (const text of this.wrapped(this.list.title, { width: room, size: 16, bold: true })) {
      this.pages.page.write(text, { x: margin, y: this.y + 14 }, { size: 16, bold: true });
      this.y += 20;
    }
    for (const text of this.list.notes.flatMap((note) => this.wrapped(note, { width: room, size }))) {
      this.pages.page.write(text, { x: margin, y: this.y + 12 }, { size, color: grey });
      this.y += lineHeight;
    }
    this.y += 10;
    this.row(this.cells(this.list.heads, true), true);
    this.across(ruled);
  }

  line(line: readonly string[]): void {
    const [first = ''] = line;
    const cells = this.cells(line);
    if (this.y + heightOf(cells) > bottom) {
      this.pages.turn();
      this.begin();
    }
    // Lines with the same first value show it only once; lists of one value and a price are not grouped.
    const isGrouped = line.length > 2 && this.before !== undefined;
    const isSame = isGrouped && first === this.before;
    if (isGrouped && !isSame) this.across(faint);
    this.row(isSame ? [[], ...cells.slice(1)] : cells);
    this.before = first;
  }

  private cells(texts: readonly string[], bold = false): Cells {
    return texts.map((text, index) =>
      this.wrapped(text, { width: (this.columns[index]?.width ?? 0) - gap, size, bold }),
    );
  }

  private wrapped(text: string, { bold, ...space }: { width: number; size: number; bold?: boolean }) {
    return wrapText(text, { letters: bold ? this.fonts.bold : this.fonts.plain, ...space, most: 4 });
  }

  private row(cells: Cells, bold = false): void {
    const letters = bold ? this.fonts.bold : this.fonts.plain;
    cells.forEach((lines, index) => {
      const { left = 0, width = 0 } = this.columns[index] ?? {};
      const isPrice = index === cells.length - 1;
      lines.forEach((text, line) => {
        const x = isPrice ? left + width - letters.width(text, size) : left;
        this.pages.page.write(text, { x, y: this.y + size + line * lineHeight }, { size, bold });
      });
    });
    this.y += heightOf(cells);
  }

  private across(color: string): void {
    const ends = [margin, setup.width - margin].map((x) => [x, this.y + 1] as const);
    this.pages.page.stroke(ends, color);
    this.y += 3;
  }
}

/** The wrapped lines of each cell of a row. */
type Cells = readonly (readonly string[])[];
type Column = { readonly left: number; readonly width: number };

const heightOf = (cells: Cells): number => Math.max(1, ...cells.map(({ length }) => length)) * lineHeight;

/** As wide as their content where it fits; remaining space is shared equally. */
function columnsOf({ heads, lines }: PriceList, widthOf: (text: string) => number): readonly Column[] {
  const sample = lines.length > 500 ? lines.filter((_, index) => index % 10 === 0) : lines;
  const wanted = heads.map((head, index) => {
    const texts = new Set(sample.map((line) => line[index] ?? ''));
    return gap + Math.max(widthOf(head), ...[...texts].map(widthOf));
  });
  const sum = wanted.reduce((all, one) => all + one, 0);
  const widths = wanted.map((one) => (sum > room ? (one / sum) * room : one + (room - sum) / heads.length));
  let left = margin;
  return widths.map((width) => {
    const column = { left, width };
    left += width;
    return column;
  });
}
