/** Custom code: pages and form fields are in the file, not in the record. */
import { formatMessage } from '#engine';
import { answers, defineAction } from '#server/extension';
import { fillable } from './describeFields.ts';
import { loadDocument } from './loadDocument.ts';

const pdfField = answers.objectOf(
  [
    ['Name', answers.text],
    ['Type', answers.text],
    ['Title', answers.maybeText],
    ['IsReadOnly', answers.flag],
    ['MaxLength', { type: ['integer', 'null'] }],
    ['Options', answers.list({})],
  ],
  ['Name', 'Type'],
);

/** `GET /document/{id}/info`: pages, size, form fields, and whether a preview is possible. */
export const describeDocument = defineAction({
  body: 'none',
  answer: answers.all({
    Id: answers.id,
    Name: answers.text,
    FileName: answers.text,
    Size: answers.count,
    Pages: { type: ['integer', 'null'] },
    IsStampable: answers.flag,
    Message: answers.maybeText,
    Fields: answers.list(pdfField),
  }),
  run: async (call, { id = '' }) => {
    const { record, name, bytes } = await loadDocument(call, id);
    const { pages, fields } = await call.runtime.ports.pdf.read(bytes);
    const isStampable = fillable(fields).length > 0;
    return {
      Id: record.Id,
      Name: record.Name,
      FileName: name,
      Size: bytes.length,
      Pages: pages,
      IsStampable: isStampable,
      Message: isStampable ? null : formatMessage(call.runtime.model, call.locale, 'document.no-fields'),
      Fields: fields,
    };
  },
});
