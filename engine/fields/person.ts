import { defineKind } from './defineKind.ts';
import { chosenOperators, identifier, plainSheet } from './traits.ts';

/** The account of a person: a reference that is readable and offered without the right to list accounts. */
export const person = defineKind({
  ...identifier,
  name: 'person',
  fits: (declared) => declared.format === 'person',
  refersTo: 'record',
  isAccount: true,
  filter: { ...identifier.filter, shown: chosenOperators, problem: 'query.value.person' },
  sheet: plainSheet,
  isTold: true,
  operand: 'text',
  overlay: {
    order: 170,
    settings: ['account', 'unique'],
    inRows: true,
    declare: ({ account }) => ({
      type: 'string',
      format: 'person',
      ...(account && { 'x-account': account }),
    }),
  },
});
