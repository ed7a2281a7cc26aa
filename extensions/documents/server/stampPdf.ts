/** Why code: filling in, flattening and marking a PDF is work on the file itself. */
import type { PDFField, PDFFont, PDFPage, PDFWidgetAnnotation } from 'pdf-lib';
import { describeFields, fillable } from './describeFields.ts';
import { type OpenPdf, type PdfLibrary, withPdf } from './openPdf.ts';
import { pdfRefusals } from './pdfRefusals.ts';

export type Stamp = {
  /** What each field gets, by its name; others stay as they are. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly watermark: string;
};

/** The document with its fields filled in and made part of the pages, each page marked as worth nothing. */
export function stampPdf(
  bytes: Uint8Array<ArrayBuffer>,
  { values, watermark }: Stamp,
): Promise<Uint8Array<ArrayBuffer>> {
  return withPdf(bytes, async (open) => {
    const { pdf, document, fields } = open;
    if (fillable(describeFields(open)).length === 0) throw pdfRefusals.noFields();
    const font = await document.embedFont(pdf.StandardFonts.Helvetica);
    const bold = await document.embedFont(pdf.StandardFonts.HelveticaBold);
    for (const field of fields) fill(pdf, field, printable(font, values[field.getName()]));
    flatten(open, font);
    for (const page of document.getPages()) mark(pdf, page, { text: watermark, font: bold });
    dropScripts(open);
    return (await document.save({ updateFieldAppearances: false })) as Uint8Array<ArrayBuffer>;
  });
}

/** A value as the font can write it; what it has no letter for becomes a question mark. */
function printable(font: PDFFont, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const letters = new Set(font.getCharacterSet());
  const known = (letter: string) => letter === '\n' || letters.has(letter.codePointAt(0) ?? 0);
  return Array.from(value.replace(/\r\n?/g, '\n').replaceAll('\t', ' '), (letter) =>
    known(letter) ? letter : '?',
  ).join('');
}

function fill(pdf: PdfLibrary, field: PDFField, value: unknown): void {
  if (value === undefined || value === null || typeof value === 'object') return;
  const text = String(value);
  if (field instanceof pdf.PDFTextField) field.setText(text.slice(0, field.getMaxLength() ?? undefined));
  else if (field instanceof pdf.PDFCheckBox) isYes(value) ? field.check() : field.uncheck();
  else if (field instanceof pdf.PDFDropdown) {
    if (field.getOptions().includes(text) || field.isEditable()) field.select(text);
  } else if (field instanceof pdf.PDFRadioGroup || field instanceof pdf.PDFOptionList) {
    if (field.getOptions().includes(text)) field.select(text);
  }
}

const isYes = (value: unknown): boolean =>
  value === true || ['true', 'yes', 'oui', 'x', '1'].includes(String(value).toLowerCase());

function flatten({ document, pdf, fields }: OpenPdf, font: PDFFont): void {
  const form = document.getForm();
  form.updateFieldAppearances(font);
  for (const field of fields)
    for (const widget of field.acroField.getWidgets()) giveAppearance(pdf, { field, widget });
  form.flatten({ updateFieldAppearances: false });
  document.catalog.delete(pdf.PDFName.of('AcroForm'));
  for (const page of document.getPages()) dropLost(page);
}

/** Flattening leaves the names of the fields it removed; strict readers take them for damage. */
function dropLost({ node, doc }: PDFPage): void {
  const annotations = node.Annots();
  if (!annotations) return;
  for (let index = annotations.size() - 1; index >= 0; index -= 1)
    if (!doc.context.lookup(annotations.get(index))) annotations.remove(index);
}

/** A signature nobody has given and a box that was never ticked look like nothing; the library wants to be told so. */
function giveAppearance(
  { PDFDict, PDFName, PDFRef }: PdfLibrary,
  { field, widget }: { readonly field: PDFField; readonly widget: PDFWidgetAnnotation },
): void {
  const { context } = field.doc;
  const nothing = () => context.register(context.formXObject([]));
  const look = widget.dict.lookupMaybe(PDFName.of('AP'), PDFDict)?.get(PDFName.of('N'));
  const looks = context.lookup(look);
  if (!(looks instanceof PDFDict)) {
    if (!(look instanceof PDFRef && looks)) widget.setNormalAppearance(nothing());
    return;
  }
  const state = field.acroField.dict.lookup(PDFName.of('V'));
  const chosen = state instanceof PDFName ? looks.get(state) : undefined;
  const shown = chosen instanceof PDFRef ? chosen : looks.get(PDFName.of('Off'));
  widget.setNormalAppearance(shown instanceof PDFRef ? shown : nothing());
}

type Mark = { readonly text: string; readonly font: PDFFont };

/** Large and light from corner to corner, as the page is read. */
function mark({ degrees, rgb }: PdfLibrary, page: PDFPage, { text, font }: Mark): void {
  const { x, y, width, height } = page.getCropBox();
  const turn = page.getRotation().angle;
  const isLying = turn % 180 !== 0;
  const slope = Math.atan2(isLying ? width : height, isLying ? height : width);
  const angle = slope + (turn * Math.PI) / 180;
  const size = (Math.hypot(width, height) * 0.62) / font.widthOfTextAtSize(text, 1);
  const [along, across] = [
    font.widthOfTextAtSize(text, size) / 2,
    font.heightAtSize(size, { descender: false }) / 2,
  ];
  page.drawText(text, {
    x: x + width / 2 - along * Math.cos(angle) + across * Math.sin(angle),
    y: y + height / 2 - along * Math.sin(angle) - across * Math.cos(angle),
    size,
    font,
    rotate: degrees((angle * 180) / Math.PI),
    color: rgb(0.75, 0.1, 0.1),
    opacity: 0.16,
  });
}

/** What a document would do by itself when it is opened has no place in a preview. */
function dropScripts({ document: { catalog }, pdf: { PDFName, PDFDict } }: OpenPdf): void {
  catalog.delete(PDFName.of('OpenAction'));
  catalog.delete(PDFName.of('AA'));
  catalog.lookupMaybe(PDFName.of('Names'), PDFDict)?.delete(PDFName.of('JavaScript'));
}
