/** Why code: a form's fields are laid out by the library, which knows one font for each; what they say may want several. */
import type { PDFDocument, PDFField, PDFFont, PDFOperator, PDFRef } from 'pdf-lib';
import type { Letters } from '#server/extension';
import type { PdfLibrary } from './openPdf.ts';

/** Draws what fields say. */
export type FieldLetters = { readonly write: (field: PDFField) => void };

type Drawing = { readonly letters: Letters; readonly resources: PDFRef };

/**
 * The library lays a field out with a font that measures as ours do and leaves the text where its codes would stand; the
 * codes of our fonts are put in its place.
 */
export async function fieldLetters(
  pdf: PdfLibrary,
  document: PDFDocument,
  { letters, resources }: Drawing,
): Promise<FieldLetters> {
  const font = await measuringFont(pdf, document, letters);
  const drawn = (operators: readonly PDFOperator[]) => withLetters(pdf, operators, letters);
  const {
    PDFButton,
    PDFDropdown,
    PDFOptionList,
    PDFTextField,
    defaultButtonAppearanceProvider,
    defaultDropdownAppearanceProvider,
    defaultOptionListAppearanceProvider,
    defaultTextFieldAppearanceProvider,
  } = pdf;
  const looksOf = (looks: unknown) => {
    if (Array.isArray(looks)) return drawn(looks);
    const entries = Object.entries(looks as Readonly<Record<string, readonly PDFOperator[]>>);
    return Object.fromEntries(entries.map(([name, operators]) => [name, drawn(operators)])) as never;
  };
  const write = (field: PDFField): void => {
    if (field instanceof PDFTextField)
      field.updateAppearances(font, (...given) => looksOf(defaultTextFieldAppearanceProvider(...given)));
    else if (field instanceof PDFDropdown)
      field.updateAppearances(font, (...given) => looksOf(defaultDropdownAppearanceProvider(...given)));
    else if (field instanceof PDFOptionList)
      field.updateAppearances(font, (...given) => looksOf(defaultOptionListAppearanceProvider(...given)));
    else if (field instanceof PDFButton)
      field.updateAppearances(font, (...given) => looksOf(defaultButtonAppearanceProvider(...given)));
    else field.defaultUpdateAppearances(font);
    giveFonts(pdf, field, resources);
  };
  return { write };
}

const fontName = 'Letters';

/** A font of the library that is never written: it measures with our letters, and its codes are the text itself. */
async function measuringFont(
  { PDFFont, PDFHexString, StandardFontEmbedder, StandardFonts }: PdfLibrary,
  document: PDFDocument,
  letters: Letters,
): Promise<PDFFont> {
  const embedder = StandardFontEmbedder.for(StandardFonts.Helvetica as never, fontName);
  const font = PDFFont.of(document.context.nextRef(), document, embedder);
  return Object.assign(font, {
    encodeText: (text: string) => PDFHexString.fromText(text),
    widthOfTextAtSize: (text: string, size: number) => letters.width(text, size),
  });
}

/** Operators of the library with our codes where it shows a text. */
function withLetters(
  { PDFHexString, PDFOperator }: PdfLibrary,
  operators: readonly PDFOperator[],
  letters: Letters,
): PDFOperator[] {
  let size = 0;
  return operators.flatMap((operator) => {
    const written = operator.toString();
    const [, chosen] = /^\/\S+ (\S+) Tf$/.exec(written) ?? [];
    if (chosen !== undefined) {
      size = Number(chosen);
      return [];
    }
    const [, codes] = /^<([0-9A-Fa-f]*)> Tj$/.exec(written) ?? [];
    if (codes === undefined) return [operator];
    const text = PDFHexString.of(codes).decodeText();
    return text === '' ? [] : [PDFOperator.of(letters.show(text, size) as never)];
  });
}

/** The fonts of all texts beside what a look needs otherwise. */
function giveFonts({ PDFDict, PDFName, PDFStream }: PdfLibrary, field: PDFField, fonts: PDFRef): void {
  const { context } = field.doc;
  for (const widget of field.acroField.getWidgets()) {
    const looks = widget.dict.lookupMaybe(PDFName.of('AP'), PDFDict);
    for (const [, look] of looks?.entries() ?? []) {
      const stream = context.lookup(look);
      if (stream instanceof PDFStream)
        stream.dict.lookupMaybe(PDFName.of('Resources'), PDFDict)?.set(PDFName.of('Font'), fonts);
    }
  }
}
