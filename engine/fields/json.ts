import { defineKind } from './defineKind.ts';
import { tree } from './traits.ts';

/** Anything: what fits no other kind. */
export const json = defineKind({
  ...tree,
  name: 'json',
  fits: () => true,
  schema: {},
  expression: 'any',
});
