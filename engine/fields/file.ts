import { defineKind } from './defineKind.ts';
import { fileByName, fileFields, fileFilter, fileLimits } from './fileTraits.ts';
import { identifier } from './traits.ts';

/** The id of an uploaded file. */
export const file = defineKind({
  ...identifier,
  name: 'file',
  fits: (declared) => declared.format === 'file',
  refersTo: 'file',
  expands: fileFields,
  filter: { ...identifier.filter, ...fileFilter },
  ...fileByName,
  overlay: {
    order: 230,
    settings: ['accept', 'maxBytes'],
    inRows: true,
    declare: (change) => ({ type: 'string', format: 'file', ...fileLimits(change) }),
  },
});
