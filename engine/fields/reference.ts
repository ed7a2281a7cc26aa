import { defineKind } from './defineKind.ts';
import { chosenOperators, identifier, plainSheet } from './traits.ts';

/** The id of a record of another entity. */
export const reference = defineKind({
  ...identifier,
  name: 'reference',
  refersTo: 'record',
  fits: (declared) => declared['x-ref'] !== undefined,
  filter: { ...identifier.filter, shown: chosenOperators },
  sheet: plainSheet,
  isTold: true,
  operand: 'text',
});
