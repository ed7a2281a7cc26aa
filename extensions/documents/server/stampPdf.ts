/** Custom code: fills in, flattens and watermarks PDF files. */
import type { PDFField, PDFPage, PDFRef, PDFWidgetAnnotation } from 'pdf-lib';
import type { FontFiles, Letters } from '#server/extension';
import { openFonts } from '#server/extension';
import { describeFields, fillable } from './describeFields.ts';
import { type FieldLetters, fieldLetters } from './fieldLetters.ts';
import { type OpenPdf, type PdfLibrary, withPdf } from './openPdf.ts';
import { pdfRefusals } from './pdfRefusals.ts';

export type Stamp = {
  /** Values by field name; other fields stay as they are. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly watermark: string;
  /** The title used when the file has none. */
  readonly title?: string;
  readonly language?: string;
};

export type Stamped = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Characters that no font has; the pages show their code points. */
  readonly missing: readonly string[];
};

/** Fills in and flattens the fields and watermarks each page. */
export function stampPdf(
  bytes: Uint8Array<ArrayBuffer>,
  { values, watermark, title, language }: Stamp,
  files?: FontFiles,
): Promise<Stamped> {
  return withPdf(bytes, async (open) => {
    const { pdf, document, fields } = open;
    if (fillable(describeFields(open)).length === 0) throw pdfRefusals.noFields();
    const fonts = await openFonts(document, files);
    for (const field of fields) fill(pdf, field, values[field.getName()]);
    // Allocated now and filled once all glyphs are known; fields and watermarks share it.
    const resources = document.context.nextRef();
    flatten(open, await fieldLetters(pdf, document, { letters: fonts.plain, resources }));
    for (const page of document.getPages())
      mark(pdf, page, { text: watermark, letters: fonts.bold, resources });
    dropScripts(open);
    if (title && !document.getTitle()) document.setTitle(title, { showInWindowTitleBar: true });
    if (language) document.setLanguage(language);
    fonts.embed();
    document.context.assign(resources, document.context.obj(fonts.resources()));
    const made = (await document.save({ updateFieldAppearances: false })) as Uint8Array<ArrayBuffer>;
    return { bytes: made, missing: [...fonts.missing] };
  });
}

function fill(pdf: PdfLibrary, field: PDFField, value: unknown): void {
  if (value === undefined || value === null || typeof value === 'object') return;
  const text = String(value).replace(/\r\n?/g, '\n').replaceAll('\t', ' ').normalize('NFC');
  if (field instanceof pdf.PDFTextField) field.setText(shortened(text, field.getMaxLength()));
  else if (field instanceof pdf.PDFCheckBox) isYes(value) ? field.check() : field.uncheck();
  else if (field instanceof pdf.PDFDropdown) {
    if (field.getOptions().includes(text) || field.isEditable()) field.select(text);
  } else if (field instanceof pdf.PDFRadioGroup || field instanceof pdf.PDFOptionList) {
    if (field.getOptions().includes(text)) field.select(text);
  }
}

/** Limited to the field's maximum length, without splitting a surrogate pair. */
const shortened = (text: string, most: number | undefined): string =>
  most === undefined ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

const isYes = (value: unknown): boolean =>
  value === true || ['true', 'yes', 'oui', 'x', '1'].includes(String(value).toLowerCase());

function flatten({ document, pdf, fields }: OpenPdf, letters: FieldLetters): void {
  const form = document.getForm();
  for (const field of fields) if (field.needsAppearancesUpdate()) letters.write(field);
  for (const field of fields)
    for (const widget of field.acroField.getWidgets()) giveAppearance(pdf, { field, widget });
  form.flatten({ updateFieldAppearances: false });
  document.catalog.delete(pdf.PDFName.of('AcroForm'));
  for (const page of document.getPages()) dropLost(page);
}

/** Flattening leaves references to removed fields, which strict readers report as damage. */
function dropLost({ node, doc }: PDFPage): void {
  const annotations = node.Annots();
  if (!annotations) return;
  for (let index = annotations.size() - 1; index >= 0; index -= 1)
    if (!doc.context.lookup(annotations.get(index))) annotations.remove(index);
}

/** The library requires an appearance even for an unsigned signature or a box that was never ticked. */
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

type Mark = { readonly text: string; readonly letters: Letters; readonly resources: PDFRef };

/** Large, light and diagonal, in reading orientation. */
function mark(pdf: PdfLibrary, page: PDFPage, { text, letters, resources }: Mark): void {
  const { x, y, width, height } = page.getCropBox();
  const turn = page.getRotation().angle;
  const isLying = turn % 180 !== 0;
  const slope = Math.atan2(isLying ? width : height, isLying ? height : width);
  const angle = slope + (turn * Math.PI) / 180;
  const size = Math.round((Math.hypot(width, height) * 0.62) / letters.width(text, 1));
  // Approximate height of capitals in these fonts.
  const [along, across] = [letters.width(text, size) / 2, (size * 0.72) / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const left = x + width / 2 - along * cos + across * sin;
  const foot = y + height / 2 - along * sin - across * cos;
  const { context } = page.doc;
  const content = context.flateStream(
    `/Light gs BT 0.75 0.1 0.1 rg ${[cos, sin, -sin, cos, left, foot].map(fixed).join(' ')} Tm ${letters.show(text, size)} ET`,
    {
      ...{ Type: 'XObject', Subtype: 'Form', BBox: [x, y, x + width, y + height] },
      Resources: { Font: resources, ExtGState: { Light: { Type: 'ExtGState', ca: 0.16 } } },
    },
  );
  const name = page.node.newXObject('Mark', context.register(content));
  page.pushOperators(pdf.pushGraphicsState(), pdf.drawObject(name), pdf.popGraphicsState());
}

const fixed = (value: number): string => value.toFixed(4);

/** A preview must not run the document's open actions. */
function dropScripts({ document: { catalog }, pdf: { PDFName, PDFDict } }: OpenPdf): void {
  catalog.delete(PDFName.of('OpenAction'));
  catalog.delete(PDFName.of('AA'));
  catalog.lookupMaybe(PDFName.of('Names'), PDFDict)?.delete(PDFName.of('JavaScript'));
}
