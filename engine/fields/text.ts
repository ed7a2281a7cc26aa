import { defineKind } from './defineKind.ts';
import { declareText } from './overlayFacet.ts';
import { line } from './traits.ts';

export const text = defineKind({
  ...line,
  name: 'text',
  fits: (declared) => declared.type === 'string',
  isKeptAsSent: true,
  overlay: {
    order: 10,
    settings: ['minLength', 'maxLength', 'pattern', 'shape', 'localized', 'unique', 'search', 'default'],
    inRows: true,
    declare: declareText(256),
  },
});
