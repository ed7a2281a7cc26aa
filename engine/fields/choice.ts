import { defineKind } from './defineKind.ts';
import { parseText } from './filterInputs.ts';
import { chosenOperators, orderedOperators, plainSheet, shownAlone } from './traits.ts';

/** One item of a lookup, stored as the lookup writes its ids unless the field says its type itself. */
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
});
