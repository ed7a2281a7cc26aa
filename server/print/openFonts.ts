/** The fonts of a document: the platform's own, and those of other scripts on demand. */
import type { PDFDocument, PDFFont } from 'pdf-lib';
import { FontShelf } from './FontShelf.ts';
import type { Family, FontFiles, Fontkit, PdfFonts, Weight } from './fontTypes.ts';
import { PrintFont } from './PrintFont.ts';
import { PrintLetters } from './PrintLetters.ts';
import { StandardLetters } from './StandardLetters.ts';

type PdfLib = typeof import('pdf-lib');

export async function openFonts(document: PDFDocument, files: FontFiles | undefined): Promise<PdfFonts> {
  const library = await import('pdf-lib');
  if (!files) return standardFonts(library, document);
  const fontkit = await openFontkit();
  return new EmbeddedFonts({ library, document, fontkit, files });
}

async function openFontkit(): Promise<Fontkit> {
  return import('fontkit');
}

/** Without font files, the standard PDF fonts, which cover Western Europe only. */
async function standardFonts({ StandardFonts }: PdfLib, document: PDFDocument): Promise<PdfFonts> {
  const missing = new Set<string>();
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const letters = (font: PDFFont, name: string) => new StandardLetters(font, name, missing);
  const [serif, serifBold] = [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold];
  const [mono, monoBold] = [StandardFonts.Courier, StandardFonts.CourierBold];
  const others = await Promise.all(
    [serif, serifBold, mono, monoBold].map((name) => document.embedFont(name)),
  );
  const [F3, F4, F5, F6] = others as [PDFFont, PDFFont, PDFFont, PDFFont];
  const families = {
    serif: { plain: letters(F3, 'F3'), bold: letters(F4, 'F4') },
    mono: { plain: letters(F5, 'F5'), bold: letters(F6, 'F6') },
  };
  return {
    ...{ plain: letters(plain, 'F1'), bold: letters(bold, 'F2'), missing },
    ofFamily: (family) => families[family],
    resources: () => ({ F1: plain.ref, F2: bold.ref, F3: F3.ref, F4: F4.ref, F5: F5.ref, F6: F6.ref }),
    embed: () => {},
  };
}

type Opening = {
  readonly library: PdfLib;
  readonly document: PDFDocument;
  readonly fontkit: Fontkit;
  readonly files: FontFiles;
};

class EmbeddedFonts implements PdfFonts {
  readonly missing = new Set<string>();
  readonly plain: PrintLetters;
  readonly bold: PrintLetters;
  private readonly opening: Opening;
  private readonly shelf: FontShelf;
  private readonly open = new Map<string, PrintFont>();
  private readonly families = new Map<Family, Readonly<Record<Weight, PrintLetters>>>();

  constructor(opening: Opening) {
    const { fontkit, files } = opening;
    this.opening = opening;
    this.shelf = new FontShelf(fontkit, files);
    this.plain = this.letters('plain');
    this.bold = this.letters('bold');
  }

  ofFamily(family: Family): Readonly<Record<Weight, PrintLetters>> {
    const found = this.families.get(family) ?? {
      plain: this.letters('plain', family),
      bold: this.letters('bold', family),
    };
    this.families.set(family, found);
    return found;
  }

  resources() {
    return Object.fromEntries([...this.open.values()].map(({ name, ref }) => [name, ref]));
  }

  embed(): void {
    const { library, document } = this.opening;
    for (const font of this.open.values()) font.embed(library, document.context);
  }

  private letters(weight: Weight, family?: Family): PrintLetters {
    return new PrintLetters((letters) => {
      const source = this.shelf.sourceFor(letters, family);
      return source && this.opened(`${weight} ${source.name}`, () => source.read(weight));
    }, this.missing);
  }

  private opened(id: string, read: () => Uint8Array): PrintFont {
    const found = this.open.get(id);
    if (found) return found;
    const { fontkit, document } = this.opening;
    const place = { name: `F${this.open.size + 1}`, ref: document.context.nextRef() };
    const made = new PrintFont(fontkit, read(), place);
    this.open.set(id, made);
    return made;
  }
}

/** Characters of the texts that a PDF with these fonts cannot show. */
export async function missingLetters(
  texts: Iterable<string>,
  files: FontFiles | undefined,
): Promise<ReadonlySet<string>> {
  if (files) {
    const shelf = new FontShelf(await openFontkit(), files);
    return new Set([...texts].flatMap((text) => shelf.missingIn(text)));
  }
  const { PDFDocument } = await import('pdf-lib');
  const fonts = await openFonts(await PDFDocument.create(), undefined);
  for (const text of texts) fonts.plain.width(text, 1);
  return fonts.missing;
}
