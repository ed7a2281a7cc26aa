import { defineKind } from './defineKind.ts';
import { parseText } from './filterInputs.ts';
import { chosenOperators, orderedOperators, plainSheet, shownAlone } from './traits.ts';

/** One item of a lookup. Stored with the type of the lookup's ids, unless the field declares its own. */
export const choice = defineKind({
  name: 'choice',
  fits: (declared) => declared['x-lookup'] !== undefined && declared.type !== 'array',
  column: (declared, itemId) => ((declared.type ?? typeof itemId) === 'string' ? 'text' : 'integer'),
  schema: {},
  expression: 'choice',
  comparison: 'codes',
  key: 'computed',
  filter: {
    operators: orderedOperators,
    shown: chosenOperators,
    parse: parseText,
    problem: 'query.value.choice',
    input: 'id',
  },
  query: shownAlone,
  sheet: plainSheet,
  isTold: true,
  operand: 'text',
  overlay: {
    order: 180,
    settings: ['choices', 'lookup', 'unique', 'default'],
    inRows: true,
    declare: ({ choices: own }, lookup = '') => ({
      ...(own && { type: 'string' as const }),
      'x-lookup': lookup,
    }),
  },
});
