import { defineKind } from './defineKind.ts';
import { words } from './traits.ts';

/** Text of several lines: its key is not kept where a database can compute it, as that would double the file. */
export const multiline = defineKind({
  ...words,
  name: 'multiline',
  fits: (declared) => declared.format === 'multiline',
  key: 'computed',
  normal: 'lines',
  isKeptAsSent: true,
  isTold: true,
  operand: 'text',
});
