import { defineKind } from './defineKind.ts';
import { parseFlags } from './filterInputs.ts';
import { shownAlone } from './traits.ts';

/** Several items of a lookup, as bits of one integer. */
export const flags = defineKind({
  name: 'flags',
  fits: (declared) => declared['x-flags'] === true && declared['x-lookup'] !== undefined,
  column: 'integer',
  schema: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
  expression: 'number',
  comparison: 'codes',
  key: 'none',
  filter: {
    operators: ['eq', 'ne', 'all'],
    shown: ['all', 'eq'],
    parse: parseFlags,
    problem: 'query.value.integer',
    input: 'flags',
  },
  query: shownAlone,
  absent: {
    import: 'Names of bits are shown in a cell, not read from it.',
  },
});
