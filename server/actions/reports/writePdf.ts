/** A table as a PDF: pages on their side, the head on each, a number at the foot. */
import type { PDFFont, PDFPage } from 'pdf-lib';
import type { SheetValue } from '#engine';
import type { WorkBudget } from '../../work/WorkBudget.ts';

type PdfTable = {
  readonly title: string;
  /** What it was narrowed to, or when it was made. */
  readonly note: string;
  readonly columns: readonly { readonly title: string }[];
  readonly rows: AsyncIterable<readonly SheetValue[]>;
  /** Every row on a page of its own, as a statement. */
  readonly isStatement?: boolean;
};

const [width, height, margin, line, size] = [792, 612, 36, 15, 8.5];

type Fonts = { readonly plain: PDFFont; readonly bold: PDFFont };

export async function writePdf(table: PdfTable, budget: WorkBudget): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts } = await import('pdf-lib');
  const document = await PDFDocument.create();
  document.setTitle(table.title);
  const fonts: Fonts = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  };
  let page = startPage(document.addPage([width, height]), table, fonts);
  let y = top;
  let count = 0;
  for await (const row of table.rows) {
    const needed = table.isStatement ? height : line;
    if (count > 0 && y - needed < margin + line) {
      page = startPage(document.addPage([width, height]), table, fonts);
      y = top;
    }
    if (table.isStatement) statement(page, { table, row, fonts });
    else drawRow(page, row.map(shown), { y, font: fonts.plain });
    y -= line;
    count += 1;
    if (budget.isDue()) await budget.yieldTurn();
  }
  const pages = document.getPages();
  for (const [index, one] of pages.entries())
    put(one, `${index + 1} / ${pages.length}`, {
      x: width - margin - 60,
      y: margin - 14,
      room: 60,
      font: fonts.plain,
    });
  return document.save();
}

const top = height - margin - 48;

function startPage(
  page: PDFPage,
  { title, note, columns, isStatement }: PdfTable,
  { plain, bold }: Fonts,
): PDFPage {
  page.drawText(cut(title, bold, { room: width - 2 * margin, size: 14 }), {
    x: margin,
    y: height - margin - 10,
    size: 14,
    font: bold,
  });
  put(page, note, { x: margin, y: height - margin - 24, room: width - 2 * margin, font: plain });
  if (isStatement) return page;
  drawRow(
    page,
    columns.map((column) => column.title),
    { y: top + line, font: bold },
  );
  page.drawLine({
    start: { x: margin, y: top + line - 4 },
    end: { x: width - margin, y: top + line - 4 },
    thickness: 0.5,
  });
  return page;
}

type Drawing = { readonly y: number; readonly font: PDFFont };

function drawRow(page: PDFPage, texts: readonly string[], { y, font }: Drawing): void {
  const room = (width - 2 * margin) / Math.max(1, texts.length);
  for (const [index, text] of texts.entries())
    put(page, text, { x: margin + index * room, y, room: room - 6, font });
}

type Statement = { readonly table: PdfTable; readonly row: readonly SheetValue[]; readonly fonts: Fonts };

/** A field on each line. */
function statement(page: PDFPage, { table, row, fonts }: Statement): void {
  for (const [index, column] of table.columns.entries()) {
    const y = top - index * line;
    put(page, column.title, { x: margin, y, room: 190, font: fonts.bold });
    put(page, shown(row[index]), { x: margin + 200, y, room: width - 2 * margin - 200, font: fonts.plain });
  }
}

type Placing = { readonly x: number; readonly y: number; readonly room: number; readonly font: PDFFont };

function put(page: PDFPage, text: string, { x, y, room, font }: Placing): void {
  page.drawText(cut(text, font, { room, size }), { x, y, size, font });
}

export const shown = (value: SheetValue | undefined): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** Letters the font has, cut to the room there is. */
function cut(
  text: string,
  font: PDFFont,
  { room, size }: { readonly room: number; readonly size: number },
): string {
  const known = new Set(font.getCharacterSet());
  const letters = [...text.slice(0, 300).replace(/\s+/g, ' ')].map((sign) =>
    known.has(sign.codePointAt(0) ?? 0) ? sign : '?',
  );
  let kept = letters.join('');
  while (kept !== '' && font.widthOfTextAtSize(kept, size) > room)
    kept = `${kept.slice(0, Math.max(0, kept.length - 2))}`;
  return kept;
}
