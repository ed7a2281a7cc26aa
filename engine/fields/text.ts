import { defineKind } from './defineKind.ts';
import { line } from './traits.ts';

export const text = defineKind({
  ...line,
  name: 'text',
  fits: (declared) => declared.type === 'string',
  isKeptAsSent: true,
});
