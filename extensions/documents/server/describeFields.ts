/** Custom code: form fields are in the PDF, not in a declaration. */
import type { PDFField } from 'pdf-lib';
import type { OpenPdf, PdfLibrary } from './openPdf.ts';

export type FieldKind = 'Text' | 'Checkbox' | 'Radio' | 'Dropdown' | 'List' | 'Signature' | 'Button';

export type FieldInfo = {
  readonly Name: string;
  readonly Type: FieldKind;
  /** The tooltip of the field. */
  readonly Title: string | null;
  readonly IsReadOnly: boolean;
  readonly MaxLength: number | null;
  readonly Options: readonly string[];
};

/** The form fields of a document in document order. */
export function describeFields({ pdf, fields }: OpenPdf): readonly FieldInfo[] {
  return fields.map((field) => ({
    Name: field.getName(),
    Type: kindOf(pdf, field),
    Title: titleOf(pdf, field),
    IsReadOnly: field.isReadOnly(),
    MaxLength: (field instanceof pdf.PDFTextField && field.getMaxLength()) || null,
    Options: 'getOptions' in field ? (field as { getOptions: () => string[] }).getOptions() : [],
  }));
}

/** Fields that hold a value; a document without any cannot be filled in. */
export function fillable(infos: readonly FieldInfo[]): readonly FieldInfo[] {
  return infos.filter(({ Type }) => Type !== 'Button' && Type !== 'Signature');
}

export function kindOf(pdf: PdfLibrary, field: PDFField): FieldKind {
  if (field instanceof pdf.PDFTextField) return 'Text';
  if (field instanceof pdf.PDFCheckBox) return 'Checkbox';
  if (field instanceof pdf.PDFRadioGroup) return 'Radio';
  if (field instanceof pdf.PDFDropdown) return 'Dropdown';
  if (field instanceof pdf.PDFOptionList) return 'List';
  return field instanceof pdf.PDFSignature ? 'Signature' : 'Button';
}

function titleOf({ PDFName, PDFString, PDFHexString }: PdfLibrary, { acroField }: PDFField): string | null {
  const title = acroField.dict.lookup(PDFName.of('TU'));
  return title instanceof PDFString || title instanceof PDFHexString ? title.decodeText() : null;
}
