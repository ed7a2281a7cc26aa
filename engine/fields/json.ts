import { defineKind } from './defineKind.ts';
import { tree } from './traits.ts';

/** Any JSON: the fallback if no other kind matches. */
export const json = defineKind({
  ...tree,
  name: 'json',
  fits: () => true,
  schema: {},
  expression: 'any',
});
