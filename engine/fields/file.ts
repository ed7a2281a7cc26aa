import { defineKind } from './defineKind.ts';
import { identifier } from './traits.ts';

/** The id of an uploaded file. */
export const file = defineKind({
  ...identifier,
  name: 'file',
  refersTo: 'file',
  fits: (declared) => declared.format === 'file',
  filter: { ...identifier.filter, input: 'text' },
  query: { isShown: false, isSummed: false, isOrdered: false },
});
