/** Why code: pages and form fields stand in the file, not in the record. */
import { formatMessage } from '#engine';
import type { Action } from '../Action.ts';
import { fillable } from './describeFields.ts';
import { loadDocument } from './loadDocument.ts';

/** `GET /document/{id}/info`: pages, size, form fields, and whether a preview can be made. */
export const describeDocument: Action = async (call, { id = '' }) => {
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
};
