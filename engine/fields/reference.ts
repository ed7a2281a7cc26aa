import { defineKind } from './defineKind.ts';
import { expandedName } from './overlayFacet.ts';
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
  overlay: {
    order: 200,
    settings: ['reference', 'show', 'options', 'unique'],
    inRows: true,
    declare: ({ name, reference: entity = '', show }) => ({
      'x-ref': entity,
      'x-expand': { as: expandedName(name), fields: show ?? ['Id'] },
    }),
  },
});
