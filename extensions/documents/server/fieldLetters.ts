/** Custom code: the library lays out form fields with one font each, but their text may need several. */
import type { PDFDocument, PDFField, PDFFont, PDFOperator, PDFRef } from 'pdf-lib';
import type { Letters } from '#server/extension';
import type { PdfLibrary } from './openPdf.ts';

/** Draws the text of fields. */
export type FieldLetters = { readonly write: (field: PDFField) => void };

type Drawing = { readonly letters: Letters; readonly resources: PDFRef };

/**
 * The library lays a field out with a font that has the metrics of ours and leaves plain text where character
 * codes belong; the codes of our fonts then replace that text.
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

/** A library font that is never embedded: it has our metrics, and its character codes are the text itself. */
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

/** Replaces text in the library's operators with our character codes. */
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

/** Adds our fonts to the resources of the field's appearance. */
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
