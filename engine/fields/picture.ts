import { defineKind } from './defineKind.ts';
import { fileByName, fileFilter, fileLimits, pictureFields } from './fileTraits.ts';
import { identifier } from './traits.ts';

/** The id of an uploaded picture, which is shown. */
export const picture = defineKind({
  ...identifier,
  name: 'picture',
  fits: (declared) => declared.format === 'picture',
  refersTo: 'file',
  isPicture: true,
  expands: pictureFields,
  filter: { ...identifier.filter, ...fileFilter },
  ...fileByName,
  overlay: {
    order: 220,
    settings: ['accept', 'maxBytes', 'pixels', 'alt'],
    inRows: true,
    declare: (change) => ({ type: 'string', format: 'picture', ...fileLimits(change) }),
  },
});
