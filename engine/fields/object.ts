import { defineKind } from './defineKind.ts';
import { tree } from './traits.ts';

/** A single object with its own fields. */
export const object = defineKind({
  ...tree,
  name: 'object',
  fits: (declared) => declared.type === 'object' && declared.properties !== undefined,
  schema: { type: 'object' },
  expression: 'row',
});
