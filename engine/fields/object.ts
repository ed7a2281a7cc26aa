import { defineKind } from './defineKind.ts';
import { tree } from './traits.ts';

/** One value with fields of its own. */
export const object = defineKind({
  ...tree,
  name: 'object',
  fits: (declared) => declared.type === 'object' && declared.properties !== undefined,
  schema: { type: 'object' },
  expression: 'row',
});
