import { defineKind } from './defineKind.ts';
import { declareText } from './overlayFacet.ts';
import { plainSheet, tree } from './traits.ts';

export const html = defineKind({
  ...tree,
  name: 'html',
  fits: (declared) => declared.format === 'html',
  column: 'text',
  schema: { type: 'string' },
  longest: 200_000,
  expression: 'text',
  key: 'computed',
  sheet: plainSheet,
  absent: {
    report: 'A document does not fit into a row.',
  },
  overlay: { order: 30, settings: ['maxLength'], declare: declareText(200_000, 'html') },
});
