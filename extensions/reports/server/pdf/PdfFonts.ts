/** The letters of a PDF: embedded, and only those that are used. */
import type { PDFDocument, PDFFont } from 'pdf-lib';
import { withEvenGlyphs } from './evenGlyphs.ts';

export type FontFiles = { readonly plain: Uint8Array; readonly bold: Uint8Array };

/** One weight, letter by letter: what each is called in the file and how wide it is. */
export class PdfLetters {
  readonly font: PDFFont;
  private readonly known: ReadonlySet<number>;
  private readonly codes = new Map<string, { readonly code: string; readonly width: number }>();

  constructor(font: PDFFont) {
    this.font = font;
    this.known = new Set(font.getCharacterSet());
  }

  width(text: string, size: number): number {
    let sum = 0;
    for (const letter of text) sum += this.letter(letter).width;
    return (sum * size) / 1000;
  }

  /** As a page of the file writes it. */
  encode(text: string): string {
    let codes = '';
    for (const letter of text) codes += this.letter(letter).code;
    return `<${codes}>`;
  }

  private letter(letter: string) {
    const found = this.codes.get(letter);
    if (found) return found;
    // What no font has is not left out unsaid.
    const drawn = this.known.has(letter.codePointAt(0) ?? 0) ? letter : '?';
    const made = {
      code: this.font.encodeText(drawn).toString().slice(1, -1),
      width: this.font.widthOfTextAtSize(drawn, 1000),
    };
    this.codes.set(letter, made);
    return made;
  }
}

export type PdfFonts = { readonly plain: PdfLetters; readonly bold: PdfLetters };

/** Without font files, the fonts every reader has: letters of Western Europe only. */
export async function embedFonts(document: PDFDocument, files: FontFiles | undefined): Promise<PdfFonts> {
  const { StandardFonts } = await import('pdf-lib');
  if (!files)
    return {
      plain: new PdfLetters(await document.embedFont(StandardFonts.Helvetica)),
      bold: new PdfLetters(await document.embedFont(StandardFonts.HelveticaBold)),
    };
  const { default: fontkit } = await import('@pdf-lib/fontkit');
  document.registerFontkit(fontkit);
  return {
    plain: new PdfLetters(await document.embedFont(withEvenGlyphs(files.plain), { subset: true })),
    bold: new PdfLetters(await document.embedFont(withEvenGlyphs(files.bold), { subset: true })),
  };
}
