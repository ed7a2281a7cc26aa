import { defineKind } from './defineKind.ts';
import { declareText } from './overlayFacet.ts';
import { words } from './traits.ts';

/**
 * Text of several lines. Its key is not stored if the database can compute it, as that would double the file.
 */
export const multiline = defineKind({
  ...words,
  name: 'multiline',
  fits: (declared) => declared.format === 'multiline',
  key: 'computed',
  normal: 'lines',
  isKeptAsSent: true,
  isTold: true,
  operand: 'text',
  overlay: {
    order: 20,
    settings: ['minLength', 'maxLength', 'localized', 'search', 'default'],
    inRows: true,
    declare: declareText(4000, 'multiline'),
  },
});
