import { PDFDocument, PDFHexString, PDFName, rgb, StandardFonts } from 'pdf-lib';

const [width, height, margin] = [612, 792, 48];
const ink = rgb(0.13, 0.16, 0.22);
const quiet = rgb(0.42, 0.46, 0.53);
const accent = rgb(0.09, 0.32, 0.47);

/** A PDF with form fields, reproducible byte for byte. */
export async function makePdf({ name, sections, terms }) {
  const document = await PDFDocument.create({ updateMetadata: false });
  const day = new Date('2026-11-01T12:00:00Z');
  document.setTitle(name);
  document.setCreationDate(day);
  document.setModificationDate(day);
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const sheet = { document, form: document.getForm(), regular, bold, page: undefined, y: 0 };
  newPage(sheet, name);
  for (const section of sections) drawSection(sheet, section);
  if (terms) drawTerms(sheet, name, terms, sections.length > 0);
  if (sections.length > 0) sheet.form.updateFieldAppearances(regular);
  return document.save({ updateFieldAppearances: false });
}

function newPage(sheet, name) {
  sheet.page = sheet.document.addPage([width, height]);
  sheet.page.drawRectangle({ x: 0, y: height - 84, width, height: 84, color: accent });
  sheet.page.drawText(name, { x: margin, y: height - 54, size: 18, font: sheet.bold, color: rgb(1, 1, 1) });
  sheet.y = height - 116;
}

function drawSection(sheet, { title, fields }) {
  drawTitle(sheet, title);
  const unit = (width - 2 * margin) / 6;
  let column = 0;
  for (const field of fields) {
    if (column + field.width > 6) {
      column = 0;
      sheet.y -= 40;
    }
    drawField(sheet, field, {
      x: margin + column * unit,
      y: sheet.y - 30,
      width: field.width * unit - 10,
      height: 18,
    });
    column += field.width;
  }
  sheet.y -= 62;
}

function drawTitle(sheet, title) {
  sheet.page.drawText(title, { x: margin, y: sheet.y, size: 12, font: sheet.bold, color: accent });
  sheet.page.drawLine({
    start: { x: margin, y: sheet.y - 5 },
    end: { x: width - margin, y: sheet.y - 5 },
    thickness: 0.75,
    color: accent,
  });
  sheet.y -= 8;
}

function drawField(sheet, { name, title, kind, options, maxLength }, box) {
  const { page, form, regular } = sheet;
  const look = { ...box, borderWidth: 0.5, borderColor: quiet, textColor: ink, font: regular };
  page.drawText(name, { x: box.x, y: box.y + box.height + 3, size: 7.5, font: regular, color: quiet });
  const field = makers[kind ?? 'text'](form, name, { options, maxLength });
  field.addToPage(page, kind === 'check' ? { ...look, width: 14, height: 14 } : look);
  if (kind !== 'check') field.setFontSize(10);
  // The field's tooltip in PDF readers.
  if (title) field.acroField.dict.set(PDFName.of('TU'), PDFHexString.fromText(title));
}

const makers = {
  text: (form, name, { maxLength }) => {
    const field = form.createTextField(name);
    if (maxLength) field.setMaxLength(maxLength);
    return field;
  },
  check: (form, name) => form.createCheckBox(name),
  choice: (form, name, { options }) => {
    const field = form.createDropdown(name);
    field.addOptions(options);
    return field;
  },
};

function drawTerms(sheet, name, { title, paragraphs }, isNewPage) {
  if (isNewPage) newPage(sheet, name);
  drawTitle(sheet, title);
  sheet.y -= 16;
  paragraphs.forEach((paragraph, index) => {
    for (const line of linesOf(`${index + 1}.  ${paragraph}`, sheet.regular)) {
      sheet.page.drawText(line, { x: margin, y: sheet.y, size: 10, font: sheet.regular, color: ink });
      sheet.y -= 15;
    }
    sheet.y -= 9;
  });
}

function linesOf(text, font) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)}${lines.at(-1) ? ' ' : ''}${word}`;
    if (font.widthOfTextAtSize(longer, 10) > width - 2 * margin) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
